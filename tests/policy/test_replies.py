"""Whatever a prompt asks for, the harness's own parsers read the reply."""

from __future__ import annotations

import pytest

from envs.browser import actions
from envs.pocketarena.policy import ShopPolicy
from envs.pocketarena.policy.query import Kind, read_query
from reasoningbank.agents.parsing import answer_in, parse_reply
from reasoningbank.core.types import Label, Message, Purpose
from reasoningbank.judge.parsing import parse_verdict
from reasoningbank.memory.items import parse_items

from .prompts import PAGES, page, step, to_act, to_extract, to_judge

QUERIES = {
    Kind.EXTREME: "What is the cheapest product in the Lamps category? Give its full name and its price.",
    Kind.SORTED: "Show me the products of the Lamps category from the cheapest to the most expensive.",
    Kind.FILTERED: (
        "Show me only those products of the Lamps category that are in stock and cost between $4 and $9."
    ),
    Kind.COUNT_PRODUCTS: (
        "How many products in the Lamps category are in stock and cost at most $20? "
        "Answer with the number only."
    ),
    Kind.MOST_REVIEWED: (
        "Which product in the Lamps category has the most customer reviews? Answer with its full name."
    ),
    Kind.FIRST_ORDER: "What is the number of my oldest order?",
    Kind.COUNT_ORDERS: (
        "How many of the orders that I placed in 2022 are canceled? Answer with the number only."
    ),
    Kind.SPENT: (
        "How much did I spend in May 2022 in the end, given that canceled orders were "
        "refunded? Answer with an amount such as $12.34."
    ),
    Kind.FIND_ORDER: "Open the page of the order from May 2022 in which I bought the Fine Lamp, Red.",
    Kind.REORDER: (
        "My order from May 3, 2022 was canceled. Order the same things again and have "
        "them sent to 9 Mill Lane."
    ),
    Kind.WRITE_REVIEW: (
        "I bought a single product in my order 100581. Review it with 4 stars, the title "
        "'It's good' and the text 'Does \"what\" it should.'."
    ),
    Kind.BASKET: "Put 3 pieces of the Fine Lamp 12 l, Red into my basket.",
    Kind.ATTRIBUTE: "What is the weight of the Fine Lamp 500 ml, Red?",
    Kind.LOW_RATINGS: "Who gave the Fine Lamp 8 mm, Red 2 stars or fewer? Give the names of all of them.",
    Kind.COMPLAINTS: (
        "How many reviewers of the Fine Lamp A4, Red complain that it smells bad? Answer "
        "with the number only."
    ),
    Kind.ADDRESS: (
        "In my address book, change the address '1 Mill Lane': the street is now '2 Elm "
        "Court' and the zip code '53711'. City and state stay."
    ),
    Kind.UNKNOWN: "Sing a song.",
}
TREES = [page(path.stem) for path in sorted(PAGES.glob("*.txt"))]
EVERYTHING = (
    "Sort, apply once, at the end, read every page, in stock, canceled, whole name, filters, quantity, "
    "stop when older, open each, named address, whole line, confirmation."
)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_wording_is_understood(kind: Kind) -> None:
    assert read_query(QUERIES[kind]).kind is kind


@pytest.mark.parametrize("memory", ["", EVERYTHING], ids=["bare", "taught"])
@pytest.mark.parametrize("kind", list(Kind))
def test_an_action_comes_for_every_task_on_every_page(kind: Kind, memory: str) -> None:
    for tree in TREES:
        parsed = parse_reply(ShopPolicy().reply(to_act(QUERIES[kind], tree, memory=memory), Purpose.ACT, 0))
        assert parsed.thought
        assert actions.problem_with(parsed.action, ("chat", "bid")) is None
        assert parsed.action.startswith("send_msg_to_user(") == (answer_in(parsed.action) is not None)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_verdict_comes_for_every_task(kind: Kind) -> None:
    for tree in TREES:
        messages = to_judge(QUERIES[kind], tree, steps=[step("I answer.")], response="$4.00")
        label, rationale = parse_verdict(ShopPolicy().reply(messages, Purpose.JUDGE, 0))
        assert label is not Label.UNREADABLE
        assert rationale


@pytest.mark.parametrize("succeeded", [True, False])
@pytest.mark.parametrize("kind", list(Kind))
def test_items_come_for_every_task_and_hold_nothing_of_it(kind: Kind, succeeded: bool) -> None:
    messages = to_extract(QUERIES[kind], [step("Noted so far [Fine Lamp]. I go on.")], succeeded)
    parsed = parse_items(ShopPolicy().reply(messages, Purpose.EXTRACT, 0), max_items=3)
    assert parsed.items and not parsed.dropped
    for item in parsed.items:
        text = " ".join((item.title, item.description, item.content))
        assert item.description
        assert not any(char.isdigit() for char in text)
        assert not any(word in text for word in ("$", "Lamp", "Fine", "Mill", "shop"))


def test_a_success_that_took_no_care_teaches_no_care() -> None:
    query, careful = QUERIES[Kind.SPENT], step("I leave out what was refunded. I answer.")
    taught, untaught = (
        ShopPolicy().reply(to_extract(query, [one], succeeded=True), Purpose.EXTRACT, 0)
        for one in (careful, step("I add up the orders of the month. I answer."))
    )
    assert "canceled" in taught and "canceled" not in untaught


def test_a_choice_and_a_refinement_come() -> None:
    asked: list[Message] = [
        {"role": "user", "content": "Which is the best?"},
        {"role": "assistant", "content": "THOUGHT: so\nACTION: noop()"},
        {"role": "user", "content": "Look again."},
    ]
    assert ShopPolicy().reply(asked, Purpose.SELECT, 0).endswith("Best: 1")
    assert parse_reply(ShopPolicy().reply(asked, Purpose.REFINE, 0)).action == "confirm()"


def test_the_same_messages_give_the_same_reply() -> None:
    messages = to_act(QUERIES[Kind.EXTREME], page("home"))
    assert ShopPolicy().reply(messages, Purpose.ACT, 0) == ShopPolicy().reply(messages, Purpose.ACT, 1)
