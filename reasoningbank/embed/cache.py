"""Embeddings are always cached: the same text is never embedded, or paid, twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reasoningbank.core.protocols import Embedder


class CachedEmbedder:
    """`inner` behind a disk cache keyed by (identity, text)."""

    def __init__(self, inner: Embedder, folder: Path) -> None:
        from diskcache import Cache

        self.identity, self.dimension = inner.identity, inner.dimension
        self._inner = inner
        self._cache = Cache(str(folder))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, dimension), float32. Only texts not seen before reach the inner embedder."""
        stored = {text: self._cache.get((self.identity, text)) for text in texts}
        missing = [text for text, vector in stored.items() if vector is None]
        if missing:
            for text, vector in zip(missing, self._inner.embed(missing), strict=True):
                stored[text] = vector.astype(np.float32).tobytes()
                self._cache.set((self.identity, text), stored[text])
        rows = [np.frombuffer(stored[text], np.float32) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)
