"""A scripted policy behind the model's seam: for plumbing tests and a first run without weights."""

from __future__ import annotations

from collections.abc import Sequence

from reasoningbank.core.protocols import Policy
from reasoningbank.core.types import Message, Purpose, Reply, Usage

CHARS_PER_TOKEN = 4  # a fixed stand-in for a tokenizer, so that counts are the same everywhere


class ScriptedLLM:
    """Answers with `policy`. Usage is counted as if it were a model's; its cost is truly 0."""

    name = "scripted"
    label = "scripted policy (not a model)"

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def check(self) -> None:
        """There is nothing that could be missing."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The policy's words. Temperature and token limit mean nothing to it."""
        text = self._policy.reply(messages, purpose, sample)
        return Reply(text, Usage(prompt_tokens(messages), tokens(text), cost=0.0), model=self.name)


def tokens(text: str) -> int:
    return -(-len(text) // CHARS_PER_TOKEN)


def prompt_tokens(messages: Sequence[Message]) -> int:
    return sum(tokens(message["content"]) for message in messages)
