"""Playing plans against the official evaluators, in the benchmark's own sessions."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Any

import pytest

from envs.pocketarena.plan import Step, TaskPlans, action_for, load_plans
from envs.process import IsolatedEnvironment
from reasoningbank.core.types import Task

from ..listening import ListeningSession

ALL = bool(os.environ.get("RB_ALL_PLANS"))  # as `make validate-pocketarena` sets it
LARGEST_PAGE = 5500  # characters: 1,800 tokens; the forum's own pages stay below 4,500
DONE_ALONE: tuple[Step, ...] = ({"do": "answer", "text": "Done."},)
Config = dict[str, Any]


def environment_of(subset: str) -> IsolatedEnvironment:
    return IsolatedEnvironment(functools.partial(ListeningSession, subset))


def score(environment: IsolatedEnvironment, config: Config, steps: tuple[Step, ...]) -> float:
    """What the official evaluator gives for the steps, from a fresh reset on."""
    site = "+".join(config["sites"])
    seen = environment.reset(Task(id=str(config["task_id"]), subset=site, query=config["intent"]))
    for step in steps:
        assert len(seen.text) < LARGEST_PAGE, seen.url
        seen = environment.step(action_for(step, seen.text))
        assert not seen.error
    assert seen.terminated
    return environment.score().value


def play(environment: IsolatedEnvironment, config: Config, plans: TaskPlans) -> None:
    """The right plan scores 1; the shortest wrong one, or all of them, 0; and so does doing nothing."""
    assert score(environment, config, plans.right) == 1.0
    for why, steps in plans.wrong if ALL else [_shortest_wrong(plans)]:
        assert score(environment, config, steps) == 0.0, why
    if ALL:
        assert score(environment, config, DONE_ALONE) == 0.0


def _shortest_wrong(plans: TaskPlans) -> tuple[str, tuple[Step, ...]]:
    return min(plans.wrong, key=lambda wrong: len(wrong[1]))


def every_or_quickest_of_each_template(configs: list[Config], plans: Path) -> pytest.MarkDecorator:
    loaded = load_plans(plans)

    def length(config: Config) -> int:
        mine = loaded[config["task_id"]]
        return len(mine.right) + len(_shortest_wrong(mine)[1])

    slowest_first = sorted(configs, key=length, reverse=True)
    quickest = {config["intent_template_id"]: config for config in slowest_first}
    return pytest.mark.parametrize(
        "config",
        configs if ALL else [quickest[template] for template in sorted(quickest)],
        ids=lambda config: f"{config['task_id']}-{config['intent_template_id']}",
    )
