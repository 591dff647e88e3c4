"""The keys of SWE-bench (`configs/benchmark/swebench/`)."""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from reasoningbank.core.config import BenchmarkConfig

AgentName = Literal["mini_v1", "mini_v2"]
SandboxName = Literal["auto", "docker", "podman", "singularity", "modal", "bubblewrap", "none"]
GradingName = Literal["auto", "official", "local", "sb_cli", "none"]
_SLICE = re.compile(r"-?\d*:-?\d*")


class SWEBenchConfig(BenchmarkConfig):
    """`data` is a hub id, a folder, or a .parquet, .json or .jsonl file; null for the packaged sample."""

    subset: Literal["sample", "verified", "mini"]
    data: str | None = None
    ids: tuple[str, ...] = ()
    repos: tuple[str, ...] = ()
    match: str | None = None
    slice: str | None = None
    agent: AgentName = "mini_v1"
    templates: str | None = None
    command_seconds: float = Field(60, gt=0)
    cost_limit: float | None = Field(3.0, gt=0)
    wall_seconds: int | None = Field(None, ge=1)
    sandbox: SandboxName = "auto"
    grading: GradingName = "auto"
    grading_seconds: float = Field(1800, gt=0)
    only_gradable: bool = False
    cache: str | None = None
    allow_awm: bool = False

    @field_validator("match")
    @classmethod
    def _is_regex(cls, value: str | None) -> str | None:
        try:
            re.compile(value or "")
        except re.error as error:
            raise ValueError(f"not a regular expression ({error}): mend it") from None
        return value

    @field_validator("slice")
    @classmethod
    def _is_slice(cls, value: str | None) -> str | None:
        if value is not None and not _SLICE.fullmatch(value):
            raise ValueError("not a slice: write it as first:last, for example 0:50")
        return value

    @model_validator(mode="after")
    def _has_data(self) -> Self:
        if (self.subset == "sample") != (self.data is None):
            raise ValueError(
                "data belongs to the subsets verified and mini, and the sample has its own: "
                "leave benchmark.data out, or choose benchmark=swebench/verified"
            )
        return self
