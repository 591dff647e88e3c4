"""Writes `tasks/reddit.json` and `plans/reddit.json`: `python -m envs.pocketarena.forum.make_tasks`.

Both are committed; a test compares them with what this makes. Templates take turns, so that a lesson
from one task finds its next use a few tasks later, never in the next one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from envs.pocketarena.authoring.draft import Draft
from envs.pocketarena.forum import PLANS, TASKS
from envs.pocketarena.forum.authoring import change, find, show
from envs.pocketarena.forum.authoring.draft import FORUM
from envs.pocketarena.forum.data.world import World, make_world

FIRST_TASK, FIRST_TEMPLATE = 30000, 9201  # outside of WebArena's own numbers
Family = Callable[[World], list[Draft]]
TEMPLATES: tuple[Family, ...] = (
    find.most_replied,
    change.start_thread,
    find.who_started,
    show.sorted_forum,
    find.count_recommendations,
    change.reply_to_open,
    find.count_threads,
    show.newest_unanswered,
    change.vote_in_poll,
    find.best_reply,
    change.edit_own,
    show.last_to_reply,
    change.subscribe_to_top,
    find.highest_offer,
    change.upvote_all,
    show.first_of_month,
)


def make() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The task list and the plans."""
    return numbered([family(make_world()) for family in TEMPLATES], FIRST_TASK, FIRST_TEMPLATE, forum_task)


def forum_task() -> dict[str, Any]:
    """What the tasks on the forum alone have in common."""
    return {"sites": ["reddit"], "storage_state": "./.auth/reddit_state.json", "start_url": FORUM}


def numbered(
    families: list[list[Draft]], first_task: int, first_template: int, common: Callable[[], dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One draft of each family in turn, with ids from the first ones on."""
    tasks: list[dict[str, Any]] = []
    plans: list[dict[str, Any]] = []
    for turn in range(max(map(len, families))):
        for number, drafts in enumerate(families):
            if turn < len(drafts):
                task_id = first_task + len(tasks)
                tasks.append(_task(task_id, first_template + number, drafts[turn], common()))
                plans.append(_plans(task_id, drafts[turn]))
    return tasks, plans


def _task(task_id: int, template_id: int, draft: Draft, common: dict[str, Any]) -> dict[str, Any]:
    return {
        "sites": common["sites"],
        "task_id": task_id,
        "require_login": True,
        "storage_state": common["storage_state"],
        "start_url": common["start_url"],
        "geolocation": None,
        "intent_template": draft.template,
        "instantiation_dict": draft.values,
        "intent": draft.intent,
        "require_reset": "program_html" in draft.evaluation["eval_types"],
        "eval": draft.evaluation,
        "intent_template_id": template_id,
        "difficulty": draft.difficulty,
    }


def _plans(task_id: int, draft: Draft) -> dict[str, Any]:
    wrong = [{"why": wrong.why, "steps": wrong.steps} for wrong in draft.wrong]
    return {"task_id": task_id, "plan": draft.plan, "wrong": wrong}


def as_json(entries: list[dict[str, Any]]) -> str:
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def write(made: tuple[list[dict[str, Any]], list[dict[str, Any]]], *paths: Path) -> None:
    """Tasks to the first path, plans to the second."""
    for path, entries in zip(paths, made, strict=True):
        path.parent.mkdir(exist_ok=True)
        path.write_text(as_json(entries))


def main() -> None:
    write(make(), TASKS, PLANS)


if __name__ == "__main__":
    main()
