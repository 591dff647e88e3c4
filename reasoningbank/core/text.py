"""Untrusted text (pages, models' words, memory) made fit for a prompt."""

from __future__ import annotations

import re
import unicodedata

CUT = " [… cut …] "
# what our prompts fence data with: data must not be able to close its own fence
_FENCES = re.compile(r"</?\s*(memory|page|trajectory|notes)\b[^>]*>", re.IGNORECASE)


def clean(text: str, limit: int) -> str:
    """`text` without control sequences and our fence tags, at most `limit` characters long."""
    text = re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]", "", text)
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
    return clip(_FENCES.sub("", "".join(kept)), limit)


def clip(text: str, limit: int) -> str:
    """Keeps the beginning and the end when `text` is longer than `limit` characters."""
    if len(text) <= limit:
        return text
    room = max(limit - len(CUT), 0)
    tail = room // 4
    return text[: room - tail] + CUT + (text[-tail:] if tail else "")


def head(text: str, limit: int) -> str:
    """The first `limit` characters, with a mark when something was left out."""
    return text if len(text) <= limit else text[:limit] + "\n[… the rest of the page was cut …]"
