"""Dynamic Cheatsheet (Suzgun et al., 2025), its cumulative form: one text, rewritten after each task.

It asks for no verdict: what a model finds worth keeping is kept, whether or not the task was solved.
Every rewriting starts from the text that the task had seen, so waves of more than one task lose all
rewritings but the last: use `runner.wave=1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
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
    Message,
    ModelCall,
    Purpose,
    Retrieval,
    Task,
)
from reasoningbank.memory.base import blank_experience, distinct
from reasoningbank.memory.config import MemoryConfig, MemoryParts

_SHEET = re.compile(r"<cheatsheet>(.*?)</cheatsheet>", re.DOTALL | re.IGNORECASE)


class DynamicCheatsheetConfig(MemoryConfig):
    """Keys of Dynamic Cheatsheet."""

    max_chars: int = Field(6_000, ge=100)


class DynamicCheatsheet:
    """The newest text is injected, as far as it stems from tasks before this one."""

    name = "dynamic_cheatsheet"
    Config = DynamicCheatsheetConfig

    def __init__(self, config: DynamicCheatsheetConfig, parts: MemoryParts) -> None:
        self._config, self._llm, self._domain = config, parts.llm, parts.domain
        self._past: list[Experience] = []

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        usable: list[Experience] = []
        for past in self._past:
            if past.task_id == task.id:
                break  # from here on the text may stem from the task itself
            if past.wave < wave and past.text:
                usable.append(past)
        if not usable or not self._config.k:
            return Retrieval()
        newest = usable[-1]
        return Retrieval(newest.text, (Hit(newest.task_id, newest.query, 0.0),))

    def extract(self, episode: Episode) -> Extraction:
        """One call that rewrites the text. Without a readable text the old one stays."""
        system = render("contrib", "cheatsheet", domain=self._domain, max_chars=self._config.max_chars)
        user = render(
            "contrib",
            "cheatsheet_evidence",
            query=episode.task.query,
            told=distinct(episode.attempts),
            sheet=episode.retrieval.text,
        )
        messages: tuple[Message, ...] = (
            {"role": "system", "content": system},
            {"role": "user", "content": user},
        )
        try:
            reply = self._llm.complete(
                messages, purpose=Purpose.EXTRACT, temperature=self._config.temperature
            )
        except ModelRefusal as error:
            return Extraction(notes=(f"the model refused: {error}",))
        call = ModelCall(Purpose.EXTRACT, messages, reply)
        found = _SHEET.findall(reply.text)
        if not found or not found[-1].strip():
            return Extraction((), (call,), notes=("the reply held no cheatsheet: the old one stays",))
        labels = tuple(attempt.verdict.label for attempt in episode.attempts)
        text = clean(found[-1], self._config.max_chars).strip()
        return Extraction((replace(blank_experience(episode, labels), text=text),), (call,))

    def consolidate(self, experiences: Sequence[Experience]) -> None:
        self._past.extend(experiences)

    def snapshot(self) -> dict[str, Any]:
        experiences = TypeAdapter(tuple[Experience, ...]).dump_python(tuple(self._past), mode="json")
        return {"schema": 2, "embedder": None, "experiences": experiences}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self._past = TypeAdapter(list[Experience]).validate_python(snapshot["experiences"])
