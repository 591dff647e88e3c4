"""Finding an interpreter of a given Python version on this machine."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ASK = "import sys; print('%d.%d' % sys.version_info[:2], sys.base_prefix, sep='\\n')"
# where pyenv, uv and conda keep theirs
_FOLDERS = (
    "~/.pyenv/versions/{version}*/bin",
    "~/.local/share/uv/python/cpython-{version}*/bin",
    "~/*conda3/envs/*/bin",
    "/opt/*conda3/envs/*/bin",
    "/opt/python/*/bin",
)


@dataclass(frozen=True)
class Interpreter:
    """`executable` below `prefix`, its installation, which a sandbox has to see."""

    version: str  # such as "3.9"
    executable: Path
    prefix: Path


@functools.cache
def find_python(version: str) -> Interpreter | None:
    """An interpreter of that minor version, or None."""
    for candidate in _candidates(version):
        if (found := ask(candidate)) and found.version == version:
            return found
    return None


def ask(executable: str) -> Interpreter | None:
    """What the program says of itself; None when it is no working Python."""
    try:
        said = subprocess.run(
            [executable, "-I", "-c", _ASK], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if said.returncode:
        return None
    version, prefix = said.stdout.splitlines()[:2]
    # the installation's own program: neither a shim nor a virtual environment's link
    real = Path(prefix) / "bin" / f"python{version}"
    return Interpreter(version, real if real.exists() else Path(executable), Path(prefix).resolve())


def _candidates(version: str) -> Iterator[str]:
    yield f"python{version}"
    for pattern in _FOLDERS:
        pattern = pattern.format(version=version)
        base = Path.home() if pattern.startswith("~/") else Path("/")
        for folder in sorted(base.glob(pattern.removeprefix("~/").lstrip("/")), reverse=True):
            yield str(folder / f"python{version}")
