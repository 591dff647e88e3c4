"""What becomes of k rollouts of a task: pass@1, Best-of-N, the oracle, mean@1 (appendix A.3).

Each function gives one row a task and stream, with `score`, for `tables.cells`.
"""

from __future__ import annotations

import pandas as pd

from reasoningbank.report.frame import LOST, drawn

KEYS = ["run", "task_id"]


def pass_at_1(frame: pd.DataFrame) -> pd.DataFrame:
    """The rollout that was drawn at random when the run was made."""
    return drawn(frame)


def best_of_n(frame: pd.DataFrame) -> pd.DataFrame:
    """The rollout that the selector picked, of tasks where it was asked.

    Where its reply could not be read, the rollout drawn at random stands in (`unread_picks` counts it).
    """
    asked = frame[frame["selected"].notna() | (frame["outcome"] == LOST)]
    best = asked.groupby(KEYS)["selected"].transform("max")
    fallback = (best != 1) & (asked["drawn"] == 1)
    return asked[(asked["selected"] == 1) | fallback]


def unread_picks(frame: pd.DataFrame) -> int:
    """Tasks whose selector gave no readable answer."""
    return int((frame[frame["selected"].notna()].groupby(KEYS)["selected"].max() == 0).sum())


def oracle(frame: pd.DataFrame) -> pd.DataFrame:
    """pass@k: whether any rollout solved the task. An upper bound for every selector."""
    best = frame.groupby(KEYS)["score"].transform("max")
    return drawn(frame.assign(score=best))


def mean_at_1(frame: pd.DataFrame) -> pd.DataFrame:
    """The mean over the k rollouts, in `won` (0 to 1): the expectation of pass@1."""
    won = (frame["score"] >= 1).astype(float).where(frame["score"].notna())
    return drawn(frame.assign(won=100 * won.groupby([frame[key] for key in KEYS]).transform("mean")))
