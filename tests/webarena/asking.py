"""An environment for the tests of `envs.process`: what it asks its parent is its page."""

from __future__ import annotations

import time

from envs.process import ask
from reasoningbank.core.types import Observation, Score, Task


class Asking:
    def reset(self, task: Task) -> Observation:
        return Observation("ready")

    def step(self, action: str) -> Observation:
        if action == "sleep":
            time.sleep(60)
        said = [ask(word) for word in action.split()]
        return Observation(" ".join(said))

    def score(self) -> Score:
        return Score(1.0)

    def close(self) -> None:
        """Nothing is open."""
