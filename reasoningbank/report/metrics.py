"""Success rate, steps, judge agreement, paired comparison: each a function of a few lines."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class Rate:
    """A proportion in per cent with its 95 % Wilson interval; n is its denominator."""

    percent: float | None
    low: float | None
    high: float | None
    successes: int
    n: int


def wilson(successes: int, n: int) -> Rate:
    """Wilson score interval (SciPy). Everything but the counts is None for n = 0."""
    from scipy.stats import binomtest

    if n == 0:
        return Rate(None, None, None, 0, 0)
    interval = binomtest(successes, n).proportion_ci(method="wilson")
    return Rate(100 * successes / n, 100 * interval.low, 100 * interval.high, successes, n)


def summary(frame: pd.DataFrame, intended: int) -> dict[str, Any]:
    """What `summary.json` holds. Failures of the world are left out of the rates and counted."""
    scored = frame[frame["outcome"] != "infrastructure_error"] if len(frame) else frame
    if not len(scored):
        return {"intended": intended, "scored": 0, "infrastructure_errors": len(frame)}
    won = scored["score"] >= 1
    steps = scored["steps"].astype(float)
    return {
        "intended": intended,
        "scored": len(scored),
        "infrastructure_errors": len(frame) - len(scored),
        "success_rate": asdict(wilson(int(won.sum()), len(scored))),
        "steps": {
            "mean": float(steps.mean()),
            "of_successes": _mean(steps[won]),
            "of_failures": _mean(steps[~won]),
        },
        "judge": judge_agreement(scored),
        "outcomes": {str(k): int(v) for k, v in sorted(frame["outcome"].value_counts().items())},
        "tokens": {
            purpose: int(scored[f"{purpose}_input"].sum() + scored[f"{purpose}_output"].sum())
            for purpose in ("act", "judge", "extract")
        },
        "cost": float(scored["cost"].sum()) if scored["cost"].notna().all() else None,
        "items": int(scored["items"].sum()),
        "items_dropped": int(scored["items_dropped"].sum()),
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


@dataclass(frozen=True)
class Paired:
    """Two methods on the same tasks: n tasks, how many only one of them solved, exact McNemar p."""

    n: int
    difference: float  # percentage points
    only_first: int
    only_second: int
    p: float
    steps: float  # mean difference in steps


def paired(first: pd.DataFrame, second: pd.DataFrame) -> Paired | None:
    """`first` minus `second` over the tasks that both have scored; None when there are none."""
    from scipy.stats import binomtest

    both = _by_task(first).merge(_by_task(second), left_index=True, right_index=True, suffixes=("_a", "_b"))
    if not len(both):
        return None
    a, b = both["score_a"] >= 1, both["score_b"] >= 1
    only_first, only_second = int((a & ~b).sum()), int((b & ~a).sum())
    discordant = only_first + only_second
    return Paired(
        len(both),
        100 * (only_first - only_second) / len(both),
        only_first,
        only_second,
        float(binomtest(only_first, discordant).pvalue) if discordant else 1.0,
        float((both["steps_a"] - both["steps_b"]).mean()),
    )


def _by_task(frame: pd.DataFrame) -> pd.DataFrame:
    scored = frame[(frame["outcome"] != "infrastructure_error") & (frame["rollout"] == 0)]
    return scored.set_index("task_id")[["score", "steps"]]


def _mean(values: pd.Series[float]) -> float | None:
    return float(values.mean()) if len(values) else None
