"""From a validated configuration to the parts of a run. The only place that knows all rooms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from reasoningbank import plugins
from reasoningbank.agents.react import ReActAgent
from reasoningbank.config import Config
from reasoningbank.core.protocols import LLM, Agent, Benchmark, Embedder, Memory
from reasoningbank.embed import build_embedder
from reasoningbank.judge.llm_judge import LLMJudge
from reasoningbank.llm import CheckedLLM, build_llm
from reasoningbank.llm.config import LLMConfig
from reasoningbank.memory.config import MemoryParts

Wrap = Callable[[LLM], LLM]


def roles(config: Config) -> dict[str, LLMConfig | None]:
    """The model settings of each role; None is the agent's."""
    return {
        "agent": None,
        "judge": config.judge.llm,
        "extractor": config.memory.llm,
        "selector": config.matts.llm,
        "matcher": config.matcher.llm,
    }


@dataclass(frozen=True)
class Parts:
    """What a run is made of."""

    benchmark: Benchmark
    make_agent: Callable[[LLM], Agent]
    judge: LLMJudge
    memory: Memory
    llms: dict[str, CheckedLLM]  # by role, as `roles` names them
    booked: dict[str, LLM]  # the same, with every call booked

    @property
    def label(self) -> str:
        """What the backbone is, in plain words."""
        return self.llms["agent"].label


def build_benchmark(config: Config) -> Benchmark:
    return cast(Benchmark, plugins.load("benchmarks", config.benchmark.name)(config.benchmark))


def build(config: Config, wrap: Wrap = lambda llm: llm) -> Parts:
    """All parts. `wrap` goes around every model, to book its calls."""
    benchmark = build_benchmark(config)
    llms = build_llms(config, benchmark)
    booked = {role: wrap(llm) for role, llm in llms.items()}
    judge = LLMJudge(
        booked["judge"],
        config.judge.temperature,
        config.judge.strict,
        config.judge.states,
        config.agent.max_page_chars,
    )
    memory = _memory(config, benchmark, booked["extractor"])
    return Parts(benchmark, _agents(config, benchmark), judge, memory, llms, booked)


def build_llms(config: Config, benchmark: Benchmark) -> dict[str, CheckedLLM]:
    """One model a role; a role without settings of its own shares the agent's model."""
    agent = _llm(config.llm, config.seed, benchmark)
    return {
        role: agent if own is None else _llm(own, config.seed, benchmark)
        for role, own in roles(config).items()
    }


def _agents(config: Config, benchmark: Benchmark) -> Callable[[LLM], Agent]:
    """Makes an agent for a rollout: the benchmark's own, or the ReAct agent."""
    keys = config.benchmark

    def make(llm: LLM) -> Agent:
        own = benchmark.agent(llm, config.agent)
        return own or ReActAgent(llm, benchmark, keys.max_steps, config.agent, keys.short_actions)

    return make


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
