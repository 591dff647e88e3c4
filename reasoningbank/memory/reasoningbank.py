"""ReasoningBank (sections 3.2 and A.1): items distilled from judged successes and failures."""

from __future__ import annotations

from collections.abc import Sequence
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
    Message,
    ModelCall,
    Purpose,
    Retrieval,
    Task,
)
from reasoningbank.memory.bank import Bank
from reasoningbank.memory.config import MemoryConfig, MemoryParts
from reasoningbank.memory.items import parse_items


class ReasoningBankMemory:
    """Top-k past experiences by query similarity; their items go into the system prompt."""

    name = "reasoningbank"
    Config = MemoryConfig

    def __init__(self, config: MemoryConfig, parts: MemoryParts) -> None:
        self._config = config
        self._llm = parts.llm
        self._bank = Bank(parts.embedder(), parts.query_prefix)

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        found = self._bank.search(task.query, self._config.k, task_id=task.id, wave=wave)
        items = [item for experience, _ in found for item in experience.items]
        hits = tuple(Hit(past.task_id, past.query, round(similarity, 6)) for past, similarity in found)
        return Retrieval(render("memory", "item", items=items), hits)

    def extract(self, episode: Episode) -> Extraction:
        """One call on one judged trajectory. Nothing is drawn from an unreadable verdict."""
        attempt = episode.attempts[0]
        label = attempt.verdict.label
        if label is Label.UNREADABLE:
            return Extraction(None, notes=("unreadable verdict",))
        if label is Label.FAILURE and self._config.sources == "success":
            return Extraction(None, notes=("failures are not used (memory.sources=success)",))
        try:
            call = self._ask(episode.task, attempt)
        except ModelRefusal as error:
            return Extraction(None, notes=(f"the model refused: {error}",))
        parsed = parse_items(call.reply.text, self._config.max_items)
        notes = () if parsed.items else ("the reply held no usable item",)
        experience = Experience(
            episode.task.id,
            episode.task.query,
            (label,),
            parsed.items,
            wave=episode.wave,
            position=episode.position,
        )
        return Extraction(experience, (call,), parsed.dropped, notes)

    def consolidate(self, experiences: Sequence[Experience]) -> None:
        self._bank.append(experiences)

    def snapshot(self) -> dict[str, Any]:
        return self._bank.snapshot()

    def restore(self, snapshot: dict[str, Any]) -> None:
        self._bank.restore(snapshot)

    def _ask(self, task: Task, attempt: Attempt) -> ModelCall:
        succeeded = attempt.verdict.label is Label.SUCCESS
        rationale = attempt.verdict.rationale if self._config.judge_rationale else ""
        messages: tuple[Message, ...] = (
            {
                "role": "system",
                "content": render(
                    "memory", "success" if succeeded else "failure", max_items=self._config.max_items
                ),
            },
            {
                "role": "user",
                "content": render(
                    "memory",
                    "trajectory",
                    query=task.query,
                    steps=attempt.trajectory.steps,
                    response=attempt.trajectory.response,
                    rationale=rationale,
                    succeeded=succeeded,
                ),
            },
        )
        reply = self._llm.complete(messages, purpose=Purpose.EXTRACT, temperature=self._config.temperature)
        return ModelCall(Purpose.EXTRACT, messages, reply)
