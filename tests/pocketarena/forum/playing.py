"""Playing plans against the official evaluators."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from envs.pocketarena.plan import Step, TaskPlans, action_for, load_plans
from envs.process import IsolatedEnvironment
from reasoningbank.core.types import Task

LARGEST_PAGE = 4500  # characters: 1,500 tokens
DONE_ALONE: tuple[Step, ...] = ({"do": "answer", "text": "Done."},)


def score(environment: IsolatedEnvironment, config: dict[str, Any], steps: tuple[Step, ...]) -> float:
    """What the official evaluator gives for the steps, from a fresh reset on."""
    site = "+".join(config["sites"])
    seen = environment.reset(Task(id=str(config["task_id"]), subset=site, query=config["intent"]))
    for step in steps:
        assert len(seen.text) < LARGEST_PAGE, seen.url
        seen = environment.step(action_for(step, seen.text))
        assert not seen.error
    assert seen.terminated
    return environment.score().value


def taskplans(path: Path, config: dict[str, Any]) -> TaskPlans:
    return load_plans(path)[config["task_id"]]


def all_or_first_of_each_template(configs: list[dict[str, Any]]) -> pytest.MarkDecorator:
    """All of them take minutes: `make validate-pocketarena` runs those (`RB_ALL_PLANS=1`)."""
    firsts = list({config["intent_template_id"]: config for config in reversed(configs)}.values())[::-1]
    return pytest.mark.parametrize(
        "config",
        configs if os.environ.get("RB_ALL_PLANS") else firsts,
        ids=lambda config: f"{config['task_id']}-{config['intent_template_id']}",
    )


def some_or_all(wrong: tuple[tuple[str, tuple[Step, ...]], ...]) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    """The first wrong plan; with `RB_ALL_PLANS=1` all."""
    return wrong if os.environ.get("RB_ALL_PLANS") else wrong[:1]
