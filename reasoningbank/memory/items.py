"""Memory items as models write them: Markdown with a title, a description and a content."""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import dataclass

from reasoningbank.core.text import clean
from reasoningbank.core.types import MemoryItem

_PLACEHOLDER = re.compile(r"^<[^>]*>$")


@dataclass(frozen=True)
class Shape:
    """How items are written: the word over each, the names of its three fields, most characters."""

    word: str
    fields: tuple[str, str, str]  # title, description, content
    limits: tuple[int, int, int]
    required: str = ""  # a pattern that the content must hold

    @functools.cached_property
    def heading(self) -> re.Pattern[str]:
        return re.compile(rf"^[ \t>*_-]*#*[ \t*_]*{self.word}\b[^\n]*$", re.IGNORECASE | re.MULTILINE)

    @functools.cached_property
    def field(self) -> re.Pattern[str]:
        # a heading, or a name with a colon: a sentence that begins with "Content" is neither
        names = "|".join(self.fields)
        return re.compile(
            rf"^[ \t>*_-]*(?:#+[ \t*_]*(?P<heading>{names})\b[ \t*_]*:?|(?P<plain>{names})[ \t*_]*:)[ \t*_]*",
            re.IGNORECASE | re.MULTILINE,
        )


ITEM = Shape(r"memory\s+item", ("title", "description", "content"), (200, 500, 2000))
# a workflow has at least two steps
WORKFLOW = Shape(
    r"workflow\s+\d+", ("name", "purpose", "steps"), (200, 500, 4000), r"(?is)action:.*\baction:"
)


@dataclass(frozen=True)
class ParsedItems:
    """The usable items, in order, and how many were malformed or over the cap."""

    items: tuple[MemoryItem, ...]
    malformed: int
    over_cap: int

    @property
    def dropped(self) -> int:
        return self.malformed + self.over_cap


def parse_items(text: str, max_items: int, shape: Shape = ITEM) -> ParsedItems:
    """Everything before the first item is preamble; an item without title or content is malformed."""
    text = re.sub(r"^\s*```[a-z]*\s*$", "", text, flags=re.MULTILINE)
    sections = shape.heading.split(text)[1:] or _split_at_titles(text, shape)
    items, malformed = [], 0
    for section in sections:
        item = _item(section, shape)
        if item is None:
            malformed += 1
        elif item not in items:
            items.append(item)
    return ParsedItems(tuple(items[:max_items]), malformed, max(len(items) - max_items, 0))


def _split_at_titles(text: str, shape: Shape) -> list[str]:
    """For models that leave the `# Memory Item i` lines out."""
    starts = [m.start() for m in shape.field.finditer(text) if _name(m) == shape.fields[0]]
    ends = [*starts[1:], len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=False)]


def _item(section: str, shape: Shape) -> MemoryItem | None:
    found: dict[str, str] = {}
    matches = list(shape.field.finditer(section))
    for match, following in itertools.zip_longest(matches, matches[1:]):
        name = _name(match)
        body = section[match.end() : following.start() if following else len(section)]
        # a later heading of the same name is part of no item we asked for
        found.setdefault(name, _tidy(body, shape.limits[shape.fields.index(name)]))
    title, description, content = (found.get(name, "") for name in shape.fields)
    usable = title and content and re.search(shape.required, content)
    return MemoryItem(title, description, content) if usable else None


def _name(match: re.Match[str]) -> str:
    return (match["heading"] or match["plain"]).lower()


def _tidy(body: str, limit: int) -> str:
    body = clean(body, limit).strip().strip("*_").strip()
    body = re.sub(r"\n\s*(?:-{3,}|\*{3,})\s*$", "", body)
    return "" if _PLACEHOLDER.match(body) else body
