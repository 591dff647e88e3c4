"""What every benchmark adapter is configured with. An adapter with keys of its own subclasses this."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """Frozen, and an unknown key is an error: a typo must never be a silent default."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class BenchmarkConfig(Strict):
    """Keys shared by all benchmarks."""

    name: str
    subset: str
    max_steps: int = Field(30, ge=1)
    short_actions: bool = False


class LimitsConfig(Strict):
    """Of one rollout; null is no limit. Reaching one is the outcome `budget`, and is scored."""

    tokens: int | None = Field(None, ge=1)
    cost: float | None = Field(None, gt=0)
    seconds: float | None = Field(None, gt=0)


class AgentConfig(Strict):
    """Settings that every agent reads, whatever its benchmark (appendix B)."""

    max_page_chars: int = Field(40_000, ge=100)
    max_memory_chars: int = Field(12_000, ge=0)
    parse_retries: int = Field(3, ge=0)
    limits: LimitsConfig = LimitsConfig()
