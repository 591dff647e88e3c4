"""Tables that the paper lacks: all runs, every method against none, the judge, the selector."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reasoningbank.report import scaling
from reasoningbank.report.frame import LOST, drawn, scored
from reasoningbank.report.metrics import judge_agreement
from reasoningbank.report.pairs import GROUP, deviating, pairs
from reasoningbank.report.stats import detectable, paired_difference
from reasoningbank.report.tables.cells import mean_cell, rate_cell
from reasoningbank.report.tables.model import Cell


@dataclass(frozen=True)
class Plain:
    """A table of texts."""

    name: str
    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def plain_tables(frame: pd.DataFrame, root: Path) -> list[Plain]:
    """All that have rows."""
    made = (runs(frame, root), against_none(frame), judges(frame), scaled(frame))
    return [table for table in made if table.rows]


def runs(frame: pd.DataFrame, root: Path) -> Plain:
    """One row a run: how far it is, what was lost, what it cost."""
    found = []
    for run, rows in frame.groupby("run", sort=True):
        one = drawn(rows)
        lost, waiting = int((one["outcome"] == LOST).sum()), int(one["score"].isna().sum())
        intended, first = int(rows["intended"].iloc[0]), rows.iloc[0]
        cost = rows["cost"].sum() if rows["cost"].notna().all() else None
        found.append(
            (
                str(Path(str(run)).relative_to(root)) if Path(str(run)).is_relative_to(root) else str(run),
                str(first["backbone"]),
                f"{first['arm']}{deviating(first['deviations'])}",
                f"{len(one)} of {intended}" + (" (partial)" if len(one) < intended else ""),
                str(lost),
                str(waiting - lost),
                rate(rate_cell(one)),
                "unknown" if cost is None else f"${cost:,.2f}",
            )
        )
    headers = ("run", "backbone", "method", "tasks", "lost", "ungraded", "pass@1 [95 %]", "cost")
    notes = ("lost: spoilt by the world, left out of every rate. ungraded: waits for its grader.",)
    return Plain("runs", "All runs", headers, tuple(found), notes)


def against_none(frame: pd.DataFrame) -> Plain:
    """Every arm against no memory, on the same tasks, pass@1."""
    found = []
    for pair in pairs(frame):
        delta = pair.differences()
        points = paired_difference(100 * delta["won"], delta["cluster"])
        steps = paired_difference(delta["steps"], delta["cluster"])
        tests = [(seed, pair.test(seed)) for seed in pair.seeds]
        shares = [(test.only_first + test.only_second) / test.n for _, test in tests if test.n]
        least = detectable(points.n, sum(shares) / len(shares)) if shares else None
        told = [f"seed {seed}: {test.only_first}, {test.only_second}, {test.p:.3f}" for seed, test in tests]
        found.append(
            (
                f"{pair.benchmark}/{pair.subset}",
                pair.backbone,
                pair.arm,
                f"{points.value:+.1f}" + interval(points.low, points.high, "+.1f"),
                str(points.n),
                str(points.families),
                "; ".join(told) or "no common seed",
                "–" if least is None else f"{least:.1f}",
                f"{steps.value:+.2f}" + interval(steps.low, steps.high, "+.2f"),
                "unknown" if delta["cost"].isna().any() else f"{delta['cost'].mean():+.4f} $",
            )
        )
    headers = (
        "benchmark", "backbone", "method", "points [95 %]", "tasks", "families",
        "McNemar (won, lost, p)", "detectable", "steps [95 %]", "cost a task",
    )  # fmt: skip
    notes = (
        "Method minus no memory on the tasks that both have scored, pass@1. Intervals resample whole task "
        "families; McNemar is exact, one test a seed; detectable is the smallest difference (points) that so "
        "many tasks find with power 0.8.",
    )
    return Plain(
        "against_none", "Every method against no memory, paired by task", headers, tuple(found), notes
    )


def judges(frame: pd.DataFrame) -> Plain:
    """The judge against the benchmark's score."""
    found = []
    judged = scored(frame[frame["verdict"] != ""])
    for (*keys, arm), rows in judged.groupby([*GROUP, "arm"], sort=True):
        told = judge_agreement(rows)
        accuracy = told["accuracy"]
        if not accuracy["n"]:
            continue
        found.append(
            (
                f"{keys[0]}/{keys[1]}",
                str(keys[2]),
                str(arm),
                f"{accuracy['percent']:.1f}" + interval(accuracy["low"], accuracy["high"], ".1f"),
                str(accuracy["n"]),
                str(told["false_successes"]),
                str(told["false_failures"]),
                str(told["unreadable"]),
            )
        )
    headers = (
        "benchmark", "backbone", "method", "accuracy [95 %]", "verdicts",
        "false successes", "false failures", "unreadable",
    )  # fmt: skip
    notes = ("All rollouts. The paper's LLM judge: 72.7 % on WebArena-Shopping (section 5).",)
    return Plain("judge", "The judge against the benchmark's score", headers, tuple(found), notes)


def scaled(frame: pd.DataFrame) -> Plain:
    """k rollouts: mean@1, pass@1, Best-of-N, the oracle, and what the selector missed."""
    found = []
    for (*keys, arm), rows in frame[frame["matts_k"] > 1].groupby([*GROUP, "arm"], sort=True):
        if rows["rollout"].max() < 1:
            continue
        best, top = rate_cell(scaling.best_of_n(rows)), rate_cell(scaling.oracle(rows))
        regret = "–" if best.value is None or top.value is None else f"{top.value - best.value:.1f}"
        found.append(
            (
                f"{keys[0]}/{keys[1]}",
                str(keys[2]),
                str(arm),
                rate(mean_cell(scaling.mean_at_1(rows), "won")),
                rate(rate_cell(scaling.pass_at_1(rows))),
                rate(best),
                rate(top),
                regret,
                str(scaling.unread_picks(rows)),
                str(top.n),
            )
        )
    headers = (
        "benchmark", "backbone", "method", "mean@1", "pass@1", "Best-of-N", "pass@k (oracle)",
        "regret", "unread picks", "tasks",
    )  # fmt: skip
    notes = ("Regret: the oracle less Best-of-N, in points. An unread pick falls back to the drawn rollout.",)
    return Plain("scaling", "Test-time scaling: what the k rollouts hold", headers, tuple(found), notes)


def rate(cell: Cell) -> str:
    """`41.2 [34.3–48.4]`, or a dash."""
    return "–" if cell.value is None else f"{cell.value:.1f}" + interval(cell.low, cell.high, ".1f")


def interval(low: float | None, high: float | None, form: str) -> str:
    return "" if low is None or high is None else f" [{low:{form}}–{high:{form}}]"
