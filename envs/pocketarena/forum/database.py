"""The seeded database of the forum: built once per version of the seeding code, then copied."""

from __future__ import annotations

import hashlib
import importlib.metadata
import subprocess
import sys
import tempfile
from pathlib import Path

from envs.pocketarena.database import cache_folder, child_environment
from reasoningbank.core.errors import UserError

PACKAGE = Path(__file__).parent
NAME = "forum.sqlite3"
# what decides the rows; pages and views do not
SEEDING_CODE = ("seed.py", "data/*.py", "votes/*.py", "web/settings.py", "../web/clock.py")
LIBRARIES = ("django", "django-machina", "django-mptt")
BUILD_LIMIT_S = 300


def seeded_database() -> Path:
    """Path of the seeded database, built first where this version of it is not in the cache.

    Two processes may build at once: each in a folder of its own, and the last rename wins with the
    same rows. Raises `UserError` when a library is missing, `RuntimeError` with the builder's words when
    seeding fails.
    """
    target = cache_folder() / "forum" / fingerprint() / NAME
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="building-") as folder:
            fresh = Path(folder) / NAME
            _build(fresh)
            fresh.replace(target)
    return target


def _build(path: Path) -> None:
    """In a process of its own: Django's settings and the stopped clock are global."""
    command = [sys.executable, "-m", "envs.pocketarena.forum.seed", str(path)]
    made = subprocess.run(
        command, env=child_environment(), capture_output=True, text=True, timeout=BUILD_LIMIT_S
    )
    if made.returncode:
        raise RuntimeError(f"the forum's database could not be seeded: {made.stderr.strip()[-2000:]}")


def fingerprint() -> str:
    """Hash of all that decides the rows: seeding code, data, versions of the libraries."""
    digest = hashlib.sha256()
    for pattern in SEEDING_CODE:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for name in LIBRARIES:
        digest.update(f"{name}=={_version(name)}\0".encode())
    return digest.hexdigest()[:16]


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError as error:
        remedy = "pip install 'reasoningbank-harness[webarena]'"
        raise UserError(f"the forum needs {name}", "benchmark=pocketarena/reddit", remedy) from error
