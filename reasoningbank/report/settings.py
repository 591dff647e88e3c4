"""What a run is, read from its resolved configuration (never from its path).

Some keys make it another arm of the experiments (number of experiences, sources, judge, scaling);
others are settings that differ from the paper's text and are told beside its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

# key → the paper's value; what is absent from a configuration is as in the paper
PAPER: dict[str, Any] = {
    "benchmark.scoring": "stop",
    "benchmark.annotations": "upstream",
    "benchmark.protocol": "synapse",
    "judge.strict": False,
    "judge.states": 1,
    "judge.llm.model": None,
    "memory.scope": "subset",
    "memory.render": "items",
    "memory.judge_rationale": False,
    "memory.llm.model": None,
    "runner.wave": 1,
    "runner.order": "dataset",
}
EMBEDDER = "gemini/gemini-embedding-001"
LEARN_FROM_SUCCESS = ("synapse", "awm")  # the others learn from failures too


def get(config: Mapping[str, Any], dotted: str, default: Any = None) -> Any:
    """The value at `dotted`, or `default` where a part of the way is missing or null."""
    value: Any = config
    for part in dotted.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
        if value is None:
            return default
    return value


def columns(config: Mapping[str, Any]) -> dict[str, Any]:
    """The run's own columns in the frame of `load_runs`."""
    memory, matts = get(config, "memory.name"), get(config, "matts.name", "none")
    judge = get(config, "judge.name", "llm")
    return {
        "benchmark": get(config, "benchmark.name"),
        "provider": get(config, "llm.provider"),
        "model": get(config, "llm.model") or get(config, "llm.provider"),
        "memory": memory,
        "memory_k": 0 if memory == "none" else get(config, "memory.k", 1),
        "sources": "-" if memory == "none" else get(config, "memory.sources", default_sources(memory)),
        "frame": get(config, "memory.frame", "paper"),
        "judge": judge,
        "judge_accuracy": {"ground_truth": 1.0, "simulated": get(config, "judge.accuracy", 1.0)}.get(judge),
        "matts": matts,
        "matts_k": get(config, "matts.k", 1),
        "arm": arm(config),
        "protocol": get(config, "runner.protocol", "stream"),
        "order": get(config, "runner.order", "dataset"),
        "seed": get(config, "seed", 0),
        "deviations": deviations(config),
    }


def deviations(config: Mapping[str, Any]) -> str:
    """The settings that differ from the paper's text, as `key=value, …`; empty when none does."""
    memory = get(config, "memory.name")
    found = [
        f"{key}={shown}"
        for key, expected in PAPER.items()
        if (shown := get(config, key, expected)) != expected
        and not (memory == "none" and key.startswith(("memory.", "judge.")))
        and not (memory == "none" and key in ("runner.wave", "runner.order"))
    ]
    embedder = get(config, "embedder.model") or get(config, "embedder.provider")
    if memory not in ("none", "random") and embedder != EMBEDDER:
        found.append(f"embedder={embedder}")
    if prompts := get(config, "prompts"):
        found.append(f"prompts={Path(prompts).name}")
    if get(config, "benchmark.name") == "webarena" and get(config, "benchmark.max_steps", 30) != 30:
        found.append(f"benchmark.max_steps={get(config, 'benchmark.max_steps')}")
    return ", ".join(found)


def default_sources(memory: str) -> str:
    """What a method learns from in Table 1."""
    return "success" if memory in LEARN_FROM_SUCCESS else "success_and_failure"


def arm(config: Mapping[str, Any]) -> str:
    """The memory method and what makes it another arm than Table 1's, as command-line words.

    `reasoningbank`, `reasoningbank matts=parallel matts.k=5`, `awm memory.sources=success_and_failure` …
    Runs of one arm differ in subset, backbone, seed and `deviations` only.
    """
    memory = get(config, "memory.name")
    words = [memory]
    if memory != "none":
        words += _learning_words(config, memory)
    if (matts := get(config, "matts.name", "none")) != "none":
        words += [f"matts={matts}", f"matts.k={get(config, 'matts.k', 1)}"]
    if get(config, "runner.protocol", "stream") != "stream":
        words.append(f"runner.protocol={get(config, 'runner.protocol')}")
    return " ".join(words)


def _learning_words(config: Mapping[str, Any], memory: str) -> list[str]:
    words = []
    if (k := get(config, "memory.k", 1)) != 1:
        words.append(f"memory.k={k}")
    if (sources := get(config, "memory.sources", default_sources(memory))) != default_sources(memory):
        words.append(f"memory.sources={sources}")
    if (frame := get(config, "memory.frame", "paper")) != "paper":
        words.append(f"memory.frame={frame}")
    if (trajectory := get(config, "memory.trajectory", "predicted")) != "predicted":
        words.append(f"memory.trajectory={trajectory}")
    if (judge := get(config, "judge.name", "llm")) != "llm":
        words.append(f"judge={judge}")
    if judge == "simulated":
        words.append(f"judge.accuracy={get(config, 'judge.accuracy', 1.0):g}")
    return words
