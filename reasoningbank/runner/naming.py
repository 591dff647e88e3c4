"""The folder of a run, so that the runs of a sweep do not meet in one."""

from __future__ import annotations

from pathlib import Path

from reasoningbank.config import Config


def method_name(config: Config) -> str:
    """`reasoningbank`, `awm-success_and_failure`, `reasoningbank-k2-parallel-k5-simulated0.9` …

    The memory method and whatever sweeps usually change, where it differs from the method's default.
    """
    memory = config.memory
    usual = type(memory)(name=memory.name)
    parts = [memory.name.rpartition(":")[2]]
    if memory.k != usual.k:
        parts.append(f"k{memory.k}")
    for key in ("sources", "frame", "scope", "render"):
        value = getattr(memory, key, None)
        if value != getattr(usual, key, None):
            parts.append(str(value))
    if config.preset.name not in ("none", "paper"):
        parts.append(config.preset.name)
    if config.prompts is not None:
        parts.append(f"prompts-{Path(config.prompts).name}")
    if config.matts.name != "none":
        parts.append(f"{config.matts.name}-k{config.matts.k}")
    if config.judge.name != "llm":
        accuracy = f"{config.judge.accuracy:g}" if config.judge.name == "simulated" else ""
        parts.append(config.judge.name + accuracy)
    if config.runner.protocol == "frozen":
        parts.append("frozen")
    if config.runner.wave != 1:
        parts.append(f"wave{config.runner.wave}")
    if config.runner.order != "dataset":
        parts.append(config.runner.order)
    return "-".join(parts)
