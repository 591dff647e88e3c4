"""Constrained decoding for the local model: GBNF grammars of the reply formats.

An option that is logged (`llm.local.constrained`): it ties the model to the form of a reply and to
the elements of the page, never to what is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reasoningbank.core.types import Message, Purpose

_LINE = re.compile(r"^\s*\[(?P<bid>[a-zA-Z0-9]+)\] (?P<role>\w+)(?P<rest>.*)$", re.MULTILINE)
_PAGE = re.compile(r"<page>(.*?)</page>", re.DOTALL)
# what can be clicked whether or not the browser saw a listener on it; never `option`: those of a
# native list are not on the screen, and clicking one runs into a time-out
CLICKABLE = ("button", "link", "tab", "checkbox", "radio", "menuitem", "treeitem", "switch")
TEXT_FIELDS = ("textbox", "searchbox", "spinbutton")
LISTS = ("combobox", "listbox")
# a line of prose: bounded, since a small model may never end it
_PROSE = r"[^\n]{1,150}"

JUDGE = rf"""root ::= "Thoughts: " prose "\nStatus: " ("success" | "failure")
prose ::= {_PROSE}
"""

EXTRACT = r"""root ::= item ("\n\n" item)?
item ::= "# Memory Item " [1-2] "\n## Title\n" title "\n## Description\n" line "\n## Content\n" line
title ::= [A-Z] [^\n#`]{4,60}
line ::= [A-Z] [^\n#`]{10,200}
"""


def for_call(purpose: Purpose, messages: Sequence[Message]) -> str | None:
    """The grammar of a reply; None leaves it free."""
    if purpose is Purpose.JUDGE:
        return JUDGE
    if purpose is Purpose.EXTRACT:
        return EXTRACT
    return _action(messages) if purpose is Purpose.ACT else None


def _action(messages: Sequence[Message]) -> str | None:
    """THOUGHT and ACTION; an element can only be used as its role allows."""
    page = _PAGE.search(next(m["content"] for m in reversed(messages) if "<page>" in m["content"]))
    found = [(m["bid"], m["role"], m["rest"]) for m in _LINE.finditer(page.group(1))] if page else []
    rules = {
        "click": [
            bid for bid, role, rest in found if role in CLICKABLE + TEXT_FIELDS or ", clickable" in rest
        ],
        "fill": [bid for bid, role, _ in found if role in TEXT_FIELDS],
        "select_option": [bid for bid, role, _ in found if role in LISTS],
    }
    forms = {
        "click": '"click(\'" click-id "\')"',
        "fill": '"fill(\'" fill-id "\', \'" value "\')"',
        "select_option": '"select_option(\'" select-id "\', \'" value "\')"',
    }
    names = {"click": "click-id", "fill": "fill-id", "select_option": "select-id"}
    offered = [action for action, ids in rules.items() if ids]
    alternatives = [forms[action] for action in offered]
    if "send_msg_to_user" in messages[0]["content"]:
        alternatives.append('"send_msg_to_user(\'" value "\')"')
    if not alternatives:
        return None
    lines = [
        'root ::= "THOUGHT: " prose "\\nACTION: " action',
        f"prose ::= {_PROSE}",
        f"action ::= {' | '.join(alternatives)}",
        "value ::= [^'\\n\\\\]{1,120}",
    ]
    lines += [f"{names[a]} ::= {' | '.join(f'{chr(34)}{i}{chr(34)}' for i in rules[a])}" for a in offered]
    return "\n".join(lines) + "\n"
