"""Writes `tasks/shopping.json` and `plans/shopping.json`: `python -m envs.pocketarena.make_tasks`.

Both are committed; a test compares them with what this makes. Templates take turns, so that a lesson
from one task finds its next use a few tasks later, never in the next one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from envs.pocketarena import TASKS
from envs.pocketarena.authoring import change, find_orders, find_products, show
from envs.pocketarena.authoring.draft import SHOP, Draft
from envs.pocketarena.data.world import World, make_world
from envs.pocketarena.plan import PLANS

FIRST_TEMPLATE_ID = 9001  # outside WebArena's own numbers
TEMPLATES: tuple[Callable[[World], list[Draft]], ...] = (
    find_products.extreme_product,
    find_orders.oldest_order,
    change.fill_basket,
    show.sorted_category,
    find_products.low_ratings,
    find_orders.spent_in_month,
    change.wish_for_extreme,
    find_products.attribute_of_twin,
    find_products.most_reviewed,
    show.order_with_product,
    change.write_review,
    find_products.count_in_stock,
    find_orders.count_by_status,
    show.filtered_category,
    change.change_address,
    find_products.complaints,
    show.extreme_in_stock,
    change.order_again,
)


def make() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The task list and the plans."""
    world = make_world()
    families = [make_drafts(world) for make_drafts in TEMPLATES]
    tasks: list[dict[str, Any]] = []
    plans: list[dict[str, Any]] = []
    for turn in range(max(map(len, families))):
        for family, drafts in enumerate(families):
            if turn < len(drafts):
                tasks.append(_task(len(tasks), FIRST_TEMPLATE_ID + family, drafts[turn]))
                plans.append(_plans(tasks[-1]["task_id"], drafts[turn]))
    return tasks, plans


def _task(task_id: int, template_id: int, draft: Draft) -> dict[str, Any]:
    return {
        "sites": ["shopping"],
        "task_id": task_id,
        "require_login": True,
        "storage_state": "./.auth/shopping_state.json",
        "start_url": SHOP,
        "geolocation": None,
        "intent_template": draft.template,
        "instantiation_dict": draft.values,
        "intent": draft.intent,
        "require_reset": draft.evaluation["eval_types"] == ["program_html"],
        "eval": draft.evaluation,
        "intent_template_id": template_id,
        "difficulty": draft.difficulty,
    }


def _plans(task_id: int, draft: Draft) -> dict[str, Any]:
    wrong = [{"why": wrong.why, "steps": wrong.steps} for wrong in draft.wrong]
    return {"task_id": task_id, "plan": draft.plan, "wrong": wrong}


def as_json(entries: list[dict[str, Any]]) -> str:
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    tasks, plans = make()
    for path, entries in ((TASKS, tasks), (PLANS, plans)):
        path.parent.mkdir(exist_ok=True)
        path.write_text(as_json(entries))


if __name__ == "__main__":
    main()
