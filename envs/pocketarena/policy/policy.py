"""`ShopPolicy`: one scripted brain behind every purpose of a model."""

from __future__ import annotations

from collections.abc import Sequence

from envs.pocketarena.policy.acting import act
from envs.pocketarena.policy.extracting import extract
from envs.pocketarena.policy.judging import judge
from envs.pocketarena.policy.prompt import read_prompt
from reasoningbank.core.types import Message, Purpose


class ShopPolicy:
    """Deterministic; every reply follows from the messages alone."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        """The text that a model would give for `purpose`."""
        prompt = read_prompt(messages)
        match purpose:
            case Purpose.ACT:
                return act(prompt)
            case Purpose.JUDGE:
                return judge(prompt)
            case Purpose.EXTRACT:
                return extract(prompt)
            case Purpose.SELECT:
                return "Thoughts: they look alike.\nBest: 1"
            case Purpose.REFINE:
                return "THOUGHT: A scripted mind does not change.\nACTION: confirm()"
            case Purpose.MATCH:
                return "incorrect"
