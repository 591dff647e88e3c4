"""Best-of-N: the backbone sees all N trajectories and picks one (figures 4 and 5).

The order is shuffled for each task, so that a liking for the first place can be measured, and does
not favour any rollout. The selector sees no score and no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoningbank.core.errors import ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.protocols import LLM
from reasoningbank.core.seeding import draw
from reasoningbank.core.text import head
from reasoningbank.core.types import Message, ModelCall, Purpose, Selection, Task, Trajectory

_BEST = re.compile(r"best\b\W*(?:(?:is|attempt|trajectory|number)\b\W*)*(\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Selector:
    """One corrective retry, then nothing is chosen. `max_page_chars` is per final page."""

    llm: LLM
    seed: int
    temperature: float | None = 0.0
    max_page_chars: int = 8_000
    domain: str = "web"

    def select(self, task: Task, trajectories: Sequence[Trajectory]) -> Selection:
        """The rollout number of the pick. Raises `InfrastructureError` when the model is out."""
        shown = list(trajectories)
        draw(self.seed, task.id, "order of candidates").shuffle(shown)
        order = tuple(trajectory.rollout for trajectory in shown)
        if len(shown) == 1:
            return Selection(order[0], order)
        messages = self._messages(task, shown)
        calls: list[ModelCall] = []
        for _ in range(2):
            try:
                reply = self.llm.complete(messages, purpose=Purpose.SELECT, temperature=self.temperature)
            except ModelRefusal:
                break
            calls.append(ModelCall(Purpose.SELECT, tuple(messages), reply))
            place = parse_choice(reply.text, len(shown))
            if place is not None:
                return Selection(order[place], order, tuple(calls))
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text or "(empty)"},
                {"role": "user", "content": render("matts", "correction", n=len(shown))},
            ]
        return Selection(None, order, tuple(calls))

    def _messages(self, task: Task, shown: Sequence[Trajectory]) -> list[Message]:
        pages = [head(trajectory.final_observation, self.max_page_chars) for trajectory in shown]
        user = render("matts", "candidates", query=task.query, shown=list(zip(shown, pages, strict=True)))
        system = render("matts", "select", n=len(shown), domain=self.domain)
        return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def parse_choice(text: str, n: int) -> int | None:
    """Which of the n candidates is named (from 0); None when none is, or several are."""
    named = {int(number) for number in _BEST.findall(text)}
    if not named and text.strip().isdigit():
        named = {int(text)}
    if len(named) != 1 or not 1 <= (number := named.pop()) <= n:
        return None
    return number - 1


def drawn(seed: int, task_id: str, k: int) -> int:
    """The rollout that stands for pass@1: one of k at random (Table 1's MaTTS row)."""
    return draw(seed, task_id, "pass@1").randrange(k)
