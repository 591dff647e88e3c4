"""Judges that are told the truth: only by name, with the accuracy asked for, the same after a resume."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from reasoningbank.core.protocols import InformedJudge, Judge
from reasoningbank.core.types import Label
from reasoningbank.judge.llm_judge import LLMJudge
from reasoningbank.judge.oracle import OracleJudge

DRAWS = 3000


def _right(judge: OracleJudge) -> list[bool]:
    return [
        (judge.label(str(task), rollout, task % 3 == 0).label is Label.SUCCESS) == (task % 3 == 0)
        for task in range(DRAWS // 2)
        for rollout in range(2)
    ]


@pytest.mark.parametrize("accuracy", [0.5, 0.7, 0.727, 0.9])
def test_the_simulated_judge_is_as_accurate_as_asked(accuracy: float) -> None:
    right = _right(OracleJudge("simulated", accuracy, seed=4))
    assert binomtest(sum(right), DRAWS, accuracy).pvalue > 0.001


@pytest.mark.parametrize(("accuracy", "share"), [(1.0, DRAWS), (0.0, 0)])
def test_the_ends_of_the_scale_are_exact(accuracy: float, share: int) -> None:
    assert sum(_right(OracleJudge("simulated", accuracy))) == share


def test_a_draw_depends_on_seed_task_and_rollout_alone() -> None:
    one, same, other = (OracleJudge("simulated", 0.6, seed) for seed in (1, 1, 2))
    backwards = list(reversed([one.label(str(task), 0, True) for task in reversed(range(200))]))
    assert backwards == [same.label(str(task), 0, True) for task in range(200)]
    assert backwards != [other.label(str(task), 0, True) for task in range(200)]
    assert backwards != [one.label(str(task), 1, True) for task in range(200)]


def test_the_llm_judge_is_never_taken_for_an_informed_one() -> None:
    blind: Judge = LLMJudge.__new__(LLMJudge)
    assert not isinstance(blind, InformedJudge)
    assert isinstance(OracleJudge("ground_truth"), InformedJudge)
