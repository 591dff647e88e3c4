"""The agent: from what a prompt shows to a thought and an action."""

from __future__ import annotations

from collections.abc import Callable

from envs.pocketarena.policy import listings, orders, products
from envs.pocketarena.policy.moves import Move, View, answer, view_of
from envs.pocketarena.policy.prompt import Prompt
from envs.pocketarena.policy.query import Kind

_ERRANDS: dict[Kind, Callable[[View], Move]] = {
    Kind.EXTREME: listings.extreme,
    Kind.SORTED: listings.in_order,
    Kind.FILTERED: listings.filtered,
    Kind.COUNT_PRODUCTS: listings.count_products,
    Kind.MOST_REVIEWED: listings.most_reviewed,
    Kind.FIRST_ORDER: orders.first_order,
    Kind.COUNT_ORDERS: orders.count_orders,
    Kind.SPENT: orders.spent,
    Kind.FIND_ORDER: orders.find_order,
    Kind.REORDER: orders.reorder,
    Kind.WRITE_REVIEW: products.write_review,
    Kind.BASKET: products.basket,
    Kind.ATTRIBUTE: products.attribute,
    Kind.LOW_RATINGS: products.low_ratings,
    Kind.COMPLAINTS: products.complaints,
    Kind.ADDRESS: products.address,
}


def act(prompt: Prompt) -> str:
    """`THOUGHT` and `ACTION` lines. The thought first says whether a lesson of the memory is used."""
    view = view_of(prompt)
    errand = _ERRANDS.get(view.goal.kind)
    move = errand(view) if errand else answer("N/A", "I do not understand the task.")
    return f"THOUGHT: {_about_memory(view)}{move.thought}\nACTION: {move.action}"


def _about_memory(view: View) -> str:
    if not view.prompt.memory:
        return ""
    return "A lesson may apply. " if view.habits else "No lesson applies. "
