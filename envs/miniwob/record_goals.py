"""Writes `goals.json`: opens every (kind, seed) and notes what the page asks for.

`python -m envs.miniwob.record_goals`. Committed, since retrieval needs the query before the page.
"""

from __future__ import annotations

import json

from envs.miniwob.benchmark import GOALS, SEEDS
from envs.miniwob.session import MiniWobSession, task_classes
from reasoningbank.core.types import Task


def record(seeds: int = SEEDS) -> dict[str, list[str]]:
    """The goals of all kinds, by seed."""
    session = MiniWobSession()
    goals: dict[str, list[str]] = {}
    for kind in sorted(task_classes()):
        for seed in range(seeds):
            session.reset(Task(f"{kind}.{seed}", "", ""))
            goals.setdefault(kind, []).append(session.goal())
    session.close()
    return goals


if __name__ == "__main__":
    GOALS.write_text(json.dumps(record(), indent=1, ensure_ascii=False) + "\n")
