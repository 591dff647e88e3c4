"""From a validated configuration to the parts of a run. The only place that knows all rooms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from reasoningbank import plugins
from reasoningbank.agents.react import ReActAgent
from reasoningbank.config import Config
from reasoningbank.core.protocols import LLM, Benchmark, Embedder, Memory
from reasoningbank.embed import build_embedder
from reasoningbank.judge.llm_judge import LLMJudge
from reasoningbank.llm import CheckedLLM, build_llm
from reasoningbank.llm.config import LLMConfig
from reasoningbank.memory.config import MemoryParts

Wrap = Callable[[LLM], LLM]


@dataclass(frozen=True)
class Parts:
    """What a run is made of."""

    benchmark: Benchmark
    agent: ReActAgent
    judge: LLMJudge
    memory: Memory
    llms: dict[str, CheckedLLM]  # by role: agent, judge, extractor


def build_benchmark(config: Config) -> Benchmark:
    return cast(Benchmark, plugins.load("benchmarks", config.benchmark.name)(config.benchmark))


def build(config: Config, wrap: Wrap = lambda llm: llm) -> Parts:
    """All parts. `wrap` goes around every model, to book its calls."""
    benchmark = build_benchmark(config)
    llms = build_llms(config, benchmark)
    agent = ReActAgent(
        wrap(llms["agent"]),
        benchmark,
        config.benchmark.max_steps,
        config.agent.max_page_chars,
        config.agent.max_memory_chars,
        config.agent.parse_retries,
        config.benchmark.short_actions,
    )
    judge = LLMJudge(
        wrap(llms["judge"]),
        config.judge.temperature,
        config.judge.strict,
        config.judge.states,
        config.agent.max_page_chars,
    )
    return Parts(benchmark, agent, judge, _memory(config, benchmark, wrap(llms["extractor"])), llms)


def build_llms(config: Config, benchmark: Benchmark) -> dict[str, CheckedLLM]:
    """One model a role; a role without settings of its own shares the agent's model."""
    agent = _llm(config.llm, config.seed, benchmark)

    def of(role: LLMConfig | None) -> CheckedLLM:
        return agent if role is None else _llm(role, config.seed, benchmark)

    return {"agent": agent, "judge": of(config.judge.llm), "extractor": of(config.memory.llm)}


def _llm(config: LLMConfig, seed: int, benchmark: Benchmark) -> CheckedLLM:
    policy = benchmark.policy() if config.provider == "scripted" and config.policy is None else None
    return build_llm(config, seed=seed, policy=policy)


def _memory(config: Config, benchmark: Benchmark, llm: LLM) -> Memory:
    @functools.cache
    def embedder() -> Embedder:
        return build_embedder(config.embedder)

    prefix = str(getattr(config.embedder, "query_prefix", "") or "")
    parts = MemoryParts(llm, embedder, prefix, benchmark.domain)
    method: Any = plugins.load("memory", config.memory.name)
    return cast(Memory, method(config.memory, parts))
