"""Python environments for instances, built inside the sandbox at the path that they are used at."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

from envs.swebench.prepare.freeze import Freeze
from envs.swebench.prepare.python import Interpreter
from envs.swebench.sandboxes.bubblewrap import ENV, run_in
from envs.swebench.store import Workspace
from reasoningbank.core.errors import InfrastructureError

_WHEEL_SECONDS = 1800
_INSTALL_SECONDS = 900
# for a checkout that does not say how it is built
_DEFAULT_REQUIRES = ("setuptools<81", "wheel")
_OFFLINE = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]


def build_environment(
    workspace: Workspace, python: Interpreter, freeze: Freeze, wheels: Path
) -> tuple[str, ...]:
    """A virtual environment with the pins. Wheels are fetched outside, installed inside, offline.

    Returns the pins that could not be had: whether they matter, the grade of the gold patch tells.
    """
    inside(workspace, [str(python.executable), "-m", "venv", ENV])
    left_out = [
        *fetch_wheels(python, freeze.builders, wheels),
        *fetch_wheels(python, freeze.pins, wheels),
        *fetch_wheels(python, requires(workspace.testbed), wheels, deps=True),
    ]
    for pins in (freeze.builders, freeze.pins):
        if wanted := [pin for pin in pins if pin not in left_out]:
            inside(workspace, [f"{ENV}/bin/python", *_OFFLINE, *wanted])
    return tuple(left_out)


def requires(checkout: Path) -> tuple[str, ...]:
    """What the checkout says it needs to be built, for pip's build isolation without a network."""
    try:
        found = tomllib.loads((checkout / "pyproject.toml").read_text())
        return (*found["build-system"]["requires"], *_DEFAULT_REQUIRES)
    except (FileNotFoundError, KeyError, ValueError):
        return _DEFAULT_REQUIRES


def fetch_wheels(python: Interpreter, pins: Sequence[str], folder: Path, *, deps: bool = False) -> list[str]:
    """Wheels of the pins, built where there are none. Returns those that cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    if not pins or _wheel(python, pins, folder, deps):
        return []
    return [pin for pin in pins if not _wheel(python, [pin], folder, deps)]


def inside(workspace: Workspace, argv: list[str]) -> str:
    """Runs a step in the sandbox. Raises `InfrastructureError` with the end of its output."""
    done = run_in(workspace, argv, _INSTALL_SECONDS)
    if done.returncode:
        raise InfrastructureError(f"{' '.join(argv)[:120]}: {done.stopped or done.output.strip()[-600:]}")
    return done.output


def _wheel(python: Interpreter, pins: Sequence[str], folder: Path, deps: bool) -> bool:
    command = [str(python.executable), "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(folder)]
    # wheels of earlier instances are found there, so that each is fetched once
    command += ["--find-links", str(folder), *([] if deps else ["--no-deps"]), *pins]
    done = subprocess.run(command, capture_output=True, timeout=_WHEEL_SECONDS, check=False)
    return done.returncode == 0
