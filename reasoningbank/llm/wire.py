"""Replies and requests as JSON, for cache and cassette. Never pickled: classes move."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from reasoningbank.core.types import Reply, Usage


def to_json(reply: Reply) -> dict[str, Any]:
    return asdict(reply)


def from_json(data: dict[str, Any]) -> Reply:
    return Reply(**{**data, "usage": Usage(**data["usage"])})


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON form, 32 hex digits."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
