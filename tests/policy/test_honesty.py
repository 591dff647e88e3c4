"""The policy has no way to the answers: it imports nothing of the shop and opens no file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import envs.pocketarena.policy as policy

MODULES = sorted(Path(policy.__file__).parent.glob("*.py"))
ALLOWED = {
    "__future__",
    "ast",
    "collections.abc",
    "dataclasses",
    "datetime",
    "enum",
    "functools",
    "itertools",
    "re",
}
# the words of the prompts' own types; no loader, no run directory
ALLOWED_OF_THE_HARNESS = {"reasoningbank.core.types"}
OPENING = {"open", "read_text", "read_bytes", "exec", "eval", "compile", "__import__", "import_module"}


def _imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(node.module or "")
    return found


def _called(tree: ast.AST) -> set[str]:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {func.id for func in calls if isinstance(func, ast.Name)}
    # re.compile is no way to run anything
    return names | {
        func.attr
        for func in calls
        if isinstance(func, ast.Attribute)
        and not (isinstance(func.value, ast.Name) and func.value.id == "re")
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_module_reaches_ground_truth(module: Path) -> None:
    tree = ast.parse(module.read_text())
    foreign = {name for name in _imported(tree) if not name.startswith("envs.pocketarena.policy")}
    assert foreign <= ALLOWED | ALLOWED_OF_THE_HARNESS
    assert not _called(tree) & OPENING


def test_there_are_modules_to_check() -> None:
    assert len(MODULES) > 8
