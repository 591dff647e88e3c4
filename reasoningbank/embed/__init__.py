"""Embedders behind `core.protocols.Embedder`: local, hosted, hashed; all of them cached."""

from __future__ import annotations

from reasoningbank.core.protocols import Embedder
from reasoningbank.embed.config import EmbedderConfig


def build_embedder(config: EmbedderConfig) -> Embedder:
    """The embedder of `config`. Raises `UserError` when it cannot be had."""
    if config.provider == "hashed":
        from reasoningbank.embed.hashed import HashedEmbedder

        return HashedEmbedder()
    from reasoningbank.embed.cache import CachedEmbedder
    from reasoningbank.packaged import cache_dir

    return CachedEmbedder(_uncached(config), cache_dir("embeddings"))


def _uncached(config: EmbedderConfig) -> Embedder:
    if config.provider == "local":
        from reasoningbank.embed.local import open_local

        return open_local()
    from reasoningbank.embed.hosted import HostedEmbedder

    return HostedEmbedder(config)
