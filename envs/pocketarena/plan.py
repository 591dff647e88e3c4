"""Plans: what a person would do on the pages, by role and name, turned into BrowserGym actions.

A step is one of

    {"do": "click", "role": "link", "name": "Next"}
    {"do": "fill", "role": "textbox", "name": "Quantity", "text": "3"}
    {"do": "select", "role": "combobox", "name": "Sort by", "option": "Price: low to high"}
    {"do": "answer", "text": "$12.34"}

and may say `"nth": 1` where several elements have that role and name (counted from 0).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.pocketarena import PLAN_FOLDER

PLANS = PLAN_FOLDER / "shopping.json"
Step = dict[str, Any]

# as flatten_axtree_to_str prints it: the name is a Python string literal
ELEMENT = re.compile(r"""^\s*\[(?P<bid>\w+)\] (?P<role>\w+) (?P<name>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


class PlanError(LookupError):
    """The page has no element such as the step asks for."""


@dataclass(frozen=True)
class TaskPlans:
    """The plan that solves a task, and plausible ones that must not."""

    right: tuple[Step, ...]
    wrong: tuple[tuple[str, tuple[Step, ...]], ...]  # why it is wrong, and the steps


def load_plans(path: Path = PLANS) -> dict[int, TaskPlans]:
    """All plans of a file, by `task_id`."""
    entries = json.loads(path.read_text())
    return {
        entry["task_id"]: TaskPlans(
            right=tuple(entry["plan"]),
            wrong=tuple((wrong["why"], tuple(wrong["steps"])) for wrong in entry["wrong"]),
        )
        for entry in entries
    }


def action_for(step: Step, axtree_text: str) -> str:
    """The BrowserGym action of a step on a page. Raises `PlanError` when the page lacks the element."""
    if step["do"] == "answer":
        return f"send_msg_to_user({step['text']!r})"
    bid = _find(axtree_text, step["role"], step["name"], step.get("nth", 0))
    match step["do"]:
        case "click":
            return f"click({bid!r})"
        case "fill":
            return f"fill({bid!r}, {step['text']!r})"
        case "select":
            return f"select_option({bid!r}, {step['option']!r})"
    raise ValueError(f"no such step: {step}")


def _find(axtree_text: str, role: str, name: str, nth: int) -> str:
    found = [bid for bid, its_role, its_name in elements(axtree_text) if (its_role, its_name) == (role, name)]
    if len(found) <= nth:
        there = sorted({its_name for _, its_role, its_name in elements(axtree_text) if its_role == role})
        raise PlanError(f"no {role} {name!r} number {nth} on the page; its {role}s: {there}")
    return found[nth]


def elements(axtree_text: str) -> Iterator[tuple[str, str, str]]:
    """Bid, role and name of every element that has a bid."""
    for line in axtree_text.splitlines():
        if match := ELEMENT.match(line):
            yield match["bid"], match["role"], ast.literal_eval(match["name"])
