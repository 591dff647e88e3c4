"""The bank on disk. `ledger.jsonl` is what happened; `pool.json` is the bank that follows from it.

A pool that lags behind the ledger (a crash), was damaged or has been deleted is made anew from the
ledger. One that was changed by hand is refused: results would no longer follow from the record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Memory
from reasoningbank.core.types import Attempt, Episode, Experience, Outcome, Task
from reasoningbank.runner.records import read_retrieval, read_rollouts
from reasoningbank.runner.rundir import RunDir

_EXPERIENCES = TypeAdapter(tuple[Experience, ...])


def snapshot(memory: Memory, backbone: str, commits: int) -> dict[str, Any]:
    """What `pool.json` holds: the memory, after how many lines of the ledger, and a digest of it."""
    held = memory.snapshot()
    return {"backbone": backbone, "commits": commits, "digest": digest(held), **held}


def digest(held: Mapping[str, Any]) -> str:
    """Of a memory's own part of `pool.json`."""
    return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()[:16]


def restore(folder: RunDir, memory: Memory) -> int:
    """Brings `memory` to where the committed tasks left it; returns the number of ledger lines.

    Raises `UserError` for a pool that was changed by hand or is of another schema.
    """
    lines = len(folder.read_lines("ledger.jsonl"))
    pool = _whole_pool(folder)
    if pool is not None and pool.pop("commits", None) == lines:
        memory.restore(pool)
        return lines
    # in the order in which they were committed, which is the order of the bank
    for line in folder.committed():
        if line["outcome"] != Outcome.INFRASTRUCTURE_ERROR:
            _replay(folder, memory, line)
    return lines


def _whole_pool(folder: RunDir) -> dict[str, Any] | None:
    """The memory's part of `pool.json`, with `commits`; None when it is missing or cut off."""
    try:
        pool = folder.read_json("pool.json")
    except UserError:
        return None
    if pool is None:
        return None
    commits, said = pool.pop("commits", None), pool.pop("digest", None)
    pool.pop("backbone", None)
    if said is not None and said != digest(pool):
        raise UserError(
            "pool.json was changed by hand, so results would not follow from the ledger",
            str(folder.root / "pool.json"),
            "delete it to have it made anew from the ledger; to start from a bank of your own, "
            "use runner.protocol=frozen runner.bank=PATH",
        )
    return {"commits": commits, **pool}


def _replay(folder: RunDir, memory: Memory, line: Mapping[str, Any]) -> None:
    if feedback := getattr(memory, "feedback", None):
        task_folder = folder.root / "tasks" / line["task_id"]
        feedback(read_retrieval(task_folder), _episode(task_folder, line))
    memory.consolidate(_EXPERIENCES.validate_python(line["experiences"]))


def _episode(task_folder: Any, line: Mapping[str, Any]) -> Episode:
    task = TypeAdapter(Task).validate_json((task_folder / "task.json").read_bytes())
    attempts = [
        Attempt(result.trajectory, result.verdict)
        for result in read_rollouts(task_folder).values()
        if result.verdict is not None
    ]
    return Episode(task, read_retrieval(task_folder), tuple(attempts), line["wave"], line["position"])
