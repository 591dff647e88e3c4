"""What every memory method is configured with and built from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from reasoningbank.core.config import Strict
from reasoningbank.core.protocols import LLM, Embedder
from reasoningbank.llm.config import LLMConfig


class MemoryConfig(Strict):
    """Keys shared by all methods; a method with keys of its own subclasses this (METHOD.md)."""

    name: str
    k: int = Field(1, ge=0)
    sources: Literal["success", "success_and_failure"] = "success_and_failure"
    scope: Literal["subset", "benchmark", "site"] = "subset"
    max_items: int = Field(3, ge=1)
    temperature: float | None = Field(1.0, ge=0)
    judge_rationale: bool = False
    llm: LLMConfig | None = None  # null: the agent's


@dataclass(frozen=True)
class MemoryParts:
    """What a method may use. The embedder is built only when it is asked for."""

    llm: LLM
    embedder: Callable[[], Embedder]
    query_prefix: str = ""
    domain: str = "web"
    seed: int = 0
    scaled_items: int = 5  # matts.max_items
    scaled_temperature: float | None = 0.7  # matts.temperature
