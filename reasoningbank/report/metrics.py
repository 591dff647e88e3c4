"""What `summary.json` says about one run: rates, steps, tokens, the judge against the score."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pandas as pd

from reasoningbank.report import scaling
from reasoningbank.report.frame import LOST, drawn, scored
from reasoningbank.report.stats import wilson


def summary(frame: pd.DataFrame, intended: int) -> dict[str, Any]:
    """What `summary.json` holds; counts are tasks, rates are pass@1 unless they say otherwise.

    What the world spoilt is left out of the rates and counted; `success_rate_lost_as_failed` is the
    rate if it had counted as failed.
    """
    one = drawn(frame)
    graded = scored(one)
    lost = int((one["outcome"] == LOST).sum())
    counts = {
        "intended": intended,
        "scored": len(graded),
        "infrastructure_errors": lost,
        "ungraded": len(one) - len(graded) - lost,
    }
    if not len(graded):
        return counts
    won = graded["score"] >= 1
    steps = graded["steps"].astype(float)
    rollouts = frame[frame["outcome"] != LOST]
    return {
        **counts,
        "success_rate": asdict(wilson(int(won.sum()), len(graded))),
        "success_rate_lost_as_failed": asdict(wilson(int(won.sum()), len(graded) + lost)),
        "scaling": _scaling(frame),
        "steps": {
            "mean": float(steps.mean()),
            "of_successes": _mean(steps[won]),
            "of_failures": _mean(steps[~won]),
        },
        "judge": judge_agreement(scored(frame)),
        "outcomes": {str(k): int(v) for k, v in sorted(frame["outcome"].value_counts().items())},
        "tokens": {
            purpose: int(rollouts[f"{purpose}_input"].sum() + rollouts[f"{purpose}_output"].sum())
            for purpose in ("act", "judge", "extract", "select", "refine", "match")
            if f"{purpose}_input" in rollouts
        },
        "cost": float(rollouts["cost"].sum()) if rollouts["cost"].notna().all() else None,
        "items": int(one["items"].sum()),
        "items_dropped": int(one["items_dropped"].sum()),
    }


def _scaling(frame: pd.DataFrame) -> dict[str, Any] | None:
    """Best-of-N, oracle and mean@1 of k rollouts; None for one."""
    if not len(frame) or frame["rollout"].max() < 1:
        return None
    best, top = scored(scaling.best_of_n(frame)), scored(scaling.oracle(frame))
    return {
        "k": int(frame["rollout"].max()) + 1,
        "best_of_n": asdict(wilson(int((best["score"] >= 1).sum()), len(best))),
        "oracle": asdict(wilson(int((top["score"] >= 1).sum()), len(top))),
        "mean_at_1": _mean(scaling.mean_at_1(frame)["won"].dropna()),
        "unread_picks": scaling.unread_picks(frame),
    }


def judge_agreement(scored: pd.DataFrame) -> dict[str, Any]:
    """The judge against the benchmark's score: accuracy, false successes and failures, unreadable."""
    readable = scored[scored["verdict"].isin(["success", "failure"])]
    said, truth = readable["verdict"] == "success", readable["score"] >= 1
    return {
        "accuracy": asdict(wilson(int((said == truth).sum()), len(readable))),
        "false_successes": int((said & ~truth).sum()),
        "false_failures": int((~said & truth).sum()),
        "unreadable": int((scored["verdict"] == "unreadable").sum()),
    }


def _mean(values: pd.Series[float]) -> float | None:
    return float(values.mean()) if len(values) else None
