"""From a validated configuration to the parts of a run. The only place that knows all rooms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from reasoningbank import plugins
from reasoningbank.agents.react import ReActAgent
from reasoningbank.config import Config
from reasoningbank.core import prompts
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import LLM, Agent, Benchmark, Embedder, InformedJudge, Judge, Memory
from reasoningbank.embed import build_embedder
from reasoningbank.judge.llm_judge import LLMJudge
from reasoningbank.judge.oracle import OracleJudge
from reasoningbank.llm import CheckedLLM, build_llm
from reasoningbank.llm.budget import Budget
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.configured import AtTemperature
from reasoningbank.memory.config import MemoryParts
from reasoningbank.memory.none import NoMemory
from reasoningbank.runner.rollout import EnvironmentPool, RolloutWorker, StepEvent

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
    judge: Judge | InformedJudge | None  # None: a frozen bank, nothing is judged
    memory: Memory
    llms: dict[str, CheckedLLM]  # by role, as `roles` names them
    booked: dict[str, LLM]  # the same, with every call booked

    @property
    def label(self) -> str:
        """What the backbone is, in plain words."""
        return self.llms["agent"].label


def build_benchmark(config: Config) -> Benchmark:
    return cast(Benchmark, plugins.make("benchmarks", config.benchmark.name, Benchmark, config.benchmark))


def build(config: Config, wrap: Wrap = lambda llm: llm, with_memory: bool = True) -> Parts:
    """All parts. `wrap` goes around every model, to book its calls. Raises `UserError`.

    `with_memory=False` is for workers that only roll out: no embedder is built there.
    """
    prompts.use(config.prompts)
    benchmark = build_benchmark(config)
    llms = build_llms(config, benchmark)
    booked = {role: wrap(llm) for role, llm in llms.items()}
    _refuse_what_cannot_be(config, benchmark, booked["agent"])
    memory = _memory(config, benchmark, booked["extractor"]) if with_memory else NoMemory(config.memory)
    judge = _judge(config, benchmark, booked["judge"]) if config.runner.protocol == "stream" else None
    return Parts(benchmark, _agents(config, benchmark), judge, memory, llms, booked)


def rollout_worker(
    config: Config, parts: Parts, environments: int, on_step: StepEvent = lambda task, rollout, step: None
) -> RolloutWorker:
    """What runs rollouts in one process, with at most so many environments."""
    limits = config.agent.limits
    matcher = AtTemperature(parts.booked["matcher"], config.matcher.temperature)
    return RolloutWorker(
        parts.booked["agent"],
        parts.make_agent,
        parts.judge,
        EnvironmentPool(parts.benchmark, environments, matcher),
        config.runner.infra_retries,
        config.runner.rollout_seconds,
        config.run.screenshots,
        lambda: Budget(max_tokens=limits.tokens, max_cost=limits.cost, max_seconds=limits.seconds),
        on_step,
    )


def build_llms(config: Config, benchmark: Benchmark) -> dict[str, CheckedLLM]:
    """One model a role; a role without settings of its own shares the agent's model."""
    agent = _llm(config.llm, config.seed, benchmark)
    return {
        role: agent if own is None else _llm(own, config.seed, benchmark)
        for role, own in roles(config).items()
    }


def _judge(config: Config, benchmark: Benchmark, llm: LLM) -> Judge | InformedJudge:
    keys = config.judge
    if keys.name != "llm":
        accuracy = 1.0 if keys.name == "ground_truth" else keys.accuracy
        return OracleJudge(keys.name, accuracy, config.seed)
    return LLMJudge(
        llm, keys.temperature, keys.strict, keys.states, config.agent.max_page_chars, benchmark.domain
    )


def _agents(config: Config, benchmark: Benchmark) -> Callable[[LLM], Agent]:
    """Makes an agent for a rollout: the benchmark's own, or the ReAct agent."""
    keys, matts = config.benchmark, config.matts
    passes = matts.k if matts.name.startswith("sequential") else 1

    def make(llm: LLM) -> Agent:
        own = benchmark.agent(llm, config.agent)
        return own or ReActAgent(
            llm,
            benchmark,
            keys.max_steps,
            config.agent,
            keys.short_actions,
            passes,
            matts.early_stop,
        )

    return make


def _refuse_what_cannot_be(config: Config, benchmark: Benchmark, llm: LLM) -> None:
    if config.matts.name.startswith("sequential") and benchmark.agent(llm, config.agent) is not None:
        raise UserError(
            f"the agent of {benchmark.name} cannot re-examine its work",
            f"matts={config.matts.name}",
            "choose matts=parallel: sequential scaling needs the ReAct agent of the web benchmarks",
        )
    unsuited = getattr(benchmark, "unsuited", lambda memory: None)
    if (refusal := unsuited(config.memory.name)) is not None:
        raise refusal
    if config.memory.name == "shuffled" and config.runner.protocol != "frozen":
        raise UserError(
            "memory=shuffled permutes a bank that is already there",
            f"runner.protocol={config.runner.protocol}",
            "add runner.protocol=frozen runner.bank=PATH (the pool.json of a finished run)",
        )


def _llm(config: LLMConfig, seed: int, benchmark: Benchmark) -> CheckedLLM:
    policy = benchmark.policy() if config.provider == "scripted" and config.policy is None else None
    return build_llm(config, seed=seed, policy=policy)


def _memory(config: Config, benchmark: Benchmark, llm: LLM) -> Memory:
    @functools.cache
    def embedder() -> Embedder:
        return build_embedder(config.embedder)

    prefix = str(getattr(config.embedder, "query_prefix", "") or "")
    parts = MemoryParts(
        llm,
        embedder,
        prefix,
        benchmark.domain,
        config.seed,
        config.matts.max_items,
        config.matts.temperature,
    )
    return cast(Memory, plugins.make("memory", config.memory.name, Memory, config.memory, parts))
