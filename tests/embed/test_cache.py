"""The same text never reaches the inner embedder twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reasoningbank.embed.cache import CachedEmbedder
from reasoningbank.embed.hashed import HashedEmbedder


class Counting(HashedEmbedder):
    def __init__(self, identity: str = "counting") -> None:
        self.identity = identity
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.seen += texts
        return super().embed(texts)


def test_only_new_texts_are_embedded_and_the_bits_are_the_same(tmp_path: Path) -> None:
    inner = Counting()
    first = CachedEmbedder(inner, tmp_path).embed(["a b", "c", "a b"])
    again = CachedEmbedder(inner, tmp_path).embed(["c", "d", "a b"])
    assert inner.seen == ["a b", "c", "d"]
    assert first[0].tobytes() == first[2].tobytes() == again[2].tobytes()
    assert first.tobytes() == HashedEmbedder().embed(["a b", "c", "a b"]).tobytes()


def test_another_embedder_never_gets_the_vectors_of_the_first(tmp_path: Path) -> None:
    CachedEmbedder(Counting(), tmp_path).embed(["a"])
    other = Counting("another")
    CachedEmbedder(other, tmp_path).embed(["a"])
    assert other.seen == ["a"]


def test_nothing_asked_is_nothing_embedded(tmp_path: Path) -> None:
    inner = Counting()
    assert CachedEmbedder(inner, tmp_path).embed([]).shape == (0, inner.dimension)
    assert inner.seen == []
