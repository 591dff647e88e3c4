"""What a backbone is configured with. Keys stand in environment variables, never in here."""

from __future__ import annotations

import re
from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from reasoningbank.core.config import Strict
from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Purpose

_SECRET = re.compile(r"api_?key|secret|credential|password|authorization|ad_token|session_token", re.I)
# how keys begin, or a long mixture of small and capital letters and digits
_KEY = re.compile(r"(sk|gsk|xai|hf|r8)[-_]|AIza|(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w.-]{24,}$")

# keys of `LLMConfig` that cannot change a reply: exempt from cache keys and from a run's fingerprint
OPERATIONAL = frozenset(
    {
        "api_key_env",
        "timeout_s",
        "retries",
        "requests_per_minute",
        "tokens_per_minute",
        "max_concurrent",
        "cache",
        "cache_dir",
        "record",
        "price",
    }
)


class ThinkingConfig(Strict):
    """How much a reasoning model may think. Both null: the provider's default."""

    effort: Literal["disable", "minimal", "low", "medium", "high"] | None = None
    budget_tokens: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.effort is not None and self.budget_tokens is not None:
            raise ValueError("thinking.effort and thinking.budget_tokens exclude one another: give one")
        return self

    def params(self) -> dict[str, Any]:
        """The two forms that LiteLLM translates for every provider."""
        if self.effort is not None:
            return {"reasoning_effort": self.effort}
        if self.budget_tokens is None:
            return {}
        kind = "enabled" if self.budget_tokens else "disabled"
        return {"thinking": {"type": kind, "budget_tokens": self.budget_tokens}}


class RetryConfig(Strict):
    """One policy for all transient failures. Attempts count the first one."""

    max_attempts: int = Field(default=8, ge=1)
    max_wait_s: float = Field(default=300, gt=0)
    empty_attempts: int = Field(default=3, ge=1)


class PriceConfig(Strict):
    """Dollars per million tokens; null leaves it to the price tables."""

    input: float | None = Field(default=None, ge=0)
    output: float | None = Field(default=None, ge=0)
    cached_input: float | None = Field(default=None, ge=0)  # null: cached tokens cost as much as others

    @model_validator(mode="after")
    def _both(self) -> Self:
        if (self.input is None) != (self.output is None):
            raise ValueError("price.input and price.output go together: give both, or neither")
        return self


class LLMConfig(Strict):
    """One backbone and its settings."""

    provider: Literal["litellm", "local", "scripted", "replay"]
    model: str | None = None
    api_base: str | None = None
    api_key_env: str | None = None
    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_tokens_by_purpose: dict[Purpose, int] = Field(default_factory=dict)
    thinking: ThinkingConfig = ThinkingConfig()
    thinking_by_purpose: dict[Purpose, ThinkingConfig] = Field(default_factory=dict)
    timeout_s: float = Field(default=300, gt=0)
    retries: RetryConfig = RetryConfig()
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    max_concurrent: int = Field(default=64, ge=1)
    cache: bool = False
    cache_dir: str | None = None
    record: str | None = None
    cassette: str | None = None
    price: PriceConfig = PriceConfig()
    extra: dict[str, Any] = Field(default_factory=dict)
    policy: str | None = None
    local: dict[str, Any] = Field(default_factory=dict)

    @field_validator("extra")
    @classmethod
    def _holds_no_secret(cls, extra: dict[str, Any]) -> dict[str, Any]:
        if named := [key for key in extra if _SECRET.search(key)]:
            # no ValueError: pydantic would repeat the value
            raise UserError(
                f"llm.extra.{named[0]} looks like a secret, and configurations are written to disk",
                f"llm.extra.{named[0]}",
                "put it in an environment variable and name that with llm.api_key_env",
            )
        return extra

    @field_validator("api_key_env")
    @classmethod
    def _names_a_variable(cls, name: str | None) -> str | None:
        if name and _KEY.match(name):
            raise UserError(
                "llm.api_key_env looks like a key: it takes the name of an environment variable",
                "llm.api_key_env",
                "export NAME=the-key, and give llm.api_key_env=NAME",
            )
        return name

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.provider == "litellm" and not self.model:
            raise ValueError("llm.model is not set: give it as provider/name, e.g. gemini/gemini-2.5-flash")
        if self.provider == "replay" and not self.cassette:
            raise ValueError("llm.cassette is not set: give the file that llm.record wrote")
        return self

    def sampling(
        self, purpose: Purpose, temperature: float | None = None, max_tokens: int | None = None
    ) -> dict[str, Any]:
        """The settings of one call: what it asks for, else the purpose's, else the model's."""
        chosen = {
            "temperature": self.temperature if temperature is None else temperature,
            "top_p": self.top_p,
            "max_tokens": max_tokens or self.max_tokens_by_purpose.get(purpose) or self.max_tokens,
        }
        thinking = self.thinking_by_purpose.get(purpose, self.thinking)
        return {key: value for key, value in chosen.items() if value is not None} | thinking.params()

    def identity(self) -> dict[str, Any]:
        """The backbone itself, without the sampling settings and what cannot change a reply."""
        fields = {"provider", "model", "api_base", "extra", "policy", "local"}
        return self.model_dump(mode="json", include=fields)
