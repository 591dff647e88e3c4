"""An opt-in response cache on disk: the same request of the same run seed is paid for once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoningbank.core.types import Message, Purpose, Reply
from reasoningbank.llm import wire
from reasoningbank.llm.config import LLMConfig

if TYPE_CHECKING:
    from reasoningbank.llm import CheckedLLM

VERSION = 1
_NEVER_KEPT = ("empty", "content_filter")  # passing failures, and what a second try may answer


class CachedLLM:
    """The key holds all that changes a reply: backbone, messages, sampling, purpose, seed, sample.

    Without seed and sample, the k rollouts of a task would collapse into one (DESIGN.md, LLM).
    """

    def __init__(self, inner: CheckedLLM, config: LLMConfig, seed: int) -> None:
        import diskcache

        self.name, self.label = inner.name, inner.label
        self._inner, self._config, self._seed = inner, config, seed
        folder = Path(config.cache_dir or "~/.cache/reasoningbank/llm").expanduser()
        # nothing is ever dropped: a paid reply is worth more than its kilobytes
        self._disk: Any = diskcache.Cache(str(folder), eviction_policy="none")

    def check(self) -> None:
        """As the backbone's: a hit needs no key, but nobody knows beforehand that all will hit."""
        self._inner.check()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The kept reply, marked and at cost 0, else the backbone's. Raises what that raises."""
        key = wire.digest(
            {
                "version": VERSION,
                "backbone": self._config.identity(),
                "sampling": self._config.sampling(purpose, temperature, max_tokens),
                "messages": list(messages),
                "purpose": purpose,
                "seed": self._seed,
                "sample": sample,
            }
        )
        kept = self._disk.get(key)
        if kept is not None:
            return hit(wire.from_json(json.loads(kept)))
        reply = self._inner.complete(
            messages, purpose=purpose, sample=sample, temperature=temperature, max_tokens=max_tokens
        )
        if reply.finish_reason not in _NEVER_KEPT:
            self._disk.set(key, json.dumps(wire.to_json(reply), ensure_ascii=False))
        return reply


def hit(reply: Reply) -> Reply:
    """A reply that nobody paid for now. Its tokens stay: they are what the method takes."""
    return replace(reply, cached=True, retries=0, usage=replace(reply.usage, cost=0.0))
