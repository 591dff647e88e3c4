"""The tasks on forum and shop, with both servers running: right plans 1, wrong plans 0."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from envs.pocketarena.forum import MULTI_PLANS, MULTI_TASKS
from envs.process import IsolatedEnvironment

from .playing import DONE_ALONE, all_or_first_of_each_template, score, some_or_all, taskplans
from .session import MultiSession

pytestmark = pytest.mark.browser

CONFIGS: list[dict[str, Any]] = json.loads(MULTI_TASKS.read_text())


@pytest.fixture(scope="module")
def environment() -> Iterator[IsolatedEnvironment]:
    environment = IsolatedEnvironment(MultiSession)
    yield environment
    environment.close()


@all_or_first_of_each_template(CONFIGS)
def test_right_plan_scores_one_and_wrong_plans_nothing(
    environment: IsolatedEnvironment, config: dict[str, Any]
) -> None:
    plans = taskplans(MULTI_PLANS, config)
    assert score(environment, config, plans.right) == 1.0
    for why, steps in some_or_all(plans.wrong):
        assert score(environment, config, steps) == 0.0, why


def test_both_sites_are_reset(environment: IsolatedEnvironment) -> None:
    """The task that changes both: its answer alone is worth nothing right after somebody solved it."""
    config = next(c for c in CONFIGS if len({t["url"][:9] for t in c["eval"]["program_html"]}) == 2)
    assert score(environment, config, taskplans(MULTI_PLANS, config).right) == 1.0
    assert score(environment, config, DONE_ALONE) == 0.0
