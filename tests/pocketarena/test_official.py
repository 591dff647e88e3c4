"""Every plan in a real Chromium, scored by WebArena's own evaluators: right plans 1, wrong plans 0."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from envs.pocketarena import TASKS
from envs.pocketarena.plan import Step, action_for, load_plans
from envs.pocketarena.session import ShopSession
from envs.process import IsolatedEnvironment
from reasoningbank.core.types import Task

pytestmark = pytest.mark.browser

CONFIGS: list[dict[str, Any]] = json.loads(TASKS.read_text())
LARGEST_PAGE = 4500  # characters: 1,500 tokens


@pytest.fixture(scope="module")
def environment() -> Iterator[IsolatedEnvironment]:
    environment = IsolatedEnvironment(ShopSession)
    yield environment
    environment.close()


def _score(environment: IsolatedEnvironment, config: dict[str, Any], steps: tuple[Step, ...]) -> float:
    seen = environment.reset(Task(id=str(config["task_id"]), subset="shopping", query=config["intent"]))
    for step in steps:
        assert len(seen.text) < LARGEST_PAGE, seen.url
        seen = environment.step(action_for(step, seen.text))
        assert not seen.error
    assert seen.terminated
    return environment.score().value


def _each(configs: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "config", configs, ids=lambda config: f"{config['task_id']}-{config['intent_template_id']}"
    )


every_task = _each(CONFIGS)
# all wrong plans take five minutes more: `make validate-pocketarena` runs them
FIRSTS = list({config["intent_template_id"]: config for config in reversed(CONFIGS)}.values())[::-1]
one_of_each_template = _each(CONFIGS if os.environ.get("RB_ALL_PLANS") else FIRSTS)


@every_task
def test_right_plan_scores_one(environment: IsolatedEnvironment, config: dict[str, Any]) -> None:
    assert _score(environment, config, load_plans()[config["task_id"]].right) == 1.0


@one_of_each_template
def test_wrong_plans_score_nothing(environment: IsolatedEnvironment, config: dict[str, Any]) -> None:
    for why, steps in load_plans()[config["task_id"]].wrong:
        assert _score(environment, config, steps) == 0.0, why


def test_a_write_task_leaves_no_trace(environment: IsolatedEnvironment) -> None:
    """The answer alone is worth nothing right after somebody solved the task."""
    config = next(config for config in CONFIGS if config["require_reset"])
    assert _score(environment, config, load_plans()[config["task_id"]].right) == 1.0
    assert _score(environment, config, ({"do": "answer", "text": "Done."},)) == 0.0
