"""Judges that are told the truth because the user asked for it by name (figure 8)."""

from __future__ import annotations

from dataclasses import dataclass

from reasoningbank.core.seeding import draw
from reasoningbank.core.types import Label, Verdict


@dataclass(frozen=True)
class OracleJudge:
    """The true label with probability `accuracy`, else its opposite. 1.0 is the ground truth.

    The draw depends on run seed, task and rollout alone, so that a resume draws the same.
    """

    name: str
    accuracy: float = 1.0
    seed: int = 0

    def label(self, task_id: str, rollout: int, success: bool) -> Verdict:
        right = draw(self.seed, task_id, rollout, "simulated judge").random() < self.accuracy
        label = Label.SUCCESS if success == right else Label.FAILURE
        return Verdict(label, "", self.name)
