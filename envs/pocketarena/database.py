"""The seeded database: built once per version of the seeding code, then copied."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).parent
# what decides the rows; pages and views do not
SEEDING_CODE = ("seed.py", "seed_office.py", "data/*.py", "web/clock.py", "web/settings.py")
LIBRARIES = ("django", "django-oscar")
BUILD_LIMIT_S = 300


def seeded_database() -> Path:
    """Path of the seeded database, built first where this version of it is not in the cache.

    Two processes may build at once: each in a folder of its own, and the last rename wins with the
    same rows. Raises `RuntimeError` with the builder's words when seeding fails.
    """
    target = cache_folder() / fingerprint() / "shop.sqlite3"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix="building-") as folder:
            fresh = Path(folder) / target.name
            _build(fresh)
            fresh.replace(target)
    return target


def _build(path: Path) -> None:
    """In a process of its own: Django's settings and the stopped clock are global."""
    command = [sys.executable, "-m", "envs.pocketarena.seed", str(path)]
    made = subprocess.run(
        command, env=child_environment(), capture_output=True, text=True, timeout=BUILD_LIMIT_S
    )
    if made.returncode:
        raise RuntimeError(f"the shop's database could not be seeded: {made.stderr.strip()[-2000:]}")


def child_environment() -> dict[str, str]:
    """The environment for a child that imports this package from wherever it lies."""
    paths = [str(PACKAGE.parents[1]), os.environ.get("PYTHONPATH", "")]
    # hashes of strings in the child must not differ from run to run
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONHASHSEED": "0"}


def cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "reasoningbank" / "pocketarena"


def fingerprint() -> str:
    """Hash of all that decides the rows: seeding code, data, versions of the libraries."""
    digest = hashlib.sha256()
    for pattern in SEEDING_CODE:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for name in LIBRARIES:
        digest.update(f"{name}=={importlib.metadata.version(name)}\0".encode())
    return digest.hexdigest()[:16]


def content_hash(database: Path) -> str:
    """Hash of the rows of all tables, whatever their order in the file."""
    digest = hashlib.sha256()
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        for (table,) in sorted(found.fetchall()):
            rows = sorted(repr(row) for row in connection.execute(f'SELECT * FROM "{table}"'))
            digest.update("\n".join([table, *rows, ""]).encode())
    finally:
        connection.close()
    return digest.hexdigest()
