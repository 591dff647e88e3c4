"""ACE, Agentic Context Engineering (Zhang et al., 2025): a playbook that grows by small edits.

After each task a reflector says what is to be learnt and a curator turns it into new bullets; nothing is
rewritten. Bullets count how often they were used in successes (helpful) and in failures (harmful).
Deviation: the counts follow from the bullets that the agent names in its thoughts and from the judge's
verdict, not from a model's opinion of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import Field, TypeAdapter

from reasoningbank.core.errors import ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.text import clean
from reasoningbank.core.types import (
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
from reasoningbank.memory.base import blank_experience, distinct
from reasoningbank.memory.config import MemoryConfig, MemoryParts

_BULLET = re.compile(r"^\s*(?:[-*]\s*)?ADD\s*\[([^\]\n]{1,80})\]\s*:?\s*(\S[^\n]*)$", re.I | re.M)
_NAMED = re.compile(r"\[(b\d+)\]")
BULLET_CHARS = 600
HARMFUL_BY = 2  # a bullet that harmed so much more often than it helped is no longer shown


class ACEConfig(MemoryConfig):
    """Keys of ACE. `max_items` is of new bullets a task, `max_bullets` of what is injected."""

    max_bullets: int = Field(60, ge=1)


@dataclass(frozen=True)
class Bullet:
    """One entry of the playbook and the task that taught it."""

    id: str
    section: str
    content: str
    task_id: str
    wave: int
    helpful: int = 0
    harmful: int = 0


class ACE:
    """The playbook of all tasks before the wave is injected whole; none of it from the task itself."""

    name = "ace"
    Config = ACEConfig

    def __init__(self, config: ACEConfig, parts: MemoryParts) -> None:
        self._config, self._llm, self._domain = config, parts.llm, parts.domain
        self._bullets: list[Bullet] = []
        self._past: list[Experience] = []

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        shown = [
            bullet
            for bullet in self._bullets
            if bullet.wave < wave
            and bullet.task_id != task.id
            and bullet.harmful - bullet.helpful < HARMFUL_BY
        ]
        # the most helpful first when not all have room, then in the order of the playbook
        best = sorted(shown, key=lambda bullet: bullet.harmful - bullet.helpful)[: self._config.max_bullets]
        kept = [bullet for bullet in shown if bullet in best] if self._config.k else []
        queries = {past.task_id: past.query for past in self._past}
        sources = dict.fromkeys(bullet.task_id for bullet in kept)
        hits = tuple(Hit(source, queries.get(source, ""), 0.0) for source in sources)
        return Retrieval(render("contrib", "ace_playbook", bullets=kept) if kept else "", hits)

    def extract(self, episode: Episode) -> Extraction:
        """Reflection, then curation against the playbook that the task has seen."""
        readable = [a for a in episode.attempts if a.verdict.label is not Label.UNREADABLE]
        if not readable:
            return Extraction(notes=("unreadable verdict",))
        evidence = render(
            "memory",
            "evidence",
            query=episode.task.query,
            told=distinct(readable),
            rationale=self._config.judge_rationale,
            reviewed=False,
        )
        try:
            reflected = self._ask("ace_reflect", evidence, episode)
            curated = self._ask("ace_curate", reflected.reply.text, episode)
        except ModelRefusal as error:
            return Extraction(notes=(f"the model refused: {error}",))
        found = [
            MemoryItem(clean(section, 80).strip(), "", clean(content, BULLET_CHARS).strip())
            for section, content in _BULLET.findall(curated.reply.text)
        ]
        kept = tuple(found[: self._config.max_items])
        labels = tuple(attempt.verdict.label for attempt in episode.attempts)
        experience = replace(blank_experience(episode, labels), items=kept)
        return Extraction((experience,), (reflected, curated), len(found) - len(kept))

    def feedback(self, retrieval: Retrieval, episode: Episode) -> None:
        """Counts the injected bullets that the agent named in its thoughts."""
        shown = set(_NAMED.findall(retrieval.text))
        for attempt in episode.attempts:
            thoughts = " ".join(step.thought for step in attempt.trajectory.steps)
            used = shown & set(_NAMED.findall(thoughts))
            won, lost = attempt.verdict.label is Label.SUCCESS, attempt.verdict.label is Label.FAILURE
            self._bullets = [
                replace(b, helpful=b.helpful + won, harmful=b.harmful + lost) if b.id in used else b
                for b in self._bullets
            ]

    def consolidate(self, experiences: Sequence[Experience]) -> None:
        known = {bullet.content.casefold() for bullet in self._bullets}
        for past in experiences:
            self._past.append(past)
            for item in past.items:
                if item.content.casefold() not in known:
                    known.add(item.content.casefold())
                    name = f"b{len(self._bullets) + 1}"
                    self._bullets.append(Bullet(name, item.title, item.content, past.task_id, past.wave))

    def snapshot(self) -> dict[str, Any]:
        experiences = TypeAdapter(tuple[Experience, ...]).dump_python(tuple(self._past), mode="json")
        playbook = [asdict(bullet) for bullet in self._bullets]
        return {"schema": 2, "embedder": None, "experiences": experiences, "playbook": playbook}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self._past = TypeAdapter(list[Experience]).validate_python(snapshot["experiences"])
        self._bullets = TypeAdapter(list[Bullet]).validate_python(snapshot["playbook"])

    def _ask(self, prompt: str, user: str, episode: Episode) -> ModelCall:
        system = render(
            "contrib",
            prompt,
            domain=self._domain,
            max_items=self._config.max_items,
            playbook=episode.retrieval.text,
        )
        messages: tuple[Message, ...] = (
            {"role": "system", "content": system},
            {"role": "user", "content": user},
        )
        reply = self._llm.complete(messages, purpose=Purpose.EXTRACT, temperature=self._config.temperature)
        return ModelCall(Purpose.EXTRACT, messages, reply)
