"""The judge: signs of success in what was done, the page at the end and the answer. It can be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

from envs.pocketarena.policy.prompt import Prompt
from envs.pocketarena.policy.query import Goal, Kind, read_query

_IN_STOCK = "in_stock=1"
Sign = Callable[[Prompt, Goal], str]  # what is wrong; empty when nothing is seen


def judge(prompt: Prompt) -> str:
    """`Thoughts` and `Status` lines."""
    goal = read_query(prompt.query)
    problem = _no_answer(prompt) or _SIGNS.get(goal.kind, _unknown)(prompt, goal)
    thoughts = problem or "The steps lead to what was asked for and the last page agrees with it."
    return f"Thoughts: {thoughts}\nStatus: {'failure' if problem else 'success'}"


def _no_answer(prompt: Prompt) -> str:
    if not prompt.answer or prompt.answer.startswith("(no answer"):
        return "The agent stopped without an answer."
    return "The agent gave up." if prompt.answer == "N/A" else ""


def _unknown(prompt: Prompt, goal: Goal) -> str:
    return "" if prompt.history else "The agent did nothing."


def _extreme(prompt: Prompt, goal: Goal) -> str:
    page, do = prompt.page, goal["do"]
    if do == "list" and "added" not in page.status:
        return "No message says that the product was put on the list."
    if not _compared_all(prompt):
        return "Only a part of an unsorted listing was looked at, so nothing shows that this is the extreme."
    if do == "open" and "Out of stock" in " ".join(page.texts):
        return "The product at the end is out of stock, so it cannot be bought now."
    if do == "tell" and page.products and "sort=" in page.url and page.products[0].title not in prompt.answer:
        return "The answer is not the first entry of the sorted listing."
    return ""


def _compared_all(prompt: Prompt) -> bool:
    applied = prompt.did("in 'Sort by'") and prompt.did("button 'Apply'")
    return applied or _read_to_the_end(prompt)


def _read_to_the_end(prompt: Prompt) -> bool:
    turned = prompt.did("I click the link 'Next'") or prompt.did("the last")
    return prompt.page.is_last if prompt.page.position != (1, 1) else turned


def _sorted(prompt: Prompt, goal: Goal) -> str:
    return "" if "sort=" in prompt.page.url else "The order was chosen but never applied to the list."


def _filtered(prompt: Prompt, goal: Goal) -> str:
    missing = [part for part in ("min_price", "max_price", _IN_STOCK) if part not in prompt.page.url]
    return "The listing at the end lacks a filter that was asked for." if missing else ""


def _counted(prompt: Prompt, goal: Goal) -> str:
    page = prompt.page
    if _IN_STOCK in page.url and "max_price" in page.url:
        agrees = str(page.total) == prompt.answer
        return "" if agrees else "The answer is not the number that the filtered list shows."
    return "" if page.is_last else "Only a part of the pages was counted."


def _most_reviewed(prompt: Prompt, goal: Goal) -> str:
    return "" if prompt.page.is_last else "The numbers of reviews on the other pages were not looked at."


def _first_order(prompt: Prompt, goal: Goal) -> str:
    return "" if prompt.page.is_last else "There are pages with older orders that were not looked at."


def _count_orders(prompt: Prompt, goal: Goal) -> str:
    """Strict where it need not be: the list is newest first, and one may stop once the year is past."""
    return "" if prompt.page.is_last else "Not all pages of the orders were looked at."


def _spent(prompt: Prompt, goal: Goal) -> str:
    month, year = goal["month"].split()
    seen = [o for o in prompt.page.orders if f"{o.placed:%B %Y}" == f"{month} {year}"]
    refunded = any(order.status == "canceled" for order in seen)
    if refunded and not prompt.did("leave out"):
        return "An order of that month was canceled and refunded, yet it seems to be part of the sum."
    return "" if re.fullmatch(r"\$[\d,]+\.\d\d", prompt.answer) else "The answer is not an amount."


def _find_order(prompt: Prompt, goal: Goal) -> str:
    holds = prompt.page.find("link", goal["product"])
    return "" if holds else "The order at the end does not hold the product."


def _reorder(prompt: Prompt, goal: Goal) -> str:
    page = prompt.page
    if not page.heading.startswith("Thank you"):
        return "The order was not placed."
    sent_there = any(f" {goal['street']}," in text for text in page.texts)
    return "" if sent_there else "The order is sent to another address than the one asked for."


def _write_review(prompt: Prompt, goal: Goal) -> str:
    page = prompt.page
    shown = any(goal["body"] in text for text in page.texts)
    return "" if shown or "reviewing" in page.status else "Nothing shows that the review was accepted."


def _basket(prompt: Prompt, goal: Goal) -> str:
    added = prompt.page.status.startswith(f"{goal['product']} was added")
    return "" if added else "No message says that this product was put into the basket."


def _attribute(prompt: Prompt, goal: Goal) -> str:
    """Lenient on purpose, as a judge in a hurry is: it compares the names up to the comma."""
    wanted, open_page = goal["product"].split(",")[0], prompt.page.heading.split(",")[0]
    return "" if wanted == open_page else "The page at the end is of a product with another name."


def _reviews(prompt: Prompt, goal: Goal) -> str:
    return "" if prompt.page.is_last else "Only a part of the reviews was read."


def _address(prompt: Prompt, goal: Goal) -> str:
    """Looks at the message only: whether it was the right line of the book is left unseen."""
    message = prompt.page.status
    saved = goal["street"] in message and goal["code"] in message
    return "" if saved else "No message says that the address was changed as asked."


_SIGNS: dict[Kind, Sign] = {
    Kind.EXTREME: _extreme,
    Kind.SORTED: _sorted,
    Kind.FILTERED: _filtered,
    Kind.COUNT_PRODUCTS: _counted,
    Kind.MOST_REVIEWED: _most_reviewed,
    Kind.FIRST_ORDER: _first_order,
    Kind.COUNT_ORDERS: _count_orders,
    Kind.SPENT: _spent,
    Kind.FIND_ORDER: _find_order,
    Kind.REORDER: _reorder,
    Kind.WRITE_REVIEW: _write_review,
    Kind.BASKET: _basket,
    Kind.ATTRIBUTE: _attribute,
    Kind.LOW_RATINGS: _reviews,
    Kind.COMPLAINTS: _reviews,
    Kind.ADDRESS: _address,
}
