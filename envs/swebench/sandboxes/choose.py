"""Which sandbox a run uses, and whether it is there."""

from __future__ import annotations

import functools
import shutil
import subprocess

from envs.swebench.config import GradingName, SandboxName, SWEBenchConfig
from envs.swebench.sandboxes import bubblewrap
from reasoningbank.core.errors import UserError

CONTAINERS = ("docker", "podman", "singularity", "modal")
_ANSWER_SECONDS = 15


@functools.cache
def engine_problem(engine: str) -> str:
    """Why the engine cannot be used; empty when it can."""
    if engine == "modal":
        from importlib.util import find_spec

        return "" if find_spec("modal") and find_spec("swerex") else "modal and swe-rex are not installed"
    if not shutil.which(engine):
        return f"the program {engine} is not installed"
    asked = [engine, "version"] if engine == "singularity" else [engine, "info"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, timeout=_ANSWER_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"{engine} does not answer"
    return " ".join(said.stderr.split())[-200:] or "it does not work" if said.returncode else ""


def sandbox(config: SWEBenchConfig) -> SandboxName:
    """The sandbox by name, `auto` resolved: an engine where one answers, else bubblewrap. `UserError`
    where there is neither. The sample has no images: it never uses an engine."""
    if config.sandbox != "auto":
        return config.sandbox
    if config.subset != "sample":
        for engine in ("docker", "podman"):
            if not engine_problem(engine):
                return "docker" if engine == "docker" else "podman"
    if not bubblewrap.problem():
        return "bubblewrap"
    raise UserError(
        f"there is nowhere to run the agent's commands: {bubblewrap.problem()}; {engine_problem('docker')}",
        "benchmark.sandbox=auto",
        "start docker or podman, or apt-get install bubblewrap",
    )


def grading(config: SWEBenchConfig) -> GradingName:
    """The way of grading by name, `auto` resolved: official where the sandbox is a container engine."""
    if config.grading != "auto":
        return config.grading
    match sandbox(config):
        case "docker" | "podman" | "modal":
            return "official"
        case "bubblewrap" | "none":
            return "local"
    raise UserError(
        "no way of grading follows from singularity",
        "benchmark.grading=auto",
        "choose benchmark.grading=local (prepared instances), sb_cli or none",
    )


def check(config: SWEBenchConfig) -> None:
    """Raises `UserError` when sandbox or grading cannot work on this machine."""
    name = sandbox(config)
    if name in CONTAINERS and config.subset == "sample":
        raise UserError(
            "the packaged sample has no images",
            f"benchmark.sandbox={name}",
            "choose benchmark.sandbox=bubblewrap, or leave it at auto",
        )
    if name in CONTAINERS and (problem := engine_problem(name)):
        raise UserError(
            f"{name} cannot be used: {problem}",
            f"benchmark.sandbox={name}",
            "start it, or choose benchmark.sandbox=bubblewrap and run rb swebench prepare first",
        )
    way = grading(config)
    if name == "bubblewrap" or way == "local":
        bubblewrap.check()
    # the official evaluator asks docker itself, wherever the agent ran
    if way == "official" and name != "modal" and (problem := engine_problem("docker")):
        raise UserError(
            f"official grading needs docker: {problem}",
            "benchmark.grading=official",
            "start docker, or choose benchmark.grading=local, sb_cli or none",
        )
