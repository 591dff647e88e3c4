"""Reading replies: the published rules, with their edges."""

from __future__ import annotations

import pytest

from envs.mind2web.actions import Action, Choice, parse, parse_choice, parse_whole, span


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Because.\nAction: `CLICK [12]`", "CLICK [12]"),
        ("`CLICK [1]` or `CLICK [2]`", "CLICK [1]"),
        ("Action: CLICK [12]", ""),  # without backticks nothing is read
        ("`TYPE [3]\n[a]`", "TYPE [3]\n[a]"),
        ("```CLICK [1]```", ""),  # the first pair of backticks holds nothing
        ("", ""),
    ],
)
def test_the_first_backtick_span_is_the_action(reply: str, expected: str) -> None:
    assert span(reply) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CLICK [12]", Action("CLICK", "12")),
        ("TYPE [12] [new york]", Action("TYPE", "12", "new york")),
        ("SELECT [a-1] [x [y] z]", Action("SELECT", "a-1", "x [y")),  # ends at the first closing bracket
        ("TYPE [5] []", Action("TYPE", "5", None)),  # an empty value is none
        ("TYPE [5] [a\nb]", Action("TYPE", "5", None)),  # nor is one of two lines
        ("[12]", Action("", "12")),  # the operation may be missing
        ("click [12]", Action("", "12")),  # and is case-sensitive
        ("HOVER [12]", Action("", "12")),
        ("CLICK[12]", Action("CLICK", "12")),
        ("do: CLICK [12]", Action("CLICK", "12")),
        ("xCLICK[12]", Action()),
        ("CLICK 12", Action()),
        ("CLICK []", Action()),
        ("", Action()),
    ],
)
def test_an_action_is_read_as_published(text: str, expected: Action) -> None:
    assert parse(text) == expected


def test_an_action_is_written_as_it_is_compared() -> None:
    assert str(Action("CLICK", "7", "ignored")) == "CLICK [7]"
    assert str(Action("TYPE", "7", "")) == "TYPE [7] []"
    assert str(Action("SELECT", "7", "a]b")) == "SELECT [7] [a]b]"


@pytest.mark.parametrize(
    "action",
    [Action("CLICK", "7"), Action("TYPE", "7", ""), Action("SELECT", "7", "x [y] z"), Action("", "7")],
)
def test_what_is_written_whole_is_read_whole(action: Action) -> None:
    assert parse_whole(str(action)) == action


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Reasoning: so.\nAnswer: C.\nAction: SELECT\nValue: Queen", Choice(1, "SELECT", "Queen")),
        ("Answer: B.\nAction: TYPE\nValue: two\nlines", Choice(0, "TYPE", "two")),
        ("Answer: B.\nAction: CLICK", Choice(0, "CLICK", "")),
        ("Answer: A.", Choice(None, "", "")),
        ("B is right", Choice(None, "", "")),
        ("Answer: b.\nAction: click", Choice(None, "", "")),
        ("", Choice(None, "", "")),
    ],
)
def test_a_choice_is_read_as_published(reply: str, expected: Choice) -> None:
    assert parse_choice(reply) == expected
