"""Synapse: trajectories as exemplars, kept verbatim and without a model call.

In the paper's frame a success leaves its thoughts and actions; `memory.frame=original` keeps the whole
conversation, pages included, as the published method does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from reasoningbank.core.prompts import render
from reasoningbank.core.text import clean, head
from reasoningbank.core.types import Attempt, Episode, Experience, Task
from reasoningbank.memory.base import BankedMemory, Distilled, Told, distinct, recorded
from reasoningbank.memory.config import MemoryConfig

MOST_CHARS = 500_000  # of a recorded visit
STEP_CHARS = 2000  # of one thought or action: room for any, bounded for a page's sake


class SynapseConfig(MemoryConfig):
    """Keys of Synapse. `exemplar_page_chars` is per observation, in the original frame."""

    sources: Literal["success", "success_and_failure"] = "success"
    frame: Literal["paper", "original"] = "paper"
    exemplar_page_chars: int = Field(2_000, ge=0)


class SynapseMemory(BankedMemory):
    """Of k rollouts every distinct one that is wanted is kept, in one experience."""

    name = "synapse"
    Config = SynapseConfig
    config: SynapseConfig

    def distil(self, episode: Episode, attempts: Sequence[Attempt]) -> Distilled:
        told = distinct(attempts)
        show = self._conversation if self.config.frame == "original" else self._trajectory
        return Distilled(text="\n\n".join(show(episode.task.query, one) for one in told))

    def offline(self, task: Task, visits: Sequence[str]) -> list[Experience]:
        """Each recorded visit is an exemplar, retrieved by its first line: its query."""
        queries = [visit.partition("\n")[0].removeprefix("Task: ") for visit in visits]
        told = [clean(visit, MOST_CHARS) for visit in visits]
        return [recorded(task, i, queries[i], text=text) for i, text in enumerate(told)]

    def _trajectory(self, query: str, one: Told) -> str:
        labelled = self.config.sources == "success_and_failure"
        text = render("memory", "trajectory", query=query, one=one, labelled=labelled)
        return clean(text, STEP_CHARS * max(len(one.attempt.trajectory.steps), 1))

    def _conversation(self, query: str, one: Told) -> str:
        limit = self.config.exemplar_page_chars
        steps = [
            {"page": head(step.observation, limit), "thought": step.thought, "action": step.action}
            for step in one.attempt.trajectory.steps
        ]
        text = render("memory", "conversation", query=query, steps=steps)
        return clean(text, (limit + STEP_CHARS) * max(len(steps), 1))
