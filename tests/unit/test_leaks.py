"""Ground truth never reaches agent, judge or memory: by type, by import, and in what is written."""

from __future__ import annotations

import ast
import dataclasses
import typing
from pathlib import Path

import pytest

import reasoningbank
from reasoningbank.compose import compose
from reasoningbank.core import types
from reasoningbank.run import run
from tests.toy import SECRET, overrides

ROOT = Path(reasoningbank.__file__).parent
BLIND_ROOMS = ("agents", "judge", "memory", "matts", "embed", "llm")


def _reachable(kind: typing.Any, seen: set[typing.Any]) -> set[typing.Any]:
    """Every dataclass that a value of `kind` can hold, at any depth."""
    if kind in seen:
        return seen
    if dataclasses.is_dataclass(kind):
        seen.add(kind)
        for hint in typing.get_type_hints(kind).values():
            _reachable(hint, seen)
    for inner in typing.get_args(kind):
        _reachable(inner, seen)
    return seen


@pytest.mark.parametrize(
    "kind", [types.Task, types.Episode, types.Trajectory, types.Experience, types.Verdict]
)
def test_no_score_can_be_reached_from_what_they_are_handed(kind: type) -> None:
    reachable = _reachable(kind, set())
    assert types.Score not in reachable
    assert kind in reachable


def test_the_walk_would_find_a_score() -> None:
    from reasoningbank.runner.rollout import RolloutResult

    assert types.Score in _reachable(RolloutResult, set())


@pytest.mark.parametrize("room", BLIND_ROOMS)
def test_the_blind_rooms_import_neither_score_nor_benchmark_nor_runner(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert "Score" not in [alias.name for alias in node.names], path
                assert not (node.module or "").startswith(("envs", "reasoningbank.runner")), path
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("envs") for alias in node.names), path


def test_what_the_evaluator_knows_stands_in_no_prompt_and_in_no_pool(tmp_path: Path) -> None:
    folder = run(compose(overrides(tmp_path, "memory=reasoningbank")))
    holding = {
        path.name for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()
    }
    # the score's own file has it: the search would find it elsewhere too
    assert holding == {"score-0.json"}
