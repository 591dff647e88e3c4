"""The shipped tasks are those that the seeded world makes, in WebArena's format."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest

from envs.pocketarena import TASKS
from envs.pocketarena.make_tasks import as_json, make
from envs.pocketarena.plan import PLANS, load_plans

OFFICIAL_KEYS = {
    *("sites", "task_id", "require_login", "storage_state", "start_url", "geolocation", "intent_template"),
    *("instantiation_dict", "intent", "require_reset", "eval", "intent_template_id"),
}
KINDS = ("string_match", "url_match", "program_html")


@pytest.fixture(scope="module")
def tasks() -> list[dict[str, Any]]:
    return list(json.loads(TASKS.read_text()))


def test_shipped_files_are_what_the_world_makes() -> None:
    made, plans = make()
    assert as_json(made) == TASKS.read_text()
    assert as_json(plans) == PLANS.read_text()


def test_format_is_webarenas_plus_a_difficulty(tasks: list[dict[str, Any]]) -> None:
    assert [task["task_id"] for task in tasks] == list(range(len(tasks)))
    for task in tasks:
        assert set(task) == OFFICIAL_KEYS | {"difficulty"}
        assert "{{" not in task["intent"]
        assert task["start_url"] == "__SHOPPING__"


def test_thirty_tasks_ten_templates_all_kinds(tasks: list[dict[str, Any]]) -> None:
    templates = Counter(task["intent_template_id"] for task in tasks)
    assert len(tasks) >= 30
    assert len(templates) >= 10
    assert min(templates.values()) >= 3
    assert {kind for task in tasks for kind in task["eval"]["eval_types"]} == set(KINDS)
    assert {task["difficulty"] for task in tasks} == {"easy", "medium", "hard"}


def test_a_template_has_one_text_and_no_task_follows_one_of_its_own(tasks: list[dict[str, Any]]) -> None:
    texts = defaultdict(set)
    for task in tasks:
        texts[task["intent_template_id"]].add(task["intent_template"])
    assert all(len(found) == 1 for found in texts.values())
    ids = [task["intent_template_id"] for task in tasks]
    assert all(one != two for one, two in pairwise(ids))


def test_no_evaluator_needs_a_model(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        assert "fuzzy_match" not in (task["eval"]["reference_answers"] or {})


def test_the_intent_does_not_hold_the_answer(tasks: list[dict[str, Any]]) -> None:
    for task in tasks:
        reference = task["eval"]["reference_answers"] or {}
        answers = [*reference.get("must_include", []), *filter(None, [reference.get("exact_match")])]
        # a count may also stand in the name of a product
        assert not [text for text in answers if text in task["intent"] and not text.isdigit()], task["intent"]


def test_every_task_has_a_plan_and_a_wrong_one(tasks: list[dict[str, Any]]) -> None:
    plans = load_plans()
    assert set(plans) == {task["task_id"] for task in tasks}
    for plan in plans.values():
        assert plan.wrong
        for steps in (plan.right, *(steps for _, steps in plan.wrong)):
            assert steps[-1]["do"] == "answer"
            assert len(steps) <= 30
