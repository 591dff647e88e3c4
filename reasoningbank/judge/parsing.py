"""Reading a verdict from whatever form a model gives it. What cannot be read is no verdict."""

from __future__ import annotations

import json
import re

from reasoningbank.core.types import Label

# "unsuccessful" must never be read as success: whole words only, negations first
_FAILURE = r"failure|failed|fail|unsuccessful|not\s+successful|not\s+a\s+success|incorrect|false|no"
_SUCCESS = r"success|successful|succeeded|pass|passed|correct|true|yes"
_DECOR = r"[\s*_`\"'<>\[\](){}#-]*"
_STATUS = re.compile(
    rf"status{_DECOR}(?:is|was)?{_DECOR}[:=]{_DECOR}(?:(?P<failure>{_FAILURE})|(?P<success>{_SUCCESS}))\b",
    re.IGNORECASE,
)
_THOUGHTS = re.compile(r"^[\s*_`#-]*thoughts?\s*[*_`]*\s*:\s*[*_`]*", re.IGNORECASE | re.MULTILINE)


def parse_verdict(text: str) -> tuple[Label, str]:
    """(label, rationale). Two statuses that contradict each other are unreadable."""
    found = _from_json(text)
    if found:
        return found
    labels = {Label.FAILURE if m.group("failure") else Label.SUCCESS for m in _STATUS.finditer(text)}
    if len(labels) != 1:
        return Label.UNREADABLE, text.strip()
    return labels.pop(), _rationale(text)


def _rationale(text: str) -> str:
    after = _THOUGHTS.split(text, maxsplit=1)
    body = after[1] if len(after) > 1 else text
    # models write the status line first or last: either way it is no part of the reasons
    lines = [line for line in body.splitlines() if not _STATUS.search(line)]
    return " ".join(" ".join(lines).split())


def _from_json(text: str) -> tuple[Label, str] | None:
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        data = json.loads(text[start : end + 1])
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    fields = {str(key).strip().lower(): value for key, value in data.items()}
    if "status" not in fields:
        return None
    match = _STATUS.search(f"status: {fields['status']}")
    if match is None:
        return Label.UNREADABLE, text.strip()
    label = Label.FAILURE if match.group("failure") else Label.SUCCESS
    return label, str(fields.get("thoughts", ""))
