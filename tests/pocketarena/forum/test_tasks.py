"""The shipped tasks are those that the seeded world makes, in WebArena's format."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from envs.pocketarena.forum import MULTI_PLANS, MULTI_TASKS, PLANS, TASKS
from envs.pocketarena.forum.make_tasks import make, make_multi
from envs.pocketarena.make_tasks import as_json
from envs.pocketarena.plan import load_plans

OFFICIAL_KEYS = {
    *("sites", "task_id", "require_login", "storage_state", "start_url", "geolocation", "intent_template"),
    *("instantiation_dict", "intent", "require_reset", "eval", "intent_template_id"),
}
BOTH = pytest.mark.parametrize("tasks, plans", [(TASKS, PLANS), (MULTI_TASKS, MULTI_PLANS)])
MOST_STEPS = 30


def _read(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text()))


def test_shipped_files_are_what_the_world_makes() -> None:
    for made, *paths in ((make(), TASKS, PLANS), (make_multi(), MULTI_TASKS, MULTI_PLANS)):
        assert [as_json(entries) for entries in made] == [path.read_text() for path in paths]


@pytest.mark.parametrize(
    "path, sites, first, template, least, families",
    [
        (TASKS, ["reddit"], 30000, 9201, 40, 12),
        (MULTI_TASKS, ["reddit", "shopping"], 40000, 9301, 20, 6),
    ],
)
def test_format_is_webarenas_plus_two_marks(
    path: Path, sites: list[str], first: int, template: int, least: int, families: int
) -> None:
    tasks = _read(path)
    assert [task["task_id"] for task in tasks] == list(range(first, first + len(tasks)))
    assert len(tasks) >= least
    templates = Counter(task["intent_template_id"] for task in tasks)
    assert len(templates) >= families
    assert min(templates) == template and max(templates) <= template // 100 * 100 + 99
    assert min(templates.values()) >= 3
    for task in tasks:
        assert set(task) == OFFICIAL_KEYS | {"difficulty", "lesson"}
        assert task["sites"] == sites
        assert "{{" not in task["intent"]
        assert task["start_url"].startswith("__REDDIT__")
    assert {"medium", "hard"} <= {task["difficulty"] for task in tasks}


@BOTH
def test_all_kinds_and_some_with_nothing_to_find(tasks: Path, plans: Path) -> None:
    found = _read(tasks)
    assert {kind for task in found for kind in task["eval"]["eval_types"]} == {
        *("string_match", "url_match", "program_html")
    }
    answers = [task["eval"]["reference_answers"] or {} for task in found]
    assert any(answer.get("must_include") == ["N/A"] for answer in answers)


@BOTH
def test_no_evaluator_needs_a_model(tasks: Path, plans: Path) -> None:
    for task in _read(tasks):
        assert "fuzzy_match" not in (task["eval"]["reference_answers"] or {})


@BOTH
def test_a_template_has_one_text_and_no_task_follows_one_of_its_own(tasks: Path, plans: Path) -> None:
    texts = defaultdict(set)
    for task in _read(tasks):
        texts[task["intent_template_id"]].add(task["intent_template"])
    assert all(len(found) == 1 for found in texts.values())
    ids = [task["intent_template_id"] for task in _read(tasks)]
    assert all(one != two for one, two in pairwise(ids))


@BOTH
def test_the_intent_does_not_hold_the_answer(tasks: Path, plans: Path) -> None:
    for task in _read(tasks):
        reference = task["eval"]["reference_answers"] or {}
        answers = [*reference.get("must_include", []), *filter(None, [reference.get("exact_match")])]
        # a count may also stand in a title; every task of such a template offers "N/A"
        told = [text for text in answers if text in task["intent"] and not text.isdigit() and text != "N/A"]
        assert not told, task["intent"]


@BOTH
def test_every_task_has_a_plan_and_a_wrong_one(tasks: Path, plans: Path) -> None:
    loaded = load_plans(plans)
    assert set(loaded) == {task["task_id"] for task in _read(tasks)}
    for plan in loaded.values():
        assert plan.wrong
        for steps in (plan.right, *(steps for _, steps in plan.wrong)):
            assert steps[-1]["do"] == "answer"
            assert len(steps) <= MOST_STEPS


@BOTH
def test_an_answer_is_never_right_by_its_wording(tasks: Path, plans: Path) -> None:
    """What the wrong plans say is not what is asked for: nothing is left to the strictness of a match."""
    loaded = load_plans(plans)
    for task in _read(tasks):
        must = (task["eval"]["reference_answers"] or {}).get("must_include", [])
        for why, steps in loaded[task["task_id"]].wrong:
            assert not must or not all(part in steps[-1]["text"] for part in must), why
