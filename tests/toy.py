"""A benchmark of this test suite: no browser, a world that can be told to fail, a secret answer."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reasoningbank.core.config import AgentConfig, BenchmarkConfig
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Observation, Purpose, Score, Task

SECRET = "the-evaluator-knows-4711"
ITEM = (
    "# Memory Item 1\n## Title\nPress twice\n## Description\nD.\n## Content\nThe first press does nothing.\n"
)
_BROKEN: dict[str, set[int]] = {}
SUBJECTS = ("apples", "pears", "plums", "figs", "dates", "limes", "kiwis", "grapes")


class ToyEnvironment:
    """Two presses and the right word solve a task; without the lesson the agent answers too early."""

    def __init__(self, config: ToyConfig) -> None:
        self._config = config
        self._pressed = 0
        self._answer = ""

    def reset(self, task: Task) -> Observation:
        self._pressed, self._answer, self._task = 0, "", task
        return self._seen()

    def step(self, action: str) -> Observation:
        time.sleep(self._config.step_seconds)
        if self._task.id in self._config.broken and not self._mended() and self._breaks():
            raise InfrastructureError("the toy world broke")
        if action.startswith("send_msg_to_user"):
            self._answer = action
        else:
            self._pressed += 1
        return self._seen()

    def score(self) -> Score:
        return Score(float(self._pressed == 2 and bool(self._answer)), SECRET)

    def close(self) -> None:
        """Nothing is open."""

    def _breaks(self) -> bool:
        """All environments, or only so many, whichever come first."""
        if self._config.broken_rollouts is None:
            return True
        broken = _BROKEN.setdefault(self._config.mended, set())
        if len(broken) < self._config.broken_rollouts:
            broken.add(id(self))
        return id(self) in broken

    def _mended(self) -> bool:
        return bool(self._config.mended) and Path(self._config.mended).exists()

    def _seen(self) -> Observation:
        text = f"RootWebArea 'Toy'\n\t[1] button 'Press'\n\tStaticText 'pressed {self._pressed}'"
        return Observation(text, "http://toy", terminated=bool(self._answer), screenshot=b"png")


class ToyConfig(BenchmarkConfig):
    count: int = 8
    step_seconds: float = 0.0
    broken: tuple[str, ...] = ()
    broken_rollouts: int | None = None
    mended: str = ""


class Toy:
    Config = ToyConfig
    name = "toy"
    domain = "web"
    instances = None
    dataset_hash = "toy"

    def __init__(self, config: ToyConfig) -> None:
        self._config = config
        self.subset, self.max_steps = config.subset, config.max_steps

    def check(self) -> None:
        """Always ready."""

    def tasks(self) -> Sequence[Task]:
        return [
            Task(str(i), self.subset, f"Count the {SUBJECTS[i % 8]} in basket {i}", str(i % 2), "toy")
            for i in range(self._config.count)
        ]

    def environment(self, slot: int, matcher: LLM) -> ToyEnvironment:
        return ToyEnvironment(self._config)

    def agent(self, llm: LLM, settings: AgentConfig) -> None:
        return None

    def action_space(self, short: bool) -> str:
        return "- click('1')\n- send_msg_to_user('text')"

    def parse_action(self, action: str) -> str | None:
        return None if action.startswith(("click(", "send_msg_to_user(")) else "no such action"

    def policy(self) -> ToyPolicy:
        return ToyPolicy()

    def versions(self) -> dict[str, Any]:
        return {"pid": 0}


class ToyPolicy:
    """Presses once; twice when a lesson says so. Judges by what the last page shows."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        told, page = messages[0]["content"], messages[-1]["content"]
        if purpose is Purpose.JUDGE:
            return f"Thoughts: seen.\nStatus: {'success' if 'pressed 2' in page else 'failure'}"
        if purpose is Purpose.EXTRACT:
            return ITEM
        enough = 2 if "Press twice" in told else 1
        if f"pressed {enough}" in page:
            return "THOUGHT: done\nACTION: send_msg_to_user('counted')"
        return "THOUGHT: press\nACTION: click('1')"


def overrides(folder: Path, *more: str) -> list[str]:
    """Command-line words for a run of the toy below `folder`."""
    return [
        "benchmark=custom",
        "benchmark.name='tests.toy:Toy'",
        "benchmark.subset=all",
        "llm=scripted",
        "embedder=hashed",
        f"run.output_root={folder}",
        "run.progress=off",
        *more,
    ]


def killed_until_done(words: list[str], progress: Path, seed: int, longest: float) -> int:
    """Runs the command, kills it soon after each sign of progress, until it ends well; counts the deaths.

    Progress is a line in the file: a process that only starts up is not killed, however slow the machine.
    """
    draw, deaths = random.Random(seed), 0
    while True:
        before = progress.stat().st_size if progress.exists() else 0
        child = subprocess.Popen(
            [sys.executable, "-m", "reasoningbank.run", *words],
            env=environment_for_children(),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        while child.poll() is None and (progress.stat().st_size if progress.exists() else 0) == before:
            time.sleep(0.01)
        try:
            assert child.wait(timeout=draw.uniform(0, longest)) == 0
            return deaths
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            deaths += 1


def environment_for_children() -> dict[str, str]:
    """Lets a child process import this module from any folder."""
    root = str(Path(__file__).parent.parent)
    return {**os.environ, "PYTHONPATH": root}
