"""The scripted backbone answers from messages alone, in every form that is asked of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from envs.mind2web.actions import parse, parse_choice, span
from envs.mind2web.policy import OverlapPolicy
from reasoningbank.core.types import Message, Purpose

PAGE = (
    "<html> <form> <select id=3 sort by> <option> Newest </option> <option true> Price: low to high </option>"
    " </select> <input id=4 text city /> <input id=5 submit apply /> </form> <a id=6> Red shoes </a> </html>"
)


def act(task: str, page: str = PAGE, past: Sequence[str] = (), memory: str = "") -> str:
    system = f"You …\n<memory>{memory}</memory>"
    messages: list[Message] = [{"role": "system", "content": system}]
    for i, told in enumerate(past):
        messages.append({"role": "user", "content": f"Task: {task}\n\nPage: x" if i == 0 else "Page: x"})
        messages.append({"role": "assistant", "content": told})
    now = f"Page: {page}\n\nWhat is the next action?"
    messages.append({"role": "user", "content": now if past else f"Task: {task}\n\n{now}"})
    return span(OverlapPolicy().reply(messages, Purpose.ACT, 0))


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("Open the red shoes", "CLICK [6]"),
        ("Sort by price, low to high", "SELECT [3] [Price: low to high]"),
        ("Choose the city of Boston", "TYPE [4] [Boston]"),
        ('Search the city "new york"', "TYPE [4] [new york]"),
        ("Apply", "CLICK [5]"),
    ],
)
def test_the_element_with_most_of_the_tasks_words(task: str, expected: str) -> None:
    assert act(task) == expected


def test_what_was_done_is_not_done_again() -> None:
    done = "Action: `CLICK [6]` ([link] Red shoes -> CLICK)"
    assert act("Red shoes in the city of Boston", past=[done]).startswith("TYPE [4]")


def test_memory_counts_where_the_task_does_not_decide() -> None:
    assert act("Do it") != act("Do it", memory="Apply the filters") == "CLICK [5]"


def test_a_page_without_candidates() -> None:
    assert not parse(act("x", "<html/>")).element


def test_a_choice() -> None:
    asked = (
        "Page: <html/>\n\nTask: Open the red shoes\nPrevious actions:\nNone\n\n"
        "Which element does the next action act on?\nA. None of these\n"
        "B. <a id=0> Blue hats </a>\nC. <a id=1> Red shoes </a>"
    )
    messages: list[Message] = [{"role": "system", "content": ""}, {"role": "user", "content": asked}]
    read = parse_choice(OverlapPolicy().reply(messages, Purpose.ACT, 0))
    assert (read.index, read.op) == (1, "CLICK")
    messages[1]["content"] = asked.replace("Red shoes", "Socks")
    assert parse_choice(OverlapPolicy().reply(messages, Purpose.ACT, 0)).index is None
