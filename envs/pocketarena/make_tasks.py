"""Writes the task files and their plans: `python -m envs.pocketarena.make_tasks`.

All are committed; a test compares them with what this makes. Templates take turns, so that a lesson
from one task finds its next use a few tasks later, never in the next one. The forum's are made by
`envs.pocketarena.forum`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from envs.pocketarena import PLAN_FOLDER, TASK_FOLDER
from envs.pocketarena.authoring import (
    change,
    find_orders,
    find_products,
    keep,
    office_changes,
    office_goods,
    office_orders,
    office_people,
    office_reports,
    office_reviews,
    office_vouchers,
    show,
)
from envs.pocketarena.authoring.draft import ADMIN, SHOP, Draft
from envs.pocketarena.data.world import World, make_world
from envs.pocketarena.lessons import lesson

Maker = Callable[[World], list[Draft]]
Entries = list[dict[str, Any]]


@dataclass(frozen=True)
class Numbering:
    """What the tasks of a batch have in common. Numbers are outside WebArena's own, and stay once given."""

    sites: tuple[str, ...]
    start_url: str
    first_task: int
    first_template: int


@dataclass(frozen=True)
class Batch(Numbering):
    """Families whose tasks take turns."""

    makers: tuple[Maker, ...]


SHOPPING = Batch(
    sites=("shopping",),
    start_url=SHOP,
    first_task=0,
    first_template=9001,
    makers=(
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
    ),
)
MORE_SHOPPING = Batch(
    sites=("shopping",),
    start_url=SHOP,
    first_task=54,
    first_template=9019,
    makers=(
        keep.detail_of_order,
        keep.remove_wish,
        keep.price_of_variant,
        keep.default_address,
        keep.price_then,
        keep.move_wish,
    ),
)
ADMINISTRATION = Batch(
    sites=("shopping_admin",),
    start_url=ADMIN,
    first_task=20000,
    first_template=9101,
    makers=(
        office_orders.count_of_month,
        office_goods.add_stock,
        office_people.note_on_order,
        office_reports.best_seller,
        office_changes.move_order,
        office_vouchers.best_voucher,
        office_orders.show_orders,
        office_reviews.moderate,
        office_orders.paid_by_customer,
        office_goods.lower_price,
        office_people.detail_of_customer,
        office_reports.orders_value,
        office_changes.note_on_every,
        office_goods.alerts_of_brand,
        office_vouchers.create_voucher,
        office_orders.dearest_orders_customer,
        office_goods.set_stock,
        office_people.open_customer,
        office_changes.move_back,
        office_reports.highest_revenue,
        office_goods.sold_out_listing,
        office_vouchers.extend_voucher,
        office_changes.change_address,
        office_goods.restock_below,
    ),
)
FILES: dict[str, tuple[Batch, ...]] = {"shopping": (SHOPPING, MORE_SHOPPING), "admin": (ADMINISTRATION,)}


def make(subset: str) -> tuple[Entries, Entries]:
    """The task list and the plans of one file."""
    tasks: Entries = []
    plans: Entries = []
    for batch in FILES[subset]:
        for number, (template, draft) in enumerate(_in_turns(batch), start=batch.first_task):
            tasks.append(task_entry(batch, number, template, draft))
            plans.append(plan_entry(number, draft))
    return tasks, plans


def _in_turns(batch: Batch) -> list[tuple[int, Draft]]:
    world = make_world()
    families = [make_drafts(world) for make_drafts in batch.makers]
    return [
        (batch.first_template + number, drafts[turn])
        for turn in range(max(map(len, families)))
        for number, drafts in enumerate(families)
        if turn < len(drafts)
    ]


def task_entry(batch: Numbering, task_id: int, template_id: int, draft: Draft) -> dict[str, Any]:
    """WebArena's configuration of a task, with our marks `difficulty` and `lesson`."""
    return {
        "sites": list(batch.sites),
        "task_id": task_id,
        "require_login": True,
        "storage_state": f"./.auth/{'.'.join(batch.sites)}_state.json",
        "start_url": batch.start_url,
        "geolocation": None,
        "intent_template": draft.template,
        "instantiation_dict": draft.values,
        "intent": draft.intent,
        "require_reset": "program_html" in draft.evaluation["eval_types"],
        "eval": draft.evaluation,
        "intent_template_id": template_id,
        "difficulty": draft.difficulty,
        "lesson": lesson(template_id),
    }


def plan_entry(task_id: int, draft: Draft) -> dict[str, Any]:
    """The right plan of a task and its wrong ones."""
    wrong = [{"why": wrong.why, "steps": wrong.steps} for wrong in draft.wrong]
    return {"task_id": task_id, "plan": draft.plan, "wrong": wrong}


def as_json(entries: Entries) -> str:
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    for subset in FILES:
        for folder, entries in zip((TASK_FOLDER, PLAN_FOLDER), make(subset), strict=True):
            folder.mkdir(exist_ok=True)
            (folder / f"{subset}.json").write_text(as_json(entries))


if __name__ == "__main__":
    main()
