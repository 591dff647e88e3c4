"""The official freezes: `environment.yml` files in SWE-bench's own repository, as pip understands them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from reasoningbank.core.errors import InfrastructureError, UserError

OFFICIAL = "https://github.com/SWE-bench/SWE-bench"
FOLDER = "swebench/resources/swebench-og"
# conda's build string of a Python package: py39h06a4308_0, pyhd3eb1b0_0, py39_1
_IS_PYTHON = re.compile(r"^py(\d|h)")
# what builds the others comes first
BUILDERS = ("pip", "setuptools", "wheel")
# names that differ between conda and PyPI; None has no counterpart there
_RENAMED = {"matplotlib-base": "matplotlib", "brotli-python": "brotli", "pyqt": None, "mkl-service": None}


@dataclass(frozen=True)
class Freeze:
    """`python` is a minor version such as `3.9`; pins are `name==version`."""

    python: str
    builders: tuple[str, ...]
    pins: tuple[str, ...]


def read(place: str, instance_id: str) -> Freeze:
    """The freeze of one instance, from a folder or a git repository (bare or not) of SWE-bench.

    Raises `InfrastructureError` when this instance has none there.
    """
    owner_name, _, number = instance_id.rpartition("-")
    return parse(_text(Path(place).expanduser(), f"{FOLDER}/{owner_name}/{number}/environment.yml"))


def parse(text: str) -> Freeze:
    """Python packages among conda's pins, and pip's own; system libraries come from this machine."""
    import yaml

    python = ""
    pins: dict[str, str] = {}
    for entry in yaml.safe_load(text)["dependencies"]:
        if isinstance(entry, dict):
            pins |= dict(pin.split("==", 1) for pin in entry["pip"] if "==" in pin)
            continue
        name, version, build = (*entry.split("="), "", "")[:3]
        if name == "python":
            python = ".".join(version.split(".")[:2])
        elif _IS_PYTHON.match(build) and (known := _RENAMED.get(name, name)):
            pins[known] = version
    found = {name: f"{name}=={version}" for name, version in pins.items()}
    builders = tuple(found[name] for name in BUILDERS if name in found)
    return Freeze(python, builders, tuple(pin for name, pin in found.items() if name not in BUILDERS))


def local_copy(place: str, cache: Path) -> str:
    """A folder for `place`: itself, or a shallow clone of the address, made once."""
    if "://" not in place:
        if not Path(place).expanduser().is_dir():
            raise UserError("there is no such folder of freezes", place, "check --freezes")
        return place
    target = cache / "freezes"
    if not target.exists():
        cache.mkdir(parents=True, exist_ok=True)
        command = ["git", "clone", "--quiet", "--depth=1", place, str(target)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
        if done.returncode:
            raise UserError(
                f"the official freezes cannot be had: {done.stderr.strip()[-300:]}",
                place,
                "clone SWE-bench/SWE-bench where there is a network and give it with --freezes",
            )
    return str(target)


def _text(root: Path, path: str) -> str:
    if (root / path).is_file():
        return (root / path).read_text()
    command = ["git", "-c", "safe.directory=*", "-C", str(root), "show", f"HEAD:{path}"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    if shown.returncode:
        raise InfrastructureError(f"there is no freeze {path} in {root}")
    return shown.stdout
