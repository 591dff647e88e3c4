"""The grammars allow the reply formats and nothing that the page does not offer."""

from __future__ import annotations

import pytest

from reasoningbank.core.types import Message, Purpose
from reasoningbank.llm import grammar

PAGE = """RootWebArea 'Form', focused
\t[13] textbox 'Name', clickable
\t[a15] button 'Submit'
\t[17] listitem '', clickable
\t[18] paragraph 'a [99] button in a text'
\t[20] combobox '' value='Red', hasPopup='menu'
\t\t[21] option 'Red', selected=True
\tStaticText '[77] button fake'"""


def act(page: str, system: str = "You act.") -> str | None:
    messages: list[Message] = [
        {"role": "system", "content": system},
        {"role": "user", "content": f"# Task\nFill it in\n<page>\n{page}\n</page>"},
    ]
    return grammar.for_call(Purpose.ACT, messages)


def rule(text: str | None, name: str) -> str:
    return next(line for line in (text or "").splitlines() if line.startswith(f"{name} ::="))


def test_an_element_is_used_as_its_role_allows() -> None:
    rules = act(PAGE)
    assert rule(rules, "click-id") == 'click-id ::= "13" | "a15" | "17"'
    assert rule(rules, "fill-id") == 'fill-id ::= "13"'
    assert rule(rules, "select-id") == 'select-id ::= "20"'


def test_ids_that_only_stand_in_a_text_are_not_offered() -> None:
    assert "99" not in (act(PAGE) or "")
    assert "77" not in (act(PAGE) or "")


def test_a_label_around_a_box_is_not_a_second_way_to_tick_it() -> None:
    rules = act(
        "\t[17] LabelText '', clickable\n\t\t[18] radio 'A', clickable\n\t[20] LabelText '', clickable"
    )
    assert rule(rules, "click-id") == 'click-id ::= "18" | "20"'


def test_answering_is_offered_where_the_action_space_lists_it() -> None:
    assert "send_msg_to_user" not in (act(PAGE) or "")
    assert "send_msg_to_user" in (act(PAGE, "send_msg_to_user(text)") or "")


def test_a_page_without_elements_leaves_the_reply_free() -> None:
    assert act("RootWebArea 'Empty'") is None


@pytest.mark.parametrize("purpose", [Purpose.SELECT, Purpose.REFINE, Purpose.MATCH])
def test_other_purposes_are_free(purpose: Purpose) -> None:
    assert grammar.for_call(purpose, [{"role": "user", "content": "x"}]) is None


@pytest.mark.parametrize(
    ("last", "action", "left"),
    [
        ("fill('13', 'Bob')", "fill-id", None),
        ("select_option('20', 'Red')", "select-id", None),
        ("click('13')", "click-id", '"a15" | "17"'),
        # a button may want a second click
        ("click('a15')", "click-id", '"13" | "a15" | "17"'),
        # what brought an error may be tried again
        ("fill('13', 'Bob')\n   ERROR: TimeoutError", "fill-id", '"13"'),
    ],
)
def test_an_action_that_worked_is_not_offered_again(last: str, action: str, left: str | None) -> None:
    messages: list[Message] = [
        {"role": "system", "content": "You act."},
        {
            "role": "user",
            "content": f"# History\n1. THOUGHT: so\n   ACTION: {last}\n# Page\n<page>\n{PAGE}\n</page>",
        },
    ]
    rules = grammar.for_call(Purpose.ACT, messages) or ""
    found = [line.removeprefix(f"{action} ::= ") for line in rules.splitlines() if line.startswith(action)]
    assert found == ([left] if left else [])
