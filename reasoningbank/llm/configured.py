"""The common sampling keys for callers and backbones that leave them open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Purpose, Reply
from reasoningbank.llm.config import LLMConfig

if TYPE_CHECKING:
    from reasoningbank.llm import CheckedLLM


class ConfiguredLLM:
    """Fills in `llm.temperature` and `llm.max_tokens` (by purpose) where the caller leaves them open."""

    def __init__(self, inner: CheckedLLM, config: LLMConfig) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._config = inner, config

    def check(self) -> None:
        """As the inner model's."""
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
        """The inner model's reply. None stays None where the config has no value either."""
        settings = self._config.sampling(purpose, temperature, max_tokens)
        return self._inner.complete(
            messages,
            purpose=purpose,
            sample=sample,
            temperature=settings.get("temperature"),
            max_tokens=settings.get("max_tokens"),
        )


class AtTemperature:
    """A backbone at a temperature of its role's, where the caller leaves it open."""

    def __init__(self, inner: LLM, temperature: float | None) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._temperature = inner, temperature

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The inner model's reply."""
        chosen = self._temperature if temperature is None else temperature
        return self._inner.complete(
            messages, purpose=purpose, sample=sample, temperature=chosen, max_tokens=max_tokens
        )
