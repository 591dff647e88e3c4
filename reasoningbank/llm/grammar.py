"""Constrained decoding for the local model: GBNF grammars of the reply formats.

An option that is logged (`llm.local.constrained`): it ties the model to the form of a reply, to the
elements of the page, and away from an action that just worked; never to what is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reasoningbank.core.types import Message, Purpose

_LINE = re.compile(r"^\s*\[(?P<bid>[a-zA-Z0-9]+)\] (?P<role>\w+)(?P<rest>.*)$", re.MULTILINE)
_PAGE = re.compile(r"<page>(.*?)</page>", re.DOTALL)
# the history of the agent's prompt: an action, and the error that it may have brought
_PAST = re.compile(r"^\s*ACTION: (?P<action>\w+)\('(?P<bid>\w+)'.*(?P<error>\n\s*ERROR: )?", re.MULTILINE)
# what can be clicked whether or not the browser saw a listener on it; never `option`: those of a
# native list are not on the screen, and clicking one runs into a time-out
CLICKABLE = ("button", "link", "tab", "checkbox", "radio", "menuitem", "treeitem", "switch")
TEXT_FIELDS = ("textbox", "searchbox", "spinbutton")
LISTS = ("combobox", "listbox")
# clicked again, they stay as they are or lose what the click did; a button may want a second click
ONCE = ("checkbox", "radio", "switch", *TEXT_FIELDS)
# a line of prose: bounded, since a small model may never end it, and ASCII, since this one slips
# into Chinese
_PROSE = r"[ -~]{1,160}"

JUDGE = rf"""root ::= "Thoughts: " prose "\nStatus: " ("success" | "failure")
prose ::= {_PROSE}
"""

EXTRACT = r"""root ::= item ("\n\n" item)?
item ::= "# Memory Item " [1-2] "\n## Title\n" title "\n## Description\n" line "\n## Content\n" line
title ::= [ -"$-~]{4,60}
line ::= [ -"$-~]{10,200}
"""


@dataclass(frozen=True)
class _Element:
    bid: str
    role: str
    clickable: bool


def for_call(purpose: Purpose, messages: Sequence[Message]) -> str | None:
    """The grammar of a reply; None leaves it free."""
    if purpose is Purpose.JUDGE:
        return JUDGE
    if purpose is Purpose.EXTRACT:
        return EXTRACT
    return _action(messages) if purpose is Purpose.ACT else None


def _action(messages: Sequence[Message]) -> str | None:
    """THOUGHT and ACTION; an element can only be used as its role allows."""
    turn = next((m["content"] for m in reversed(messages) if "<page>" in m["content"]), "")
    page = _PAGE.search(turn)
    ids = _offered(_elements(page.group(1))) if page else {}
    _without_repetition(ids, turn[: page.start()] if page else "", turn)
    forms = {
        "click": '"click(\'" click-id "\')"',
        "fill": '"fill(\'" fill-id "\', \'" value "\')"',
        "select_option": '"select_option(\'" select-id "\', \'" value "\')"',
    }
    usable = [action for action in forms if ids.get(action)]
    alternatives = [forms[action] for action in usable]
    if messages and "send_msg_to_user" in messages[0]["content"]:
        alternatives.append('"send_msg_to_user(\'" value "\')"')
    if not alternatives:
        return None
    lines = [
        'root ::= "THOUGHT: " prose "\\nACTION: " action',
        f"prose ::= {_PROSE}",
        f"action ::= {' | '.join(alternatives)}",
        "value ::= [^'\\n\\\\]{1,120}",
    ]
    quoted = {action: " | ".join(f'"{bid}"' for bid in ids[action]) for action in usable}
    # GBNF takes no underscore in a name
    lines += [f"{action.partition('_')[0]}-id ::= {quoted[action]}" for action in usable]
    return "\n".join(lines) + "\n"


def _elements(page: str) -> list[_Element]:
    found = [_Element(m["bid"], m["role"], ", clickable" in m["rest"]) for m in _LINE.finditer(page)]
    # a label stands around the box that it ticks: two ids for one thing, and the second unticks it
    boxed = {a.bid for a, b in pairwise(found) if a.role == "LabelText" and b.role in ONCE}
    return [element for element in found if element.bid not in boxed]


def _offered(elements: list[_Element]) -> dict[str, list[str]]:
    """Action -> the ids of the elements that take it."""
    return {
        "click": [e.bid for e in elements if e.clickable or e.role in CLICKABLE + TEXT_FIELDS],
        "fill": [e.bid for e in elements if e.role in TEXT_FIELDS],
        "select_option": [e.bid for e in elements if e.role in LISTS],
    }


def _without_repetition(ids: dict[str, list[str]], history: str, turn: str) -> None:
    """Takes the last action out when it worked and doing it again could only undo it or change nothing.

    A 1.5B model at temperature 0 fills in the same field until its steps are used up.
    """
    past = list(_PAST.finditer(history))
    if not past or past[-1]["error"] or past[-1]["action"] not in ids:
        return
    action, bid = past[-1]["action"], past[-1]["bid"]
    role = next((e.role for e in _elements(turn) if e.bid == bid), "")
    if action != "click" or role in ONCE:
        ids[action] = [other for other in ids[action] if other != bid]
