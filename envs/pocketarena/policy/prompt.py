"""The messages that a model gets, taken apart: task, history, page, memory, answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from envs.pocketarena.policy.page import Page
from reasoningbank.core.types import Message

_STEP = re.compile(
    r"^\d+\. THOUGHT: (?P<thought>.*)\n +ACTION: (?P<action>.*)(?:\n +ERROR: (?P<error>.*))?", re.MULTILINE
)
_PAGE = re.compile(r"^# [^\n]*\((?P<url>[^\n]*)\)\n<page>\n(?P<tree>.*?)\n</page>", re.DOTALL | re.MULTILINE)
_MEMORY = re.compile(r"<memory>\n(?P<memory>.*?)\n</memory>", re.DOTALL)
_NOTES = re.compile(r"Noted so far \[(.*?)\]")


@dataclass(frozen=True)
class Past:
    """A step of the history, as it is shown to the model."""

    thought: str
    action: str
    error: str = ""

    @property
    def notes(self) -> list[str]:
        found = _NOTES.findall(self.thought)
        return [note for note in found[-1].split("; ") if note] if found else []


@dataclass(frozen=True)
class Prompt:
    """One prompt, whatever its purpose. Parts that it lacks are empty."""

    system: str
    query: str
    history: tuple[Past, ...]
    page: Page
    memory: str
    answer: str

    def did(self, deed: str) -> bool:
        """Whether an earlier thought announced this deed and the action worked."""
        return any(deed in past.thought for past in self.history if not past.error)

    @property
    def notes(self) -> list[str]:
        """The latest notes in the thoughts: all that is left of what was seen before."""
        return next(
            (notes for past in reversed(self.history) if not past.error and (notes := past.notes)), []
        )

    @property
    def notes_of_pages(self) -> list[str]:
        """The notes taken on the page before this one of a paged list; none on the first.

        A click that timed out may have led on all the same, so errors do not matter here.
        """
        before = f"This is page {self.page.position[0] - 1} of "
        return next((past.notes for past in reversed(self.history) if before in past.thought), [])


def read_prompt(messages: Sequence[Message]) -> Prompt:
    """The first system and the first user message; later ones only correct a reply."""
    system = next((m["content"] for m in messages if m["role"] == "system"), "")
    user = next((m["content"] for m in messages if m["role"] == "user"), "")
    before_page = user.split("<page>", 1)[0]
    pages = list(_PAGE.finditer(user))
    memory = _MEMORY.search(system)
    return Prompt(
        system=system,
        query=_section(user, "# Task"),
        history=tuple(Past(m["thought"], m["action"], m["error"] or "") for m in _STEP.finditer(before_page)),
        page=Page(pages[-1]["tree"], pages[-1]["url"]) if pages else Page(""),
        memory=memory["memory"] if memory else "",
        answer=_section(user, "# The agent's answer"),
    )


def _section(text: str, title: str) -> str:
    """What stands between a heading and the next one (or a tag, or a blank line at the end)."""
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1].strip() if found else ""
