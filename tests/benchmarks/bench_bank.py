"""Retrieval against a bare matrix-vector product, appending, and reopening.

    python tests/benchmarks/bench_bank.py [largest]

For banks of 10^3, 10^5 and 10^6 experiences (as far as `largest` and the memory allow) of 3,072
dimensions, and 10^5 of 384: milliseconds a search, over the bare product (target 1.2).
"""

from __future__ import annotations

# ruff: noqa: T201
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from reasoningbank.core.types import Experience, Label, MemoryItem, Task  # noqa: E402
from reasoningbank.memory.bank import Bank  # noqa: E402

ITEM = (MemoryItem("t", "d", "c"),)


class RandomEmbedder:
    """Unit vectors drawn from a generator: the cost of a model is not measured here."""

    identity = "random"

    def __init__(self, dimension: int) -> None:
        self.dimension, self._draw = dimension, np.random.default_rng(0)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = self._draw.standard_normal((len(texts), self.dimension), np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def milliseconds(call: Callable[[], object], times: int) -> float:
    call()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append((time.perf_counter() - began) * 1e3)
    return statistics.median(taken)


def measure(n: int, dimension: int) -> None:
    embedder = RandomEmbedder(dimension)
    bank = Bank(embedder, scope="benchmark")
    began = time.perf_counter()
    for start in range(0, n, 10_000):
        rows = range(start, min(start + 10_000, n))
        bank.append([Experience(str(i), f"q{i}", (Label.SUCCESS,), ITEM, wave=i) for i in rows])
    built = time.perf_counter() - began
    wanted = embedder.embed(["x"])[0]
    times = 200 if n <= 1000 else 9
    bare = milliseconds(lambda: bank._vectors[:n] @ wanted, times)
    ours = milliseconds(lambda: bank.search(Task("new", "", "x"), 1, n + 1), times)
    embedding = milliseconds(lambda: embedder.embed(["x"]), 200)
    began = time.perf_counter()
    snapshot = bank.snapshot()
    Bank(embedder, scope="benchmark").restore(snapshot) if n <= 100_000 else None
    reopened = time.perf_counter() - began
    print(
        f"{n:>8} x {dimension}: search {ours - embedding:8.2f} ms, bare product {bare:8.2f} ms, "
        f"ratio {(ours - embedding) / bare:.2f}; built {built:.1f} s, written and reopened {reopened:.1f} s"
    )


def main(largest: int = 100_000) -> None:
    for n, dimension in ((1_000, 3_072), (100_000, 384), (100_000, 3_072), (1_000_000, 3_072)):
        if n <= largest:
            measure(n, dimension)
    print(f"cpus {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
