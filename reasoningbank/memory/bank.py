"""The bank: an append-only list of experiences with embedding-based retrieval (section 3.2, A.2).

Shared by every memory method. Ranks the past queries of experiences that hold something to inject;
a task never retrieves what came from itself, and nothing learned in its own wave or later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Embedder
from reasoningbank.core.seeding import draw
from reasoningbank.core.types import Experience, Task

SCHEMA = 2
# 1 had no origin (subset, site, family) beside an experience
READABLE = (1, 2)
FROZEN_WAVE = -1  # before every wave of a stream
DECIMALS = 6  # similarities that differ by less are equal, whatever kernel multiplied them
_EXPERIENCES = TypeAdapter(tuple[Experience, ...])

Scope = Literal["subset", "benchmark", "site"]


class Bank:
    """Experiences in stream order and the unit vectors of their queries, shape (n, dimension)."""

    def __init__(
        self, embedder: Embedder, query_prefix: str = "", scope: Scope = "subset", seed: int = 0
    ) -> None:
        self._embedder, self._prefix, self._scope, self._seed = embedder, query_prefix, scope, seed
        self._experiences: list[Experience] = []
        self._clear()

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
        begin, end = len(self), len(self) + len(experiences)
        self._grow(end)
        self._vectors[begin:end] = vectors
        self._waves[begin:end] = [experience.wave for experience in experiences]
        self._holding[begin:end] = [experience.injectable for experience in experiences]
        for row, experience in enumerate(experiences, begin):
            self._by_task[experience.task_id].append(row)
            self._by_origin[self._origin(experience)].append(row)
        self._experiences.extend(experiences)

    def eligible(self, task: Task, wave: int) -> NDArray[np.intp]:
        """Rows that may be injected into `task`: one a past task, in stream order."""
        return np.flatnonzero(self._allowed(task, wave))

    def _allowed(self, task: Task, wave: int) -> NDArray[np.bool_]:
        n = len(self)
        allowed = self._holding[:n] & (self._waves[:n] < wave)
        if self._scope != "benchmark":
            inside = np.zeros(n, bool)
            inside[self._by_origin.get(self._origin(task), [])] = True
            allowed &= inside
        allowed[self._by_task.get(task.id, [])] = False
        for rows in self._crowded():
            # k rollouts of one task tie exactly: each is as likely to be the one that is used
            open_rows = [row for row in rows if allowed[row]]
            allowed[open_rows] = False
            if open_rows:
                allowed[draw(self._seed, task.id, "rollout of", rows[0]).choice(open_rows)] = True
        return allowed

    def search(self, task: Task, k: int, wave: int) -> list[tuple[Experience, float]]:
        """The k most similar eligible experiences with their cosine similarity, best first.

        Ties go to the earlier experience, so that the order never depends on the machine.
        """
        allowed = self._allowed(task, wave)
        k = min(k, int(np.count_nonzero(allowed)))
        if k <= 0:
            return []
        wanted = self._embedder.embed([self._prefix + task.query])[0]
        similarity = self._vectors[: len(self)] @ wanted
        similarity[~allowed] = -np.inf
        last = similarity.max() if k == 1 else np.partition(similarity, len(self) - k)[len(self) - k]
        # everything as good as the k-th best but for rounding, so that ties stay whole
        rows = np.flatnonzero(similarity >= last - 2 * 10**-DECIMALS)
        rounded = np.round(similarity[rows], DECIMALS)
        best = np.argsort(-rounded, kind="stable")[:k]
        return [(self._experiences[rows[i]], float(rounded[i])) for i in best]

    def snapshot(self) -> dict[str, Any]:
        """What `pool.json` holds."""
        return {
            "schema": SCHEMA,
            "embedder": self._embedder.identity,
            "experiences": _EXPERIENCES.dump_python(self.experiences, mode="json"),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Replaces the content. Raises `UserError` for another schema or another embedder."""
        experiences = read_experiences(snapshot)
        if snapshot.get("embedder") != self._embedder.identity:
            raise UserError(
                "the pool was made with another embedder",
                f"pool.json says {snapshot.get('embedder')!r}, this run uses {self._embedder.identity!r}",
                "choose the same embedder, or start a new run folder with run.name=…",
            )
        self._clear()
        self.append(experiences)

    def freeze(self) -> None:
        """Makes everything visible to every wave (`runner.protocol=frozen`)."""
        self._experiences = [replace(past, wave=FROZEN_WAVE) for past in self._experiences]
        self._waves[: len(self)] = FROZEN_WAVE

    def _origin(self, of: Experience | Task) -> tuple[str, ...]:
        return {"subset": (of.subset,), "site": (of.subset, of.site), "benchmark": ()}[self._scope]

    def _crowded(self) -> list[list[int]]:
        """Past tasks that left several experiences: vanilla test-time scaling only."""
        if not any(past.rollout is not None for past in self._experiences[:1]):
            return []
        return [rows for rows in self._by_task.values() if len(rows) > 1]

    def _clear(self) -> None:
        self._experiences = []
        self._by_task: defaultdict[str, list[int]] = defaultdict(list)
        self._by_origin: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self._vectors: NDArray[np.float32] = np.zeros((0, self._embedder.dimension), np.float32)
        self._waves: NDArray[np.int64] = np.zeros(0, np.int64)
        self._holding: NDArray[np.bool_] = np.zeros(0, bool)

    def _grow(self, needed: int) -> None:
        room = len(self._vectors)
        if needed > room:
            extra = max(needed, 2 * room, 64) - room
            self._vectors = np.concatenate(
                [self._vectors, np.zeros((extra, self._embedder.dimension), np.float32)]
            )
            self._waves = np.concatenate([self._waves, np.zeros(extra, np.int64)])
            self._holding = np.concatenate([self._holding, np.zeros(extra, bool)])


def read_experiences(snapshot: dict[str, Any]) -> tuple[Experience, ...]:
    """The experiences of a `pool.json`. Raises `UserError` for what is not understood."""
    if snapshot.get("schema") not in READABLE:
        raise UserError(
            f"the pool has schema {snapshot.get('schema')!r}, this version reads {READABLE}",
            "pool.json",
            "use the version that wrote it, or start a new run folder with run.name=…",
        )
    try:
        return _EXPERIENCES.validate_python(snapshot["experiences"])
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(
            f"an experience of the pool cannot be read: {first['msg']}",
            f"pool.json, experiences.{'.'.join(map(str, first['loc']))}",
            "take the file as a run wrote it",
        ) from None
