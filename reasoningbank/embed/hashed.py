"""A bag of words in fixed dimensions: no download, the same on every machine. For tests."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class HashedEmbedder:
    """Unit vectors of hashed words; says what it is in its identity."""

    dimension = 512
    identity = "hashed-bag-of-words-512"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, 512), float32."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.lower()):
                digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
                vectors[row, int.from_bytes(digest, "big") % self.dimension] += 1
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, norms, out=vectors, where=norms > 0)
        return vectors
