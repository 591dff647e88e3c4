"""A lesson in the memory block changes what the policy does; nothing else in the prompt does."""

from __future__ import annotations

import pytest

from envs.pocketarena.policy import ShopPolicy
from envs.pocketarena.policy.habits import Habit, habits_from
from envs.pocketarena.policy.page import Page
from reasoningbank.agents.parsing import answer_in, parse_reply
from reasoningbank.core.prompts import render
from reasoningbank.core.types import Message, Purpose
from reasoningbank.memory.items import parse_items

from .prompts import SHOP, page, step, to_act, to_extract

CHEAPEST = "What is the cheapest product in the Cookware category? Give its full name and its price."
COOKWARE = f"{SHOP}/catalogue/category/kitchen/cookware_2/"


def action(messages: list[Message]) -> str:
    return parse_reply(ShopPolicy().reply(messages, Purpose.ACT, 0)).action


def lesson_of_a_failure(query: str) -> str:
    """What the harness would inject after a failure at `query`."""
    reply = ShopPolicy().reply(to_extract(query, [step("I answer.")], succeeded=False), Purpose.EXTRACT, 0)
    return render("memory", "injected", items=parse_items(reply, 3).items, texts=[])


def bid(tree: str, role: str, name: str) -> str:
    element = Page(tree).find(role, name)
    assert element is not None
    return element.bid


def test_without_memory_the_first_page_is_believed() -> None:
    cheapest = min(Page(page("cookware")).products, key=lambda product: product.price)
    said = answer_in(action(to_act(CHEAPEST, page("cookware"), COOKWARE)))
    assert said is not None and cheapest.title in said


def test_a_lesson_on_sorting_is_followed() -> None:
    memory = lesson_of_a_failure(CHEAPEST)
    sort = bid(page("cookware"), "combobox", "Sort by")
    done = action(to_act(CHEAPEST, page("cookware"), COOKWARE, memory=memory))
    assert done == f"select_option({sort!r}, 'Price: low to high')"


def test_the_words_of_a_lesson_count_not_its_source() -> None:
    in_other_words = "## Tip\nIt pays to sort the results first."
    assert "select_option" in action(to_act(CHEAPEST, page("cookware"), COOKWARE, memory=in_other_words))


def test_a_lesson_on_something_else_changes_nothing() -> None:
    plain = to_act(CHEAPEST, page("cookware"), COOKWARE)
    other = to_act(CHEAPEST, page("cookware"), COOKWARE, memory="Be polite.")
    assert action(plain) == action(other)


OLDEST = "What is the number of my oldest order?"


def test_a_lesson_on_pages_leads_on() -> None:
    orders = f"{SHOP}/sales/order/history/"
    assert answer_in(action(to_act(OLDEST, page("orders_1"), orders))) is not None
    onward = bid(page("orders_1"), "link", "Next")
    assert action(to_act(OLDEST, page("orders_1"), orders, memory=lesson_of_a_failure(OLDEST))) == (
        f"click({onward!r})"
    )


REORDER = (
    "My order from August 23, 2022 was canceled. Order the same things again and have them sent to "
    "110 Maple Street."
)


def test_a_lesson_on_addresses_picks_the_line() -> None:
    tree = page("shipping")
    ship = [element.bid for element in Page(tree).elements if element.name == "Ship Here"]
    assert action(to_act(REORDER, tree)) == f"click({ship[0]!r})"
    assert action(to_act(REORDER, tree, memory=lesson_of_a_failure(REORDER))) == f"click({ship[1]!r})"


def test_what_was_seen_before_comes_from_the_thoughts() -> None:
    query = "How many of the orders that I placed in 2021 are complete? Answer with the number only."
    page_before = "This is page 4 of 5, there is more. Noted so far [7 orders]. I click the link 'Next'."
    # a click can time out and lead on all the same
    steps = [step(page_before, "click('9')", error="TimeoutError")]
    here = [o for o in Page(page("orders_5")).orders if o.placed.year == 2021 and o.status == "complete"]
    said = answer_in(action(to_act(query, page("orders_5"), steps=steps)))
    assert said == str(7 + len(here))


def test_the_page_says_what_is_done_not_the_clicks() -> None:
    query = "Put 2 pieces of the Quillon Classic Bolster 8 mm, Slate Grey into my basket."
    tree = page("product")
    add = bid(tree, "button", "Add to Basket")
    clicks = [step("I click the button 'Add to Basket'.", f"click({add!r})", error="TimeoutError")] * 2
    one_in = tree.replace("Basket (0)", "Basket (1)")
    assert action(to_act(query, one_in, steps=clicks)) == f"click({add!r})"
    both_in = tree.replace("Basket (0)", "Basket (2)")
    assert answer_in(action(to_act(query, both_in, steps=clicks))) == "Done."


@pytest.mark.parametrize(
    "text, habit",
    [
        ("Always sort first.", Habit.SORT),
        ("Canceled orders do not count.", Habit.CANCELED),
        ("Cancelled orders do not count.", Habit.CANCELED),
        ("Read all pages.", Habit.EVERY_PAGE),
    ],
)
def test_habits_are_recognised_by_words(text: str, habit: Habit) -> None:
    assert habit in habits_from(text)
    assert habit not in habits_from("a resort for dogs")
