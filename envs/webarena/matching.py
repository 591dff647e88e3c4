"""The fuzzy matcher of the official evaluators, through the harness's model (`benchmark.fuzzy`).

The official one calls a model that is no longer served, from deep inside an evaluator. Here the two
helper functions are replaced: the question goes to the parent process, which holds the model.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from reasoningbank.core.errors import InfrastructureError, ModelRefusal
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Purpose

Fuzzy = Literal["official", "containment", "exact"]
Ask = Callable[[Sequence[Message]], str]
PROMPTS = Path(__file__).parent / "prompts"
ACHIEVED = ("correct", "partially correct", "incorrect")
REASONS = ("same", "different")
# "partially correct" counts as wrong, as in the official evaluator
GOOD = ("correct", "same")
MAX_REPLY_CHARS = 2000


@dataclass(frozen=True)
class Match:
    """One question to the matcher, for the record: ground truth, kept with the score."""

    kind: str
    reference: str
    answer: str
    verdict: str
    reply: str = ""


@dataclass
class Matcher:
    """Replaces `llm_fuzzy_match` and `llm_ua_match`. `ask` is not called in mode `exact`."""

    mode: Fuzzy
    ask: Ask
    matches: list[Match] = field(default_factory=list)
    calls: int = 0
    answered: bool = True  # whether the agent has given an answer at all

    def begin(self, answered: bool) -> None:
        """Forgets what was recorded: another evaluation starts."""
        self.matches, self.calls, self.answered = [], 0, answered

    def install(self) -> None:
        """Puts itself in place of libwebarena's two functions, in this process."""
        from webarena.evaluation_harness import evaluators

        evaluators.llm_fuzzy_match, evaluators.llm_ua_match = self.fuzzy, self.unachievable

    def fuzzy(self, pred: str, reference: str, question: str) -> float:
        """1 when the answer means the reference (or holds it, with `containment`), else 0."""
        prompt = "contained" if self.mode == "containment" else "equivalent"
        return self._match("fuzzy", prompt, ACHIEVED, pred, reference, question)

    def unachievable(self, pred: str, reference: str, question: str) -> float:
        """1 when the reason given agrees with why the task cannot be done, else 0."""
        return self._match("unachievable", "unachievable", REASONS, pred, reference, question)

    def record(self) -> str:
        """What was asked and found, as JSON; empty when nothing was."""
        return (
            json.dumps([asdict(match) for match in self.matches], ensure_ascii=False) if self.matches else ""
        )

    def _match(
        self, kind: str, prompt: str, verdicts: tuple[str, ...], pred: str, reference: str, question: str
    ) -> float:
        if not self.answered:
            # BrowserGym hands the evaluator a made-up word then: nothing worth a model call
            verdict, reply = "no answer", ""
        elif self.mode == "exact":
            verbatim = kind == "fuzzy" and normal(reference) in normal(pred)
            verdict, reply = ("correct" if verbatim else "incorrect"), ""
        else:
            text = _render(prompt, question=question, reference=reference, answer=pred)
            verdict, reply = self._asked(text, verdicts)
        self.matches.append(Match(kind, reference, pred, verdict, reply[:MAX_REPLY_CHARS]))
        return float(verdict in GOOD)

    def _asked(self, text: str, verdicts: tuple[str, ...]) -> tuple[str, str]:
        messages: list[Message] = [{"role": "user", "content": text}]
        for _ in range(2):
            self.calls += 1
            reply = self.ask(messages)
            if verdict := verdict_in(reply, verdicts):
                return verdict, reply
            messages += [
                {"role": "assistant", "content": reply or "(empty)"},
                {"role": "user", "content": _render("again", verdicts=verdicts)},
            ]
        # a matcher that cannot be read must not make a failed task
        raise InfrastructureError(f"the fuzzy matcher's reply holds no verdict: {reply[:200]!r}")


def verdict_in(reply: str, verdicts: Sequence[str]) -> str:
    """The verdict on the last `VERDICT` line, or the whole reply when it is nothing else; else empty.

    The line must hold nothing but the verdict: "not correct" is none.
    """
    marked = [found[1] for line in reply.splitlines() if (found := re.search(r"(?i)verdict(.*)", line))]
    said = " ".join(re.sub(r"[^a-z ]", " ", (marked[-1] if marked else reply).lower()).split())
    return said if said in verdicts else ""


def normal(text: str) -> str:
    """Lower case, words and numbers only, one blank between and around them."""
    return " " + " ".join(re.findall(r"[^\W_]+(?:[.,][0-9]+)*", text.lower())) + " "


def answerer(matcher: LLM, messages: Sequence[Message]) -> str:
    """The parent's side: one call of the model, booked as `match`. Raises `InfrastructureError` and more."""
    try:
        return matcher.complete(messages, purpose=Purpose.MATCH).text
    except ModelRefusal as refusal:
        raise InfrastructureError(f"the fuzzy matcher refused: {refusal}") from refusal


def prompt_hashes() -> dict[str, str]:
    """SHA-256 (first 16 hex digits) of each prompt, for the manifest."""
    files = sorted(PROMPTS.glob("*.j2"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in files}


@functools.cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(PROMPTS), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _render(name: str, **values: Any) -> str:
    return str(_environment().get_template(f"{name}.j2").render(**values)).strip()
