"""Writes `goals.json`: opens every (kind, seed) and notes what the page asks for.

`python -m envs.miniwob.record_goals`. Committed, since retrieval needs the query before the page.
"""

from __future__ import annotations

import json

from envs.miniwob.benchmark import GOALS, SEEDS
from envs.miniwob.session import MiniWobSession
from reasoningbank.core.types import Task

# forms, links, lists and tables; no drawing, dragging, timing or colours, which a tree cannot show
KINDS = (
    "click-test",
    "click-button",
    "click-link",
    "click-dialog",
    "click-dialog-2",
    "click-tab",
    "click-option",
    "click-checkboxes",
    "click-checkboxes-soft",
    "click-button-sequence",
    "click-widget",
    "focus-text",
    "focus-text-2",
    "enter-text",
    "enter-text-dynamic",
    "enter-password",
    "login-user",
    "login-user-popup",
    "choose-list",
    "navigate-tree",
    "read-table",
    "search-engine",
    "click-collapsible",
    "email-inbox-nl-turk",
)


def record(kinds: tuple[str, ...] = KINDS, seeds: int = SEEDS) -> dict[str, list[str]]:
    """The goals of each kind, by seed."""
    session = MiniWobSession()
    goals: dict[str, list[str]] = {}
    for kind in kinds:
        for seed in range(seeds):
            session.reset(Task(f"{kind}.{seed}", "", ""))
            goals.setdefault(kind, []).append(session.goal())
    session.close()
    return goals


if __name__ == "__main__":
    GOALS.write_text(json.dumps(record(), indent=1, ensure_ascii=False) + "\n")
