"""What happened in a rollout, step by step: mini-swe-agent's agent calls in, the trajectory comes out."""

from __future__ import annotations

from dataclasses import replace

from envs.swebench.sandboxes import TESTBED
from reasoningbank.core.protocols import Notify
from reasoningbank.core.types import ModelCall, Observation, Step


class Record:
    """One step a model call, also for replies without a usable command: Table 2 counts model calls."""

    def __init__(self, first: Observation, notify: Notify) -> None:
        self._notify = notify
        self.steps: list[Step] = []
        self.shown = first

    def begin(self) -> None:
        """Before a model call. Raises what `notify` raises."""
        self._notify(len(self.steps), self.shown)

    def said(self, thought: str, action: str, call: ModelCall, error: str = "") -> None:
        self.steps.append(
            Step(len(self.steps), self.shown.text, TESTBED, thought, action, error, calls=(call,))
        )

    def ran(self, error: str) -> None:
        """What became of the last step's command."""
        self.steps[-1] = replace(self.steps[-1], error=error)

    def show(self, text: str) -> None:
        """What the agent sees next."""
        self.shown = Observation(text, TESTBED)
