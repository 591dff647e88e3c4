"""Predicted and recorded actions as text, and how replies are read (docs/mind2web.md, "The reply").

The reading rules are those of Synapse and AWM, and of MindAct; what they cannot read counts as wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

OPERATIONS = ("CLICK", "TYPE", "SELECT")
_SPAN = re.compile(r"`(.*?)`", re.DOTALL)
# the operation may be missing and is case-sensitive; id and value end at the first bracket after one sign
_ACTION = re.compile(r"(?:^|\s)(CLICK|TYPE|SELECT)?\s?\[(.[^\]\n]*)\](?:\s\[(.[^\]\n]*)\])?")
_WHOLE = re.compile(r"(CLICK|TYPE|SELECT)?(?:^|\s)\[([^\]]*)\](?:\s\[(.*)\])?", re.DOTALL)
_ANSWER = re.compile(r"Answer: ([A-F])")
_OPERATION = re.compile(r"Action: (CLICK|SELECT|TYPE)")
_VALUE = re.compile(r"Value: (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Action:
    """An operation on an element. What could not be read is empty; `value` None is "none given"."""

    op: str = ""
    element: str = ""
    value: str | None = None

    def __str__(self) -> str:
        """`CLICK [id]`, `TYPE [id] [value]`, `SELECT [id] [value]`."""
        told = f"{self.op} [{self.element}]".strip()
        return told if self.op == "CLICK" or self.value is None else f"{told} [{self.value}]"

    @property
    def operation(self) -> str:
        """What action F1 compares: operation and value; a click has no value."""
        return self.op if self.op == "CLICK" or not self.value else f"{self.op} {self.value}".strip()


def span(reply: str) -> str:
    """What stands in the first pair of backticks; empty when there is none."""
    found = _SPAN.search(reply)
    return found[1] if found else ""


def parse(text: str) -> Action:
    """The first action in `text`, by the rules of Synapse and AWM."""
    found = _ACTION.search(text)
    return Action(found[1] or "", found[2], found[3]) if found else Action()


def parse_whole(text: str) -> Action:
    """An action as `str(Action)` writes it: brackets in the value are kept (MindAct's are not generated)."""
    found = _WHOLE.fullmatch(text)
    return Action(found[1] or "", found[2], found[3]) if found else Action()


@dataclass(frozen=True)
class Choice:
    """A reply to MindAct's multiple choice: which of the candidates (0-based), and the operation."""

    index: int | None
    op: str
    value: str


def parse_choice(reply: str) -> Choice:
    """No readable answer, or A, chooses none. The value is the rest of its first line."""
    answer, op, value = _ANSWER.search(reply), _OPERATION.search(reply), _VALUE.search(reply)
    letter = answer[1] if answer else "A"
    index = None if letter == "A" else ord(letter) - ord("B")
    return Choice(index, op[1] if op else "", value[1].strip() if value else "")
