"""What all methods of the paper share: retrieval and consolidation. They differ in extraction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reasoningbank.core.errors import ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.types import (
    Attempt,
    Episode,
    Experience,
    Extraction,
    Hit,
    Label,
    MemoryItem,
    Message,
    ModelCall,
    Purpose,
    Retrieval,
    Task,
)
from reasoningbank.memory.bank import Bank
from reasoningbank.memory.config import MemoryConfig, MemoryParts


@dataclass(frozen=True)
class Distilled:
    """What a method keeps of an episode."""

    items: tuple[MemoryItem, ...] = ()
    text: str = ""
    calls: tuple[ModelCall, ...] = ()
    dropped: int = 0
    notes: tuple[str, ...] = ()


class BankedMemory(ABC):
    """Top-k past experiences by query similarity; a method adds `distil`."""

    name: str
    Config: type[MemoryConfig] = MemoryConfig

    def __init__(self, config: MemoryConfig, parts: MemoryParts) -> None:
        self.config, self.parts = config, parts
        self.bank = Bank(parts.embedder(), parts.query_prefix, config.scope, parts.seed)

    @abstractmethod
    def distil(self, episode: Episode, attempts: Sequence[Attempt]) -> Distilled:
        """What to keep. `attempts` are readable, wanted by `memory.sources`, and not empty."""

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        found = self.bank.search(task, self.config.k, wave)
        return self.injected(found)

    def extract(self, episode: Episode) -> Extraction:
        """One experience at most. Nothing is drawn from an unreadable verdict."""
        attempts, why_not = self.usable(episode)
        if not attempts:
            return Extraction(notes=(why_not,))
        try:
            distilled = self.distil(episode, attempts)
        except ModelRefusal as error:
            return Extraction(notes=(f"the model refused: {error}",))
        labels = tuple(attempt.verdict.label for attempt in episode.attempts)
        experience = blank_experience(episode, labels)
        experience = replace(experience, items=distilled.items, text=distilled.text)
        return Extraction((experience,), distilled.calls, distilled.dropped, distilled.notes)

    def consolidate(self, experiences: Sequence[Experience]) -> None:
        self.bank.append(experiences)

    def snapshot(self) -> dict[str, Any]:
        return self.bank.snapshot()

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.bank.restore(snapshot)

    # for methods

    def injected(
        self, found: Iterable[tuple[Experience, float]], items: bool = True, texts: bool = True
    ) -> Retrieval:
        """Title and content of the items, then the texts, of what was found."""
        found = list(found)
        told = [item for past, _ in found for item in past.items] if items else []
        whole = [past.text for past, _ in found if past.text.strip()] if texts else []
        hits = tuple(Hit(past.task_id, past.query, round(similarity, 6)) for past, similarity in found)
        return Retrieval(render("memory", "injected", items=told, texts=whole), hits)

    def usable(self, episode: Episode) -> tuple[list[Attempt], str]:
        """The attempts to learn from, or why there are none."""
        readable = [a for a in episode.attempts if a.verdict.label is not Label.UNREADABLE]
        if not readable:
            return [], "unreadable verdict"
        if self.config.sources == "success_and_failure":
            return readable, ""
        wanted = [a for a in readable if a.verdict.label is Label.SUCCESS]
        return wanted, "failures are not used (memory.sources=success)"

    def ask(self, system: str, user: str, scaled: bool) -> ModelCall:
        """One extraction call, at the method's temperature or at MaTTS's."""
        messages: tuple[Message, ...] = (
            {"role": "system", "content": system},
            {"role": "user", "content": user},
        )
        temperature = self.parts.scaled_temperature if scaled else self.config.temperature
        reply = self.parts.llm.complete(messages, purpose=Purpose.EXTRACT, temperature=temperature)
        return ModelCall(Purpose.EXTRACT, messages, reply)

    def max_items(self, scaled: bool) -> int:
        return self.parts.scaled_items if scaled else self.config.max_items


def blank_experience(episode: Episode, labels: tuple[Label, ...]) -> Experience:
    """An experience that holds nothing yet: where it comes from."""
    task = episode.task
    return Experience(
        task.id,
        task.query,
        labels,
        wave=episode.wave,
        position=episode.position,
        subset=task.subset,
        site=task.site,
        family=task.family,
    )


def recorded(
    task: Task, number: int, query: str, items: tuple[MemoryItem, ...] = (), text: str = ""
) -> Experience:
    """An experience from a train split, for the tasks of the site of `task`."""
    id, labels = f"train/{task.site}/{number}", (Label.SUCCESS,)
    return Experience(id, query, labels, items, text, subset=task.subset, site=task.site)


@dataclass(frozen=True)
class Told:
    """Distinct trajectories among attempts: what happened, how it was judged, in which rollouts."""

    attempt: Attempt
    rollouts: tuple[int, ...]

    @property
    def succeeded(self) -> bool:
        return self.attempt.verdict.label is Label.SUCCESS


def distinct(attempts: Sequence[Attempt]) -> list[Told]:
    """Attempts that did the same and were judged the same, told once, in the order of the rollouts."""
    groups: dict[Any, list[Attempt]] = {}
    for attempt in attempts:
        trajectory = attempt.trajectory
        deeds = tuple((step.action, step.error) for step in trajectory.steps)
        groups.setdefault((deeds, trajectory.response, attempt.verdict.label), []).append(attempt)
    return [Told(same[0], tuple(a.trajectory.rollout for a in same)) for same in groups.values()]
