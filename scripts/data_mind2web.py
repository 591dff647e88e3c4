"""Gets Mind2Web with the hub's client, lays it out, and checks every count, id and rank.

    python scripts/data_mind2web.py [FOLDER] [--password WORD] [--offline] [--split NAME…]

FOLDER is `$MIND2WEB_DATA`, or where `benchmark=mind2web/…` looks by itself. The test files come as one
zip, whose password stands on the dataset's page, so that they do not end up in anybody's training data:
give it with --password, and do not hand the unpacked files on. Without a network, put the files that you
have into FOLDER, in whatever subfolders, and run this with --offline.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from envs.mind2web.convert import SIZES, converted
from envs.mind2web.files import data_folder
from envs.mind2web.scores import NAMES
from envs.mind2web.store import Store
from reasoningbank.core.errors import UserError

DATASET = "osunlp/Mind2Web"
WANTED = ["*.json", "test.zip", "scores_all_data.pkl"]
# of the score file that is published with the data; another one gives other numbers everywhere
CEILINGS = {"test_task": "60.7 / 64.2", "test_website": "51.7 / 55.2", "test_domain": "52.2 / 55.3"}
BY_HAND = f"""Mind2Web (CC BY 4.0) is on the hub as the dataset {DATASET}. What is needed, in one folder:
  train/train_*.json  test_task/*.json  test_website/*.json  test_domain/*.json  (tests: from test.zip)
  scores_all_data.pkl
Multimodal-Mind2Web is another set, with fewer tasks. Then: export MIND2WEB_DATA=that folder"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=data_folder(None))
    parser.add_argument("--password", help="of test.zip, from the dataset's page")
    parser.add_argument("--offline", action="store_true", help="download nothing, use what is in FOLDER")
    parser.add_argument("--split", nargs="*", default=list(SIZES), choices=list(SIZES), metavar="NAME")
    given = parser.parse_args()
    try:
        if not given.offline:
            download(given.folder)
        arrange(given.folder, given.password)
        for split in given.split:
            print(checked(given.folder, split))
    except UserError as error:
        print(f"{error}\n\n{BY_HAND}", file=sys.stderr)
        return 2
    print(f"ready: {given.folder}")
    return 0


def download(folder: Path) -> None:
    """Resumes where it was interrupted. Raises `UserError`."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError as error:
        raise UserError(
            "the hub's client is not installed", str(error), "pip install huggingface_hub"
        ) from error
    try:
        snapshot_download(DATASET, repo_type="dataset", allow_patterns=WANTED, local_dir=folder)
    except Exception as error:  # the client raises what its transport does
        raise UserError(
            f"the hub could not be reached: {str(error).splitlines()[0]}",
            DATASET,
            "try again, or get the files on another machine and run this with --offline",
        ) from error


def arrange(folder: Path, password: str | None) -> None:
    """Unpacks the test files and moves everything to where the adapter looks. Raises `UserError`."""
    if not folder.is_dir():
        raise UserError("there is no such folder", str(folder), "create it and put the files there")
    archive = next(iter(sorted(folder.rglob("test.zip"))), None)
    if archive and not any(folder.rglob("test_task_*.json")):
        unpack(archive, folder, password)
    for split in SIZES:
        for path in sorted(folder.rglob(f"{split}_*.json*")):
            move(path, folder / split / path.name)
    for name in NAMES:
        for path in sorted(folder.rglob(name)):
            move(path, folder / name)


def unpack(archive: Path, folder: Path, password: str | None) -> None:
    """With `unzip` where it is there: Python's own decryption takes hours for gigabytes."""
    with zipfile.ZipFile(archive) as opened:
        locked = any(entry.flag_bits & 1 for entry in opened.infolist())
    if locked and not password:
        raise UserError(
            "the test files are locked", str(archive), "run again with --password and the word on its page"
        )
    if tool := shutil.which("unzip"):
        command = [tool, "-q", "-o", *(["-P", password] if password else []), str(archive), "-d", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            # about a wrong password it says nothing
            raise _locked(archive, done.stderr.strip() or "the password is wrong, or the file is damaged")
        return
    try:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder, pwd=password.encode() if password else None)
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        raise _locked(archive, f"{error}; installing unzip may help") from error


def checked(folder: Path, split: str) -> str:
    """Converts a split, which checks it. Raises `UserError`."""
    store = Store(converted(folder, split, lambda line: print(line, file=sys.stderr)))
    tasks = store.tasks()
    found = " / ".join(f"{100 * share:.1f}" for share in store.ceilings(5))
    store.close()
    sites = len({task.website for task in tasks})
    expected = CEILINGS.get(split, found)
    doubt = "" if found == expected else f" (EXPECTED {expected}: ranks of another score file?)"
    return (
        f"{split}: {len(tasks)} tasks, {sum(task.steps for task in tasks)} steps, {sites} websites; "
        f"targets among the best five: {found} % (micro / macro){doubt}"
    )


def move(path: Path, target: Path) -> None:
    if path != target:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _locked(archive: Path, told: str) -> UserError:
    return UserError(f"test.zip cannot be unpacked: {told.splitlines()[0]}", str(archive), "check --password")


if __name__ == "__main__":
    sys.exit(main())
