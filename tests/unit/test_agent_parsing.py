"""Replies as models write them: the action is found, and its answer is kept whole."""

from __future__ import annotations

import pytest

from reasoningbank.agents.parsing import answer_in, parse_reply


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("THOUGHT: a\nACTION: click('13')", "click('13')"),
        ("Thought: a\nAction: click('13')", "click('13')"),
        ("**THOUGHT:** a\n**ACTION:** `click('13')`", "click('13')"),
        ("THOUGHT: a\nACTION:\n```python\nclick('13')\n```", "click('13')"),
        ("THOUGHT: a\nACTION: click('13')  # the button\nand then I wait", "click('13')"),
        ("I will click.\n```\nclick('13')\n```", "click('13')"),
        ("<think>a</think>\n<action>click('13')</action>", "click('13')"),
        ("ACTION: fill('7', 'a (b) c')", "fill('7', 'a (b) c')"),
        ("THOUGHT: not yet\nACTION: click('1')\nACTION: click('2')", "click('2')"),
        ("no action at all", ""),
        ("", ""),
        ("ACTION:", ""),
    ],
)
def test_the_action_is_found(reply: str, action: str) -> None:
    assert parse_reply(reply).action == action


def test_the_thought_is_what_stands_before_the_action() -> None:
    assert parse_reply("THOUGHT: the list is long,\nso I sort.\nACTION: click('1')").thought == (
        "the list is long, so I sort."
    )


@pytest.mark.parametrize(
    ("answer", "whole"),
    [
        ("send_msg_to_user('$12.99 (in stock)')", "$12.99 (in stock)"),
        ("send_msg_to_user('Anna (5), Ben (4) and Carl')", "Anna (5), Ben (4) and Carl"),
        ('send_msg_to_user("it\'s ) here")', "it's ) here"),
        ("send_msg_to_user(text='yes')", "yes"),
        ("send_msg_to_user('a' 'b')", "ab"),
        ("report_infeasible('no such page')", "N/A"),
    ],
)
def test_the_answer_is_never_cut_at_a_bracket(answer: str, whole: str) -> None:
    """The released code cuts the response at its first closing bracket."""
    assert answer_in(parse_reply(f"THOUGHT: done\nACTION: {answer}").action) == whole


def test_a_line_break_inside_a_message_does_not_lose_it() -> None:
    action = parse_reply("ACTION: send_msg_to_user('first\nsecond')").action
    assert answer_in(action) == "first\nsecond"


@pytest.mark.parametrize("action", ["click('13')", "send_msg_to_user(x)", "send_msg_to_user(", "", "1 + 1"])
def test_other_actions_hold_no_answer(action: str) -> None:
    assert answer_in(action) is None
