"""Memory items as models write them: Markdown with a title, a description and a content."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from reasoningbank.core.text import clean
from reasoningbank.core.types import MemoryItem

LIMITS = {"title": 200, "description": 500, "content": 2000}  # characters
_ITEM = re.compile(r"^[ \t>*_-]*#*[ \t*_]*memory\s+item\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
# a heading, or a name with a colon: a sentence that begins with "Content" is neither
_NAMES = "title|description|content"
_FIELD = re.compile(
    rf"^[ \t>*_-]*(?:#+[ \t*_]*(?P<heading>{_NAMES})\b[ \t*_]*:?|(?P<plain>{_NAMES})[ \t*_]*:)[ \t*_]*",
    re.IGNORECASE | re.MULTILINE,
)
_PLACEHOLDER = re.compile(r"^<[^>]*>$")


@dataclass(frozen=True)
class ParsedItems:
    """The usable items, in order, and how many were malformed or over the cap."""

    items: tuple[MemoryItem, ...]
    malformed: int
    over_cap: int

    @property
    def dropped(self) -> int:
        return self.malformed + self.over_cap


def parse_items(text: str, max_items: int) -> ParsedItems:
    """Everything before the first item is preamble; an item without title or content is malformed."""
    text = re.sub(r"^\s*```[a-z]*\s*$", "", text, flags=re.MULTILINE)
    sections = _ITEM.split(text)[1:] or _split_at_titles(text)
    items, malformed = [], 0
    for section in sections:
        item = _item(section)
        if item is None:
            malformed += 1
        elif item not in items:
            items.append(item)
    return ParsedItems(tuple(items[:max_items]), malformed, max(len(items) - max_items, 0))


def _split_at_titles(text: str) -> list[str]:
    """For models that leave the `# Memory Item i` lines out."""
    starts = [m.start() for m in _FIELD.finditer(text) if _name(m) == "title"]
    ends = [*starts[1:], len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=False)]


def _item(section: str) -> MemoryItem | None:
    found: dict[str, str] = {}
    matches = list(_FIELD.finditer(section))
    for match, following in itertools.zip_longest(matches, matches[1:]):
        name = _name(match)
        body = section[match.end() : following.start() if following else len(section)]
        # a later heading of the same name is part of no item we asked for
        found.setdefault(name, _tidy(body, LIMITS[name]))
    if not found.get("title") or not found.get("content"):
        return None
    return MemoryItem(found["title"], found.get("description", ""), found["content"])


def _name(match: re.Match[str]) -> str:
    return (match["heading"] or match["plain"]).lower()


def _tidy(body: str, limit: int) -> str:
    body = clean(body, limit).strip().strip("*_").strip()
    body = re.sub(r"\n\s*(?:-{3,}|\*{3,})\s*$", "", body)
    return "" if _PLACEHOLDER.match(body) else body
