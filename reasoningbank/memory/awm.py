"""Agent Workflow Memory: sub-procedures with variables instead of values.

In the paper's frame the model turns a trajectory into workflows, which are kept with its query.
`memory.frame=original` induces one workflow text a site from all past judged successes, one a task
template, after every success, and injects the newest; nothing is retrieved by similarity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from reasoningbank.core.prompts import render
from reasoningbank.core.text import clean
from reasoningbank.core.types import Attempt, Episode, Experience, Label, Retrieval, Task
from reasoningbank.memory.base import BankedMemory, Distilled, distinct, recorded
from reasoningbank.memory.config import MemoryConfig
from reasoningbank.memory.items import WORKFLOW, parse_items

EXEMPLAR_CHARS = 20_000
OFFLINE_CHARS = 200_000  # of all recorded visits that workflows are induced from


class AWMConfig(MemoryConfig):
    """Keys of AWM."""

    sources: Literal["success", "success_and_failure"] = "success"
    temperature: float | None = Field(0.7, ge=0)
    frame: Literal["paper", "original"] = "paper"


class AWMMemory(BankedMemory):
    """Workflows are kept as items: name, purpose and steps."""

    name = "awm"
    Config = AWMConfig
    config: AWMConfig

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        if self.config.frame == "paper":
            return super().retrieve(task, wave)
        past = [self.bank.experiences[row] for row in self.bank.eligible(task, wave)]
        newest = [p for p in past if p.site == task.site and p.items][-1:]
        # the text of an experience is the trajectory behind it: only the workflows go in
        return self.injected([(p, 0.0) for p in newest], texts=False) if self.config.k else Retrieval()

    def distil(self, episode: Episode, attempts: Sequence[Attempt]) -> Distilled:
        labelled = self.config.sources == "success_and_failure"
        told = [
            render("memory", "trajectory", query=episode.task.query, one=one, labelled=labelled)
            for one in distinct(attempts)
        ]
        own = clean("\n\n".join(told), EXEMPLAR_CHARS)
        earlier = self._earlier(episode) if self.config.frame == "original" else []
        exemplars = [*earlier, own]
        most = self.max_items(episode.scaled) if self.config.frame == "paper" else len(exemplars)
        found = self._induced(exemplars, most, labelled, len(exemplars) + len(told) > 2, episode.scaled)
        return replace(found, text=own) if self.config.frame == "original" else found

    def offline(self, task: Task, visits: Sequence[str]) -> list[Experience]:
        """One text of workflows for a site, induced from recorded visits."""
        shown = [clean(visit, EXEMPLAR_CHARS) for visit in visits]
        while sum(map(len, shown)) > OFFLINE_CHARS:
            shown.pop()  # the nearest come first
        found = self._induced(shown, len(shown), False, len(shown) > 1, False)
        return [recorded(task, 0, task.site, found.items)]

    def _induced(
        self, exemplars: Sequence[str], most: int, labelled: bool, many: bool, scaled: bool
    ) -> Distilled:
        system = render(
            "memory", "workflows", max_items=most, domain=self.parts.domain, labelled=labelled, many=many
        )
        call = self.ask(system, render("memory", "exemplars", exemplars=exemplars), scaled)
        parsed = parse_items(call.reply.text, most, WORKFLOW)
        notes = () if parsed.items else ("the reply held no usable workflow",)
        return Distilled(parsed.items, "", (call,), parsed.dropped, notes)

    def _earlier(self, episode: Episode) -> list[str]:
        """The first success of every other task template on this site, in stream order."""
        seen: dict[str, Experience] = {}
        for past in self.bank.experiences:
            visible = past.wave < episode.wave and past.site == episode.task.site
            if visible and Label.SUCCESS in past.labels and past.family != episode.task.family:
                seen.setdefault(past.family or past.task_id, past)
        return [past.text for past in seen.values()]
