"""What the notes in the memory block teach, recognised by their words."""

from __future__ import annotations

import re
from enum import StrEnum


class Habit(StrEnum):
    """A way of working that the policy takes up only when a lesson speaks of it."""

    SORT = r"\bsort"
    APPLY = r"\bapply\b"
    EVERY_PAGE = r"\b(every|all) pages?\b|\blast page\b"
    IN_STOCK = r"\bin[- ]stock\b"
    CANCELED = r"\bcancell?ed\b"
    WHOLE_NAME = r"\b(whole|full|complete|exact) name\b"
    FILTERS = r"\bfilters?\b|\bprice limits?\b"
    ALL_FIELDS_FIRST = r"\bonce, at the end\b|\bpress\w* it once\b"
    STOP_EARLY = r"\bstop\b.*\b(older|earlier|past)\b"
    EACH_CANDIDATE = r"\bopen each\b|\beach candidate\b"
    NAMED_ADDRESS = r"\baddress that was named\b|\bnamed address\b"
    WHOLE_ROW = r"\bwhole line\b|\bnumber included\b"
    QUANTITY = r"\bquantity\b"
    DIRECT_WAY = r"\bheader\b|\bstart page\b"
    CONFIRMATION = r"\bconfirm"


def habits_from(memory: str) -> frozenset[Habit]:
    """The habits that a memory block speaks of; none when it is empty."""
    text = " ".join(memory.split())
    return frozenset(habit for habit in Habit if re.search(habit.value, text, re.IGNORECASE))
