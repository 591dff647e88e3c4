"""ReasoningBank (sections 3.2 and A.1): items distilled from judged successes and failures.

With k rollouts (section 3.3), one extraction by self-contrast over all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from reasoningbank.core.prompts import render
from reasoningbank.core.types import Attempt, Episode, Experience, Label, Retrieval
from reasoningbank.memory.base import BankedMemory, Distilled, distinct
from reasoningbank.memory.config import MemoryConfig
from reasoningbank.memory.items import parse_items


class ReasoningBankConfig(MemoryConfig):
    """Keys of ReasoningBank. `render=reply` keeps and injects the model's whole reply."""

    render: Literal["items", "reply"] = "items"


class ReasoningBankMemory(BankedMemory):
    """`memory.render=reply` is what the released code does."""

    name = "reasoningbank"
    Config = ReasoningBankConfig
    config: ReasoningBankConfig

    def injected(
        self, found: Iterable[tuple[Experience, float]], items: bool = True, texts: bool = True
    ) -> Retrieval:
        return super().injected(found, items and self.config.render == "items", texts)

    def distil(self, episode: Episode, attempts: Sequence[Attempt]) -> Distilled:
        most = self.max_items(episode.scaled)
        if len(attempts) > 1:
            kind, told = "contrast", distinct(attempts)
        else:
            kind = "success" if attempts[0].verdict.label is Label.SUCCESS else "failure"
            told = distinct(attempts)
        reviewed = episode.scaled and bool(attempts[0].trajectory.reviews)
        call = self.ask(
            render("memory", kind, max_items=most, domain=self.parts.domain, reviewed=reviewed),
            render(
                "memory",
                "evidence",
                query=episode.task.query,
                told=told,
                rationale=self.config.judge_rationale,
                reviewed=reviewed,
            ),
            episode.scaled,
        )
        parsed = parse_items(call.reply.text, most)
        notes = () if parsed.items else ("the reply held no usable item",)
        whole = call.reply.text.strip() if self.config.render == "reply" else ""
        return Distilled(parsed.items, whole, (call,), parsed.dropped, notes)
