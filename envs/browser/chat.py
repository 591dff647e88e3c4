"""A chat that keeps messages only. BrowserGym's own opens a second browser to draw them in."""

from __future__ import annotations

import time
from typing import Any


class MessageChat:
    """Stands in for `browsergym.core.chat.Chat`: half the browsers, the same messages."""

    def __init__(self, **_: Any) -> None:
        self.messages: list[dict[str, Any]] = []
        self.recording_start_time = None

    def add_message(self, role: str, msg: str) -> None:
        self.messages.append({"role": role, "timestamp": time.time(), "message": msg})

    def wait_for_user_message(self) -> None:
        raise RuntimeError("nobody is there to answer")

    def close(self) -> None:
        """Nothing is open."""
