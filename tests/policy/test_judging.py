"""Verdicts rest on the trajectory, the last page and the answer."""

from __future__ import annotations

from envs.pocketarena.policy import ShopPolicy
from envs.pocketarena.policy.page import Page
from reasoningbank.core.types import Label, Message, Purpose, Step
from reasoningbank.judge.parsing import parse_verdict

from .prompts import SHOP, page, step, to_judge

CHEAPEST = "What is the cheapest product in the Cookware category? Give its full name and its price."
OLDEST = "What is the number of my oldest order?"
FILTERED = (
    "Show me only those products of the Backpacks category that are in stock and cost between $40 and $90."
)
BACKPACKS = f"{SHOP}/catalogue/category/outdoor/backpacks_9/"
ANSWERED = step("I answer.", "send_msg_to_user('Done.')")


def verdict(messages: list[Message]) -> Label:
    return parse_verdict(ShopPolicy().reply(messages, Purpose.JUDGE, 0))[0]


def test_an_extreme_of_an_unsorted_part_is_a_failure() -> None:
    first = Page(page("cookware")).products[0].title
    assert verdict(to_judge(CHEAPEST, page("cookware"), steps=[ANSWERED], response=first)) is Label.FAILURE


def test_no_answer_is_a_failure() -> None:
    assert verdict(to_judge(OLDEST, page("orders_5"), steps=[ANSWERED], response="")) is Label.FAILURE


def test_the_oldest_order_stands_on_the_last_page() -> None:
    assert verdict(to_judge(OLDEST, page("orders_1"), steps=[ANSWERED], response="1")) is Label.FAILURE
    assert verdict(to_judge(OLDEST, page("orders_5"), steps=[ANSWERED], response="1")) is Label.SUCCESS


def test_filters_must_show_in_the_address() -> None:
    steps: list[Step] = [ANSWERED]
    whole = f"{BACKPACKS}?min_price=40&max_price=90&in_stock=1"
    assert verdict(to_judge(FILTERED, page("filtered"), whole, steps)) is Label.SUCCESS
    assert verdict(to_judge(FILTERED, page("filtered"), f"{BACKPACKS}?max_price=90", steps)) is Label.FAILURE


def test_an_order_must_go_where_it_was_asked_to() -> None:
    thanks = page("thanks")
    there = next(text for text in Page(thanks).texts if "Street" in text).split(", ")[1]
    query = "My order from May 3, 2022 was canceled. Order the same things again and have them sent to {}."
    assert verdict(to_judge(query.format(there), thanks, steps=[ANSWERED])) is Label.SUCCESS
    assert verdict(to_judge(query.format("9 Mill Lane"), thanks, steps=[ANSWERED])) is Label.FAILURE
