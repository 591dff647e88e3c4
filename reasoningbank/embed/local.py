"""The embedder on this machine: MiniLM, fetched once as packages; no torch, no hub, no key."""

from __future__ import annotations

import logging

from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Embedder
from reasoningbank.embed import minilm
from reasoningbank.embed.hashed import HashedEmbedder

logger = logging.getLogger(__name__)


def open_local() -> Embedder:
    """The best local embedder that can be had: int8 ONNX, else fp32 in NumPy, else a bag of words.

    Never a silent step down: each is warned of, and `identity` says which one it is (a bank that was
    filled with another one refuses it).
    """
    for name, load in (("int8 MiniLM", minilm.int8_onnx), ("fp32 MiniLM", minilm.fp32_numpy)):
        try:
            return load()
        except ImportError as error:
            reason = f"{error.name} is missing: pip install 'reasoningbank-harness[local]'"
        except UserError as error:
            reason = f"{error.what} ({error.where})"
        logger.warning("embedder=local: no %s: %s", name, reason)
    logger.warning("embedder=local: a hashed bag of words stands in; it knows words, not meanings")
    return HashedEmbedder()
