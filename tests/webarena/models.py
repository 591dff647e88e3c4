"""A matcher for the tests: its replies are given, its questions are kept."""

from __future__ import annotations

from collections.abc import Sequence

from reasoningbank.core.types import Message, Purpose, Reply


class Scripted:
    """Gives `replies` in turn, the last one for ever. An exception among them is raised."""

    name = label = "scripted matcher"

    def __init__(self, *replies: str | Exception) -> None:
        self._replies = list(replies)
        self.questions: list[str] = []

    def set(self, *replies: str | Exception) -> None:
        self._replies = list(replies)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        assert purpose is Purpose.MATCH
        self.questions.append(messages[-1]["content"])
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply)
