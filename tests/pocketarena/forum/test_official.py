"""Every plan in a real Chromium, scored by WebArena's own evaluators: right plans 1, wrong plans 0."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from envs.pocketarena.forum import PLANS, TASKS
from envs.process import IsolatedEnvironment

from .playing import DONE_ALONE, all_or_first_of_each_template, score, some_or_all, taskplans
from .session import ForumSession

pytestmark = pytest.mark.browser

CONFIGS: list[dict[str, Any]] = json.loads(TASKS.read_text())


@pytest.fixture(scope="module")
def environment() -> Iterator[IsolatedEnvironment]:
    environment = IsolatedEnvironment(ForumSession)
    yield environment
    environment.close()


@all_or_first_of_each_template(CONFIGS)
def test_right_plan_scores_one_and_wrong_plans_nothing(
    environment: IsolatedEnvironment, config: dict[str, Any]
) -> None:
    plans = taskplans(PLANS, config)
    assert score(environment, config, plans.right) == 1.0
    for why, steps in some_or_all(plans.wrong):
        assert score(environment, config, steps) == 0.0, why


def test_write_tasks_leave_no_trace(environment: IsolatedEnvironment) -> None:
    """The answer alone is worth nothing right after somebody solved the task."""
    config = next(config for config in CONFIGS if config["require_reset"])
    assert score(environment, config, taskplans(PLANS, config).right) == 1.0
    assert score(environment, config, DONE_ALONE) == 0.0
