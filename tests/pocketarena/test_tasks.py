"""The shipped tasks are those that the seeded world makes, in WebArena's format."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest

from envs.pocketarena import PLAN_FOLDER, TASK_FOLDER
from envs.pocketarena.lessons import MISLEADS
from envs.pocketarena.make_tasks import FILES, as_json, make
from envs.pocketarena.plan import load_plans
from envs.pocketarena.sites import PLACEHOLDERS
from envs.pocketarena.subsets import LISTS, load_configs

OFFICIAL_KEYS = {
    *("sites", "task_id", "require_login", "storage_state", "start_url", "geolocation", "intent_template"),
    *("instantiation_dict", "intent", "require_reset", "eval", "intent_template_id"),
}
KINDS = ("string_match", "url_match", "program_html")
# subset: numbers of its tasks, numbers of its templates, and how many there are at least
NUMBERS = {
    "shopping": (range(0, 9000), range(9001, 9100), 70, 24),
    "admin": (range(20000, 30000), range(9101, 9200), 70, 20),
    "reddit": (range(30000, 40000), range(9201, 9300), 40, 14),
    "multi": (range(40000, 50000), range(9301, 9400), 20, 6),
}
# what stands for everything that cannot be had
GIVEN_UP = {"must_include": ["N/A"]}

each_list = pytest.mark.parametrize("subset", LISTS)


@pytest.mark.parametrize("subset", FILES)
def test_shipped_files_are_what_the_world_makes(subset: str) -> None:
    made, plans = make(subset)
    assert as_json(made) == (TASK_FOLDER / f"{subset}.json").read_text()
    assert as_json(plans) == (PLAN_FOLDER / f"{subset}.json").read_text()


@each_list
def test_format_is_webarenas_plus_two_marks(subset: str) -> None:
    for task in load_configs(subset):
        assert set(task) == OFFICIAL_KEYS | {"difficulty", "lesson"}
        assert "{{" not in task["intent"]
        for site in task["sites"]:
            assert PLACEHOLDERS[site] in json.dumps([task["start_url"], task["eval"]]), task["task_id"]


@each_list
def test_numbers_lie_in_the_lists_own_range_and_there_are_enough(subset: str) -> None:
    ids, templates, least, least_templates = NUMBERS[subset]
    tasks = load_configs(subset)
    assert all(task["task_id"] in ids and task["intent_template_id"] in templates for task in tasks)
    assert len({task["task_id"] for task in tasks}) == len(tasks) >= least
    families = Counter(task["intent_template_id"] for task in tasks)
    assert len(families) >= least_templates
    assert min(families.values()) >= 3


@pytest.mark.parametrize("subset", ["shopping", "admin"])
def test_all_kinds_difficulties_and_unachievable_ones(subset: str) -> None:
    tasks = load_configs(subset)
    assert {kind for task in tasks for kind in task["eval"]["eval_types"]} == set(KINDS)
    assert {task["difficulty"] for task in tasks} == {"easy", "medium", "hard"}
    impossible = [task for task in tasks if task["eval"]["reference_answers"] == GIVEN_UP]
    assert len(impossible) >= 4


@each_list
def test_a_template_has_one_text_and_no_task_follows_one_of_its_own(subset: str) -> None:
    texts = defaultdict(set)
    tasks = load_configs(subset)
    for task in tasks:
        texts[task["intent_template_id"]].add(task["intent_template"])
    assert all(len(found) == 1 for found in texts.values())
    ids = [task["intent_template_id"] for task in tasks]
    assert all(one != two for one, two in pairwise(ids))


def test_families_that_help_stand_beside_families_that_mislead() -> None:
    marks = {task["intent_template_id"]: task["lesson"] for task in load_configs("all")}
    assert {template for template, mark in marks.items() if mark == "misleads"} == set(MISLEADS)
    counted = Counter(marks.values())
    assert counted["helps"] > counted["misleads"] >= 10


def test_no_two_tasks_ask_the_same() -> None:
    asked = Counter(task["intent"] for task in load_configs("all"))
    assert max(asked.values()) == 1


@each_list
def test_no_evaluator_needs_a_model(subset: str) -> None:
    for task in load_configs(subset):
        assert "fuzzy_match" not in (task["eval"]["reference_answers"] or {})


def _answers(task: dict[str, Any]) -> list[str]:
    reference = task["eval"]["reference_answers"] or {}
    return [*reference.get("must_include", []), *filter(None, [reference.get("exact_match")])]


@pytest.mark.parametrize("subset", ["shopping", "admin"])
def test_the_intent_does_not_hold_the_answer(subset: str) -> None:
    for task in load_configs(subset):
        # a count may also stand in the name of a product
        held = [text for text in _answers(task) if text in task["intent"] and not text.isdigit()]
        assert not held, task["intent"]


@pytest.mark.parametrize("subset", ["shopping", "admin"])
def test_a_family_has_more_than_one_answer(subset: str) -> None:
    """An answer that was remembered from one task must not solve another of its family."""
    answers = defaultdict(list)
    for task in load_configs(subset):
        if (found := _answers(task)) and found != ["N/A"]:
            answers[task["intent_template_id"]].append(tuple(found))
    for template, found in answers.items():
        assert len(found) == 1 or len(set(found)) > 1, template


@pytest.mark.parametrize("subset", ["shopping", "admin"])
def test_every_task_has_a_plan_and_a_wrong_one(subset: str) -> None:
    plans = load_plans(PLAN_FOLDER / f"{subset}.json")
    assert set(plans) == {task["task_id"] for task in load_configs(subset)}
    for plan in plans.values():
        assert plan.wrong
        for steps in (plan.right, *(steps for _, steps in plan.wrong)):
            assert steps[-1]["do"] == "answer"
            assert len(steps) <= 30


@pytest.mark.parametrize("subset", ["shopping", "admin"])
def test_a_hard_task_takes_more_than_a_look(subset: str) -> None:
    plans = load_plans(PLAN_FOLDER / f"{subset}.json")
    for task in load_configs(subset):
        if task["difficulty"] == "hard":
            assert len(plans[task["task_id"]].right) >= 4, task["intent"]
