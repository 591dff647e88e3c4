"""Plans in a real Chromium, scored by WebArena's own evaluators: right plans 1, wrong plans 0.

On the way no page may ask anybody but the sites for anything.

One task of each template here, its right plan and a wrong one; RB_ALL_PLANS=1 (as
`make validate-pocketarena` sets it) runs every plan of every task. The forum's own tests do the same
for the lists `reddit` and `multi`; here one task of each shows that they run among the others.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from envs.pocketarena import PLAN_FOLDER
from envs.pocketarena.plan import Step, TaskPlans, action_for, load_plans
from envs.pocketarena.subsets import load_configs
from envs.process import IsolatedEnvironment
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Task

from .listening import AskingSession, ListeningSession

pytestmark = pytest.mark.browser

ALL = bool(os.environ.get("RB_ALL_PLANS"))
OWN = ("shopping", "admin")
LARGEST_PAGE = 5500  # characters: 1,800 tokens
DONE_ALONE: tuple[Step, ...] = ({"do": "answer", "text": "Done."},)
Case = tuple[str, dict[str, Any]]
Environments = Callable[[str], IsolatedEnvironment]


@functools.cache
def _plans(subset: str) -> dict[int, TaskPlans]:
    return load_plans(PLAN_FOLDER / f"{subset}.json")


def _shortest_wrong(plans: TaskPlans) -> tuple[str, tuple[Step, ...]]:
    return min(plans.wrong, key=lambda wrong: len(wrong[1]))


def _length(case: Case) -> int:
    plans = _plans(case[0])[case[1]["task_id"]]
    return len(plans.right) + len(_shortest_wrong(plans)[1])


def _cases() -> list[Case]:
    """Every task, or the quickest one of each template."""
    cases = [(subset, config) for subset in OWN for config in load_configs(subset)]
    templates = {(subset, config["intent_template_id"]) for subset, config in cases}
    quickest = [
        min((c for c in cases if c[1]["intent_template_id"] == template), key=_length)
        for _, template in sorted(templates)
    ]
    return cases if ALL else sorted(quickest, key=lambda case: OWN.index(case[0]))


@pytest.fixture(scope="module")
def environments() -> Iterator[Environments]:
    """One for each subset, made when the first of its tasks needs it, and only one at a time."""
    running: dict[str, IsolatedEnvironment] = {}

    def environment(subset: str) -> IsolatedEnvironment:
        if subset not in running:
            _close_all(running)
            running[subset] = IsolatedEnvironment(functools.partial(ListeningSession, subset))
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
    plans = _plans(subset)[config["task_id"]]
    assert _score(environments(subset), config, plans.right) == 1.0
    for why, steps in plans.wrong if ALL else [_shortest_wrong(plans)]:
        assert _score(environments(subset), config, steps) == 0.0, why
    if ALL:
        assert _score(environments(subset), config, DONE_ALONE) == 0.0


@pytest.mark.parametrize("subset", OWN)
def test_a_write_task_leaves_no_trace(environments: Environments, subset: str) -> None:
    """The answer alone is worth nothing right after somebody solved the task."""
    config = next(config for config in load_configs(subset) if config["require_reset"])
    right = _plans(subset)[config["task_id"]].right
    assert _score(environments(subset), config, right) == 1.0
    assert _score(environments(subset), config, DONE_ALONE) == 0.0


def test_all_sites_run_in_one_environment(environments: Environments) -> None:
    for subset in ("admin", "reddit", "multi"):
        config = min(load_configs(subset), key=lambda c: len(_plans(subset)[c["task_id"]].right))
        assert _score(environments("all"), config, _plans(subset)[config["task_id"]].right) == 1.0


def test_a_page_that_asks_somebody_else_would_be_noticed() -> None:
    environment = IsolatedEnvironment(AskingSession)
    environment.reset(Task(id="0", subset="shopping", query=""))
    environment.step("send_msg_to_user('Done.')")
    with pytest.raises(InfrastructureError, match=r"asked \{'127\.0\.0\.1:9'\}"):
        environment.score()
    environment.close()
