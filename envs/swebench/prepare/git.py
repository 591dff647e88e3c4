"""Checkouts at a base commit from a local or remote mirror, in which nothing later can be seen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from envs.swebench.sandboxes.bubblewrap import OBJECTS
from envs.swebench.store import Prepared
from reasoningbank.core.errors import InfrastructureError, UserError

_SECONDS = 1800
# tags are asked for in portions: a command line is not endless
_TAGS_AT_ONCE = 200
# a user's own git settings (hooks, signing, line endings) must not change a checkout
_ENV = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
}


def git(folder: Path, *arguments: str, stdin: str = "") -> str:
    """Its standard output. Raises `InfrastructureError` with git's own words."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        env={**os.environ, **_ENV},
        check=False,
    )
    if done.returncode:
        raise InfrastructureError(f"git {arguments[0]}: {done.stderr.strip()[-400:]}")
    return done.stdout


def mirror(places: Sequence[str], repo: str) -> str:
    """Where `owner/name` can be fetched from: below one of the folders or addresses, else GitHub.

    In a folder `owner/name`, `owner__name` and `name` are looked for, with or without `.git`.
    """
    owner, _, name = repo.partition("/")
    for place in places:
        folder = Path(place).expanduser()
        if folder.is_dir():
            for guess in (f"{owner}/{name}", f"{owner}__{name}", name):
                for found in (folder / guess, folder / f"{guess}.git"):
                    if found.is_dir():
                        return str(found.resolve())
        elif "://" in place:
            return f"{place.rstrip('/')}/{repo}"
        else:
            raise UserError("there is no such folder of mirrors", place, "check --mirrors")
    return f"https://github.com/{repo}"


def checkout(source: str, commit: str, prepared: Prepared) -> None:
    """Fills `testbed` and `objects`: the history of `commit`, the tags in it, and nothing else.

    Objects lie apart so that copies of the checkout share them read-only.
    """
    shutil.rmtree(prepared.testbed, ignore_errors=True)
    shutil.rmtree(prepared.objects, ignore_errors=True)
    prepared.testbed.mkdir(parents=True)
    git(prepared.testbed, "init", "--quiet", "--initial-branch=main")
    git(prepared.testbed, "fetch", "--quiet", "--no-tags", source, commit)
    for portion in _portions(_past_tags(prepared.testbed, source)):
        refs = [f"refs/tags/{tag}:refs/tags/{tag}" for tag in portion]
        git(prepared.testbed, "fetch", "--quiet", "--no-tags", source, *refs)
    git(prepared.testbed, "reset", "--quiet", "--hard", commit)
    git(prepared.testbed, "reflog", "expire", "--expire=now", "--all")
    (prepared.testbed / ".git" / "FETCH_HEAD").unlink(missing_ok=True)
    if later := git(prepared.testbed, "rev-list", "--count", "--all", "--not", "HEAD").strip().strip("0"):
        raise InfrastructureError(f"the checkout shows {later} commits that are not in the base's history")
    _part_objects(prepared)


def _past_tags(folder: Path, source: str) -> list[str]:
    """Tags of the source whose commit has come with the base's history, so that none is of the future."""
    targets: dict[str, str] = {}
    for line in git(folder, "ls-remote", "--tags", source).splitlines():
        oid, _, ref = line.partition("\t")
        # the peeled line of an annotated tag comes after its own and names the commit
        targets[ref.removeprefix("refs/tags/").removesuffix("^{}")] = oid
    known = git(folder, "cat-file", "--batch-check", stdin="\n".join(targets.values()) + "\n").splitlines()
    return [tag for tag, said in zip(targets, known, strict=True) if said.split()[1] == "commit"]


def _portions(tags: list[str]) -> list[list[str]]:
    return [tags[i : i + _TAGS_AT_ONCE] for i in range(0, len(tags), _TAGS_AT_ONCE)]


def _part_objects(prepared: Prepared) -> None:
    own = prepared.testbed / ".git" / "objects"
    own.rename(prepared.objects)
    (own / "info").mkdir(parents=True)
    (own / "pack").mkdir()
    (own / "info" / "alternates").write_text(f"{OBJECTS}\n")
