"""Tiny wheels in a folder that pip is pointed at: the real download path, without a network."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path


def build_wheel(folder: Path, name: str, version: str, members: Mapping[str, bytes]) -> Path:
    """A wheel that `pip download --no-deps` accepts, holding `members` by path."""
    escaped = name.replace("-", "_")
    path = folder / f"{escaped}-{version}-py3-none-any.whl"
    info = f"{escaped}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def only_from(folder: Path) -> dict[str, str]:
    """The variables that let pip see `folder` and nothing else."""
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_CONFIG_FILE": "/dev/null"}
