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
