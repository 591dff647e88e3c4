"""Best-of-N: reading the choice, the shuffled order, and what the selector may not see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoningbank.core.types import Message, Outcome, Purpose, Step, Task, Trajectory
from reasoningbank.llm.scripted import ScriptedLLM
from reasoningbank.matts.select import Selector, drawn, parse_choice


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Thoughts: 2 is wrong.\nBest: 3", 2),
        ("**Best:** 1", 0),
        ("Best: Attempt 2", 1),
        ("The best is number 2", 1),
        ("4", 3),
        ("Best: 5", None),
        ("Best: 0", None),
        ("Best: 1\nBest: 2", None),
        ("All alike.", None),
        ("", None),
    ],
)
def test_the_choice_is_read_or_there_is_none(text: str, choice: int | None) -> None:
    assert parse_choice(text, 4) == choice


@given(st.text(), st.integers(1, 9))
def test_no_text_breaks_the_reading(text: str, n: int) -> None:
    choice = parse_choice(text, n)
    assert choice is None or 0 <= choice < n


class Replies:
    """Gives its replies in turn and keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        self.replies, self.asked = list(replies), []

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        self.asked.append(messages)
        return self.replies.pop(0)


def _trajectory(rollout: int) -> Trajectory:
    step = Step(0, "", "", "t", f"click('{rollout}')")
    return Trajectory("7", rollout, (step,), f"page of {rollout}", "", "", Outcome.ANSWERED)


def _select(policy: Replies, task_id: str = "7", seed: int = 0):  # type: ignore[no-untyped-def]
    selector = Selector(ScriptedLLM(policy), seed)
    return selector.select(Task(task_id, "s", "q"), [_trajectory(i) for i in range(4)])


def test_the_pick_is_mapped_back_from_the_shuffled_order() -> None:
    for task_id in map(str, range(20)):
        policy = Replies("Best: 2")
        selection = _select(policy, task_id)
        shown = policy.asked[0][1]["content"].split("# Attempt ")[2]
        assert f"click('{selection.chosen}')" in shown and selection.order[1] == selection.chosen


def test_an_unreadable_reply_gets_one_more_chance_and_then_picks_nothing() -> None:
    assert _select(Replies("hm", "Best: 1")).chosen is not None
    selection = _select(Replies("hm", "hm"))
    assert selection.chosen is None and len(selection.calls) == 2


def test_every_place_and_every_rollout_gets_its_share() -> None:
    firsts = [_select(Replies("Best: 1"), str(i)).chosen for i in range(400)]
    draws = [drawn(0, str(i), 4) for i in range(400)]
    for found in (firsts, draws):
        assert min(found.count(i) for i in range(4)) > 70
