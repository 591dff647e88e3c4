"""Which recorded request comes nearest to a missing one, and how the two differ."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

_LINES_SHOWN = 40
_WIDTH = 160


def nearest(request: dict[str, Any], recorded: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """The recorded request that shares most lines; a common line of the head counts like any other."""
    wanted = set(_rendered(request))

    def likeness(other: dict[str, Any]) -> float:
        lines = set(_rendered(other))
        # the purpose counts for more: another role's prompt is no explanation
        bonus = 1.0 if other["purpose"] == request["purpose"] else 0.0
        return bonus + len(wanted & lines) / len(wanted | lines)

    return max(recorded, key=likeness, default=None)


def difference(recorded: dict[str, Any], request: dict[str, Any]) -> str:
    """A unified diff, at most 40 lines of 160 characters."""
    lines = list(
        difflib.unified_diff(_rendered(recorded), _rendered(request), "recorded", "asked", n=1, lineterm="")
    )
    more = [f"(… {len(lines) - _LINES_SHOWN} more lines)"] if len(lines) > _LINES_SHOWN else []
    return "\n".join([line[:_WIDTH] for line in lines[:_LINES_SHOWN]] + more)


def _rendered(request: dict[str, Any]) -> list[str]:
    head = [f"{key}: {value}" for key, value in request.items() if key != "messages"]
    for message in request["messages"]:
        head += [f"--- {message['role']}", *message["content"].splitlines()]
    return head
