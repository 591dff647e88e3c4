"""Plans in a real Chromium, scored by WebArena's own evaluators: right plans 1, wrong plans 0.

One task of each template here, its right plan and its first wrong one; RB_ALL_PLANS=1 (as
`make validate-pocketarena` sets it) runs every plan of every task.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from envs.pocketarena import PLAN_FOLDER
from envs.pocketarena.plan import Step, action_for, load_plans
from envs.pocketarena.session import ShopSession
from envs.pocketarena.subsets import LISTS, load_configs, task_files
from envs.process import IsolatedEnvironment
from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Task

pytestmark = pytest.mark.browser

ALL = bool(os.environ.get("RB_ALL_PLANS"))
LARGEST_PAGE = 5500  # characters: 1,800 tokens
Case = tuple[str, dict[str, Any]]
Environments = Callable[[str], IsolatedEnvironment]


def _there(subset: str) -> bool:
    try:
        return bool(task_files(subset))
    except UserError:
        return False


def _cases() -> list[Case]:
    cases = [(subset, config) for subset in filter(_there, LISTS) for config in load_configs(subset)]
    firsts = {config["intent_template_id"]: (subset, config) for subset, config in reversed(cases)}
    return cases if ALL else list(firsts.values())[::-1]


@pytest.fixture(scope="module")
def environments() -> Iterator[Environments]:
    """One for each subset, made when the first of its tasks needs it, and only one at a time."""
    running: dict[str, IsolatedEnvironment] = {}

    def environment(subset: str) -> IsolatedEnvironment:
        if subset not in running:
            _close_all(running)
            running[subset] = IsolatedEnvironment(functools.partial(ShopSession, subset))
        return running[subset]

    yield environment
    _close_all(running)


def _close_all(running: dict[str, IsolatedEnvironment]) -> None:
    while running:
        running.popitem()[1].close()


def _score(environment: IsolatedEnvironment, config: dict[str, Any], steps: tuple[Step, ...]) -> float:
    seen = environment.reset(Task(id=str(config["task_id"]), subset="all", query=config["intent"]))
    for step in steps:
        assert len(seen.text) < LARGEST_PAGE, seen.url
        seen = environment.step(action_for(step, seen.text))
        assert not seen.error
    assert seen.terminated
    return environment.score().value


each_case = pytest.mark.parametrize(
    "case", _cases(), ids=lambda case: f"{case[0]}-{case[1]['intent_template_id']}-{case[1]['task_id']}"
)


@each_case
def test_right_plan_scores_one_and_wrong_plans_nothing(environments: Environments, case: Case) -> None:
    subset, config = case
    plans = load_plans(PLAN_FOLDER / f"{subset}.json")[config["task_id"]]
    assert _score(environments(subset), config, plans.right) == 1.0
    for why, steps in plans.wrong if ALL else plans.wrong[:1]:
        assert _score(environments(subset), config, steps) == 0.0, why


@pytest.mark.parametrize("subset", [s for s in LISTS if _there(s)])
def test_a_write_task_leaves_no_trace(environments: Environments, subset: str) -> None:
    """The answer alone is worth nothing right after somebody solved the task."""
    config = next(config for config in load_configs(subset) if config["require_reset"])
    right = load_plans(PLAN_FOLDER / f"{subset}.json")[config["task_id"]].right
    assert _score(environments(subset), config, right) == 1.0
    assert _score(environments(subset), config, ({"do": "answer", "text": "Done."},)) == 0.0
