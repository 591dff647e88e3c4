"""What a run on Mind2Web is configured with."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from reasoningbank.core.config import BenchmarkConfig


class Mind2WebConfig(BenchmarkConfig):
    """Keys of Mind2Web; `configs/benchmark/mind2web/` explains each. `max_steps` means nothing here."""

    subset: Literal["test_task", "test_website", "test_domain", "sample"]
    data: str | None = None
    protocol: Literal["synapse", "mindact"] = "synapse"
    top_k: int | None = Field(None, ge=1, le=50)
    previous_top_k: int = Field(3, ge=1, le=50)
    trajectory: Literal["predicted", "gold"] = "predicted"
    site: Literal["website", "domain"] = "website"
    context_tokens: int = Field(128_000, ge=100)

    @property
    def offered(self) -> int:
        """Elements a step: the whole page of Synapse's protocol, the tournament of MindAct's."""
        return self.top_k or {"synapse": 5, "mindact": 50}[self.protocol]
