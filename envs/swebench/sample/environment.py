"""The sample's Python environment: pytest and what it needs, copied from the running interpreter."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from envs.swebench.prepare.builder import Recipe
from envs.swebench.prepare.environment import inside
from envs.swebench.prepare.python import Interpreter, ask
from envs.swebench.sandboxes.bubblewrap import ENV
from envs.swebench.store import Workspace
from reasoningbank.core.errors import InfrastructureError, UserError

PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
# `-m` puts the checkout on the path: the sample's packages are not installed
_SCRIPT = f'#!/bin/sh\nexec {ENV}/bin/python -m pytest "$@"\n'


def recipe(source: Path) -> Recipe:
    """Needs no network. Raises `UserError` when pytest is not installed beside the harness."""
    python = ask(sys.executable)
    if python is None:
        raise InfrastructureError(f"{sys.executable} does not answer")
    return Recipe(str(source), python, lambda workspace: make(workspace, python))


def make(workspace: Workspace, python: Interpreter) -> tuple[str, ...]:
    inside(workspace, [str(python.executable), "-m", "venv", "--without-pip", ENV])
    target = next(workspace.env.glob("lib/python*/site-packages"))
    for name in PACKAGES:
        _copy(name, target)
    script = workspace.env / "bin" / "pytest"
    script.write_text(_SCRIPT)
    script.chmod(0o755)
    return ()


def _copy(name: str, target: Path) -> None:
    try:
        found = distribution(name)
    except PackageNotFoundError as error:
        raise UserError(
            f"the sample's tests need {name}, which is not installed",
            "benchmark=swebench/sample",
            "pip install 'reasoningbank-harness[swebench]'",
        ) from error
    for file in found.files or ():
        # scripts lie outside and carry another interpreter's path
        if ".." in file.parts or file.suffix == ".pyc":
            continue
        path = target.joinpath(*file.parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(str(file.locate())), path)
