"""No memory: the reference point of every comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reasoningbank.core.types import Episode, Experience, Extraction, Retrieval, Task
from reasoningbank.memory.config import MemoryConfig, MemoryParts


class NoMemory:
    """Retrieves nothing, extracts nothing."""

    name = "none"
    Config = MemoryConfig

    def __init__(self, config: MemoryConfig, parts: MemoryParts | None = None) -> None:
        """Needs nothing: no embedder is built and no model is called."""

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        return Retrieval()

    def extract(self, episode: Episode) -> Extraction:
        return Extraction()

    def consolidate(self, experiences: Sequence[Experience]) -> None:
        return None

    def snapshot(self) -> dict[str, Any]:
        return {"schema": 1, "embedder": None, "experiences": []}

    def restore(self, snapshot: dict[str, Any]) -> None:
        return None
