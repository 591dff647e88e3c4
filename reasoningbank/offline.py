"""The bank that AWM and Synapse were published with where a benchmark has a train split: made from its
recorded visits, before any task is run, and only read afterwards (`runner.protocol=frozen`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from reasoningbank.build import build
from reasoningbank.config import Config
from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Task
from reasoningbank.llm.ledger import LedgeredLLM
from reasoningbank.memory.awm import AWMMemory
from reasoningbank.memory.base import BankedMemory
from reasoningbank.memory.synapse import SynapseMemory
from reasoningbank.runner.frozen import read_pool
from reasoningbank.runner.rundir import RunDir, to_json, write_whole

Notify = Callable[[str], None]


def make(config: Config, path: Path, notify: Notify) -> dict[str, Any]:
    """Writes the bank to `path`, after each site; what is there from an earlier try is kept. Model calls are
    booked in `<name>.usage.jsonl` beside it.

    Returns the bank as it stands in the file. Raises `UserError` when method, frame or benchmark has no
    such form.
    """
    folder = RunDir(path.parent)

    def book(line: Mapping[str, Any]) -> None:
        folder.append(f"{path.stem}.usage.jsonl", line)

    parts = build(config, lambda llm: LedgeredLLM(llm, book))
    memory, exemplars = parts.memory, getattr(parts.benchmark, "exemplars", None)
    published = isinstance(memory, (AWMMemory, SynapseMemory)) and memory.config.frame == "original"
    if exemplars is None or not published:
        raise UserError(
            "only AWM and Synapse as published are made from a train split, on a benchmark that has one",
            f"memory={config.memory.name}, benchmark={config.benchmark.name}",
            "choose memory=awm or synapse, memory.frame=original, and benchmark=mind2web/…",
        )
    assert isinstance(memory, (AWMMemory, SynapseMemory))
    parts.benchmark.check()
    parts.llms["extractor"].check()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        memory.restore(_earlier(path))
    known = {past.site for past in memory.bank.experiences}
    texts = {past.text for past in memory.bank.experiences if past.text}
    for task in _sites(parts.benchmark.tasks()):
        if task.site in known:
            continue
        visits = exemplars(task, config.memory.name == "synapse")
        # a visit that is near to several sites is kept once
        made = [past for past in memory.offline(task, visits) if past.text not in texts]
        texts |= {past.text for past in made if past.text}
        memory.consolidate(made)
        write_whole(path, to_json(_labelled(memory, parts.llms["extractor"].label)).encode())
        notify(f"{task.site}: {len(visits)} visits, {len(made)} experiences")
    return read_pool(path)


def _sites(tasks: Sequence[Task]) -> list[Task]:
    """The first task of each site, in the order of the tasks."""
    return list({task.site: task for task in reversed(tasks)}.values())[::-1]


def _labelled(memory: BankedMemory, backbone: str) -> dict[str, Any]:
    return {"backbone": backbone, "made": "offline, from the train split", **memory.snapshot()}


def _earlier(path: Path) -> dict[str, Any]:
    """What an earlier try wrote."""
    pool = read_pool(path)
    if pool.pop("made", None) is None:
        raise UserError("this file holds the bank of a run", str(path), "give a path that is not there yet")
    del pool["backbone"]
    return pool
