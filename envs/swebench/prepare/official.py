"""Recipes for real instances: mirrors of the repositories and the official freezes."""

from __future__ import annotations

from collections.abc import Sequence

from envs.swebench.prepare import freeze
from envs.swebench.prepare.builder import Recipe
from envs.swebench.prepare.environment import build_environment
from envs.swebench.prepare.git import mirror
from envs.swebench.prepare.python import find_python
from envs.swebench.rows import Row
from envs.swebench.store import Store
from reasoningbank.core.errors import InfrastructureError


def recipe(row: Row, store: Store, mirrors: Sequence[str], freezes: str) -> Recipe:
    """Raises `InfrastructureError` when the freeze or its Python is not to be had here."""
    frozen = freeze.read(freezes, row.instance_id)
    python = find_python(frozen.python)
    if python is None:
        raise InfrastructureError(f"no Python {frozen.python} was found on this machine")
    wheels = store.wheels(frozen.python)
    return Recipe(
        mirror(mirrors, row.repo),
        python,
        lambda workspace: build_environment(workspace, python, frozen, wheels),
        wheels,
    )
