"""What an embedder is configured with. Keys stand in environment variables, never in here."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from reasoningbank.core.config import Strict


class EmbedderConfig(Strict):
    """`query_prefix` and `task_type` are the released code's settings (METHOD.md)."""

    provider: Literal["local", "hashed", "litellm"]
    model: str | None = None
    dimension: int | None = Field(default=None, ge=1)
    task_type: str | None = None
    query_prefix: str = ""
    api_key_env: str | None = None
    api_base: str | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.provider == "litellm" and not (self.model and self.dimension):
            raise ValueError("a hosted embedder needs embedder.model and embedder.dimension: give both")
        return self
