"""The bank: an append-only list of experiences with embedding-based retrieval (section 3.2, A.2).

Shared by every memory method. Ranks the past queries of experiences that hold something to inject;
a task never retrieves what came from itself, and nothing learned in its own wave or later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Embedder
from reasoningbank.core.types import Experience

SCHEMA = 1
_EXPERIENCES = TypeAdapter(tuple[Experience, ...])


class Bank:
    """Experiences in stream order and the unit vectors of their queries, shape (n, dimension)."""

    def __init__(self, embedder: Embedder, query_prefix: str = "") -> None:
        self._embedder = embedder
        self._prefix = query_prefix
        self._experiences: list[Experience] = []
        self._vectors: NDArray[np.float32] = np.zeros((0, embedder.dimension), np.float32)
        self._used = 0  # rows of the array that hold a vector

    def __len__(self) -> int:
        return len(self._experiences)

    @property
    def experiences(self) -> tuple[Experience, ...]:
        return tuple(self._experiences)

    def append(self, experiences: Sequence[Experience]) -> None:
        """Adds at the end, without merging or forgetting. Embeds each query once."""
        if not experiences:
            return
        vectors = self._embedder.embed([experience.query for experience in experiences])
        self._grow(len(experiences))
        self._vectors[self._used : self._used + len(experiences)] = vectors
        self._used += len(experiences)
        self._experiences.extend(experiences)

    def search(self, query: str, k: int, *, task_id: str, wave: int) -> list[tuple[Experience, float]]:
        """The k most similar eligible experiences with their cosine similarity, best first.

        Ties go to the earlier experience, so that the order never depends on the machine.
        """
        eligible = [
            i
            for i, past in enumerate(self._experiences)
            if past.injectable and past.task_id != task_id and past.wave < wave
        ]
        if k <= 0 or not eligible:
            return []
        wanted = self._embedder.embed([self._prefix + query])[0]
        similarity = self._vectors[: self._used][eligible] @ wanted
        best = np.argsort(-similarity, kind="stable")[:k]
        return [(self._experiences[eligible[i]], float(similarity[i])) for i in best]

    def snapshot(self) -> dict[str, Any]:
        """What `pool.json` holds."""
        return {
            "schema": SCHEMA,
            "embedder": self._embedder.identity,
            "experiences": _EXPERIENCES.dump_python(self.experiences, mode="json"),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Replaces the content. Raises `UserError` for another schema or another embedder."""
        if snapshot.get("schema") != SCHEMA:
            raise UserError(
                f"the pool has schema {snapshot.get('schema')!r}, this version reads {SCHEMA}",
                "pool.json",
                "use the version that wrote it, or start a new run folder with run.name=…",
            )
        if snapshot.get("embedder") != self._embedder.identity:
            raise UserError(
                "the pool was made with another embedder",
                f"pool.json says {snapshot.get('embedder')!r}, this run uses {self._embedder.identity!r}",
                "choose the same embedder, or start a new run folder with run.name=…",
            )
        self._experiences, self._used = [], 0
        self._vectors = np.zeros((0, self._embedder.dimension), np.float32)
        self.append(_EXPERIENCES.validate_python(snapshot["experiences"]))

    def _grow(self, extra: int) -> None:
        needed = self._used + extra
        if needed > len(self._vectors):
            grown = np.zeros((max(needed, 2 * len(self._vectors), 64), self._embedder.dimension), np.float32)
            grown[: self._used] = self._vectors[: self._used]
            self._vectors = grown
