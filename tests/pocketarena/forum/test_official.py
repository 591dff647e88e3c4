"""The tasks of `reddit` in a real Chromium, scored by WebArena's own evaluators.

The quickest task of each template, its right plan and its shortest wrong one; with `RB_ALL_PLANS=1` all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from envs.pocketarena.forum import PLANS, TASKS
from envs.pocketarena.plan import load_plans
from envs.process import IsolatedEnvironment

from .playing import DONE_ALONE, environment_of, every_or_quickest_of_each_template, play, score

pytestmark = pytest.mark.browser

CONFIGS: list[dict[str, Any]] = json.loads(TASKS.read_text())


@pytest.fixture(scope="module")
def environment() -> Iterator[IsolatedEnvironment]:
    environment = environment_of("reddit")
    yield environment
    environment.close()


@every_or_quickest_of_each_template(CONFIGS, PLANS)
def test_right_plan_scores_one_and_wrong_plans_nothing(
    environment: IsolatedEnvironment, config: dict[str, Any]
) -> None:
    play(environment, config, load_plans(PLANS)[config["task_id"]])


def test_a_write_task_leaves_no_trace(environment: IsolatedEnvironment) -> None:
    """The answer alone is worth nothing right after somebody solved the task."""
    config = next(config for config in CONFIGS if config["require_reset"])
    assert score(environment, config, load_plans(PLANS)[config["task_id"]].right) == 1.0
    assert score(environment, config, DONE_ALONE) == 0.0
