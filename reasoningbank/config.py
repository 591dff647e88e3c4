"""The one strict configuration tree. Hydra composes it, pydantic validates it."""

from __future__ import annotations

import difflib
from typing import Any, Literal, Self

from pydantic import Field, SerializeAsAny, ValidationError, field_validator, model_validator

from reasoningbank import plugins
from reasoningbank.core.config import AgentConfig, BenchmarkConfig, Strict
from reasoningbank.core.errors import UserError
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.llm.config import LLMConfig
from reasoningbank.memory.config import MemoryConfig


class RunConfig(Strict):
    """Where a run lies and how it shows itself; nothing here can change a result."""

    name: str = "default"
    output_root: str = "outputs"
    progress: Literal["auto", "rich", "plain", "off"] = "auto"
    screenshots: bool = True
    max_cost: float | None = Field(None, gt=0)
    max_seconds: float | None = Field(None, gt=0)


class JudgeConfig(Strict):
    """Who labels the trajectories."""

    name: Literal["llm", "ground_truth", "simulated"] = "llm"
    accuracy: float = Field(1.0, ge=0, le=1)
    temperature: float | None = Field(0.0, ge=0)
    strict: bool = False
    states: int = Field(1, ge=1)
    llm: LLMConfig | None = None


MattsName = Literal["none", "parallel", "sequential", "parallel_no_aggregation", "sequential_no_aggregation"]


class MattsConfig(Strict):
    """Memory-aware test-time scaling (section 3.3). `llm` is the Best-of-N selector's."""

    name: MattsName = "none"
    k: int = Field(1, ge=1)
    max_items: int = Field(5, ge=1)
    temperature: float | None = Field(0.7, ge=0)
    select: bool = True
    select_temperature: float | None = Field(0.0, ge=0)
    early_stop: bool = False
    llm: LLMConfig | None = None

    @model_validator(mode="after")
    def _scales(self) -> Self:
        if self.name == "none" and self.k != 1:
            raise ValueError(f"matts.k={self.k} needs a way to scale: choose matts=parallel or another")
        return self

    @property
    def rollouts(self) -> int:
        """Rollouts of a task: k in parallel, one in sequence."""
        return self.k if self.name.startswith("parallel") else 1


class MatcherConfig(Strict):
    """The model of a benchmark's own fuzzy evaluator."""

    temperature: float | None = Field(0.0, ge=0)
    llm: LLMConfig | None = None


class RunnerConfig(Strict):
    """Which tasks run, in which order, and what happens when the world fails."""

    protocol: Literal["stream", "frozen"] = "stream"
    bank: str | None = None
    wave: int = Field(1, ge=1)
    limit: int | None = Field(None, ge=1)
    tasks: str | tuple[str, ...] | None = None
    order: Literal["dataset", "shuffled"] = "dataset"
    infra_retries: int = Field(2, ge=0)
    rollout_seconds: float = Field(1800, gt=0)
    retry: Literal["infrastructure", "none", "all"] = "infrastructure"
    fail_on_error: float | None = Field(None, gt=0)

    @field_validator("tasks", mode="before")
    @classmethod
    def _ids_as_text(cls, value: Any) -> Any:
        # ids look like numbers on a command line
        if isinstance(value, int):
            return [str(value)]
        return [str(part) for part in value] if isinstance(value, list) else value

    @model_validator(mode="after")
    def _frozen_needs_a_bank(self) -> Self:
        if (self.protocol == "frozen") != (self.bank is not None):
            raise ValueError("runner.protocol=frozen and runner.bank=PATH go together: give both, or neither")
        return self


class EngineConfig(Strict):
    """Where rollouts run, and how many at once."""

    name: Literal["auto", "threads", "processes", "ray"] = "threads"
    workers: int = Field(1, ge=1)
    address: str | None = None


class PresetConfig(Strict):
    """Which set of keys was chosen together: the paper's or the released code's (METHOD.md)."""

    name: str = "none"
    # what groups take from it, key by key
    webarena: dict[str, Any] = Field(default_factory=dict)
    memory: dict[str, Any] = Field(default_factory=dict)


class Config(Strict):
    """Everything that a run depends on."""

    seed: int = Field(0, ge=0)
    prompts: str | None = None
    preset: PresetConfig = PresetConfig()
    run: RunConfig = RunConfig()
    benchmark: SerializeAsAny[BenchmarkConfig]
    llm: LLMConfig
    embedder: EmbedderConfig
    memory: SerializeAsAny[MemoryConfig]
    judge: JudgeConfig = JudgeConfig()
    matts: MattsConfig = MattsConfig()
    matcher: MatcherConfig = MatcherConfig()
    agent: AgentConfig = AgentConfig()
    runner: RunnerConfig = RunnerConfig()
    engine: EngineConfig = EngineConfig()

    @field_validator("benchmark", mode="before")
    @classmethod
    def _benchmark_keys(cls, value: Any) -> Any:
        return _validated_by_plugin("benchmarks", value)

    @field_validator("memory", mode="before")
    @classmethod
    def _memory_keys(cls, value: Any) -> Any:
        return _validated_by_plugin("memory", value)


def validate(data: dict[str, Any]) -> Config:
    """The typed configuration. Raises `UserError` naming the key, and the nearest right one."""
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        raise _explained(error) from None


def _validated_by_plugin(kind: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    section = "benchmark" if kind == "benchmarks" else kind
    if not isinstance(value.get("name"), str):
        raise UserError(
            f"{section}.name is not set",
            f"{section}.name={value.get('name')!r}",
            f"give it on the command line: {section}.name=module:Class, or choose a {section}=… that exists",
        )
    model = getattr(plugins.load(kind, value["name"]), "Config", None)
    base = BenchmarkConfig if kind == "benchmarks" else MemoryConfig
    if not (isinstance(model, type) and issubclass(model, base)):
        raise UserError(
            f"{value['name']} has no configuration of its kind",
            f"{section}.name={value['name']}",
            f"give the class a `Config`, a subclass of {base.__name__} ({plugins.GUIDES[kind]})",
        )
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _explained(error, (section,), model) from None


def _explained(error: ValidationError, prefix: tuple[str, ...] = (), model: Any = Config) -> UserError:
    first = error.errors()[0]
    path = (*prefix, *(str(part) for part in first["loc"]))
    where = ".".join(path)
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(path[-1], _siblings(model, first["loc"]), 1, cutoff=0.5)
        remedy = f"did you mean {'.'.join((*path[:-1], near[0]))}?" if near else "remove it"
        return UserError(f"unknown key {where}{more}", f"{where}={first['input']!r}", remedy)
    if first["type"] == "missing":
        return UserError(f"{where} is not set{more}", where, f"give it on the command line: {where}=…")
    if first["type"] != "value_error":
        return UserError(
            f"{where}: {first['msg']}{more}", f"{where}={first['input']!r}", f"give {where} another value"
        )
    # ours are worded as "what is wrong: what to do"
    what, _, remedy = str(first["ctx"]["error"]).partition(": ")
    if isinstance(first["input"], dict):  # several keys that do not go together
        return UserError(f"{what}{more}", where, remedy)
    return UserError(f"{where}: {what}{more}", f"{where}={first['input']!r}", remedy)


def _siblings(model: Any, loc: tuple[int | str, ...]) -> list[str]:
    for part in loc[:-1]:
        annotation = model.model_fields[str(part)].annotation
        options = [annotation, *getattr(annotation, "__args__", ())]
        model = next((option for option in options if hasattr(option, "model_fields")), model)
    return list(model.model_fields)
