"""Every method beside no memory: the same benchmark, subset and backbone, the same tasks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from reasoningbank.report.frame import drawn, scored
from reasoningbank.report.stats import McNemar, mcnemar
from reasoningbank.report.tables.cells import per_task

GROUP = ["benchmark", "subset", "backbone"]


@dataclass(frozen=True)
class Pair:
    """The scored rows of one arm and of no memory, one rollout a task and stream (pass@1)."""

    benchmark: str
    subset: str
    backbone: str
    arm: str
    rows: pd.DataFrame
    base: pd.DataFrame

    def differences(self) -> pd.DataFrame:
        """One row a task that both have scored: won (0 to 1), steps, cost, and the cluster."""
        columns = ("won", "steps", "cost")
        a, b = per_task(self.rows, *columns), per_task(self.base, *columns)
        common = a.index.intersection(b.index)
        found: pd.DataFrame = a.loc[common, list(columns)] - b.loc[common, list(columns)]
        return found.assign(cluster=a.loc[common, "cluster"])

    @property
    def seeds(self) -> list[int]:
        """Seeds that both have."""
        return sorted(set(self.rows["seed"]) & set(self.base["seed"]))

    def test(self, seed: int) -> McNemar:
        """The first stream of a seed against the first of no memory."""
        a, b = (_first_stream(part[part["seed"] == seed]) for part in (self.rows, self.base))
        return mcnemar(a, b)


def pairs(frame: pd.DataFrame) -> Iterator[Pair]:
    """All arms that share scored tasks with no memory."""
    graded = scored(drawn(frame))
    graded = graded.assign(won=(graded["score"] >= 1).astype(float))
    for keys, group in graded.groupby(GROUP, sort=True):
        base = group[group["arm"] == "none"]
        for (arm, told), rows in group[group["arm"] != "none"].groupby(["arm", "deviations"], sort=True):
            if rows["task"].isin(base["task"]).any():
                benchmark, subset, backbone = map(str, keys)
                yield Pair(benchmark, subset, backbone, f"{arm}{deviating(str(told))}", rows, base)


def deviating(told: str) -> str:
    """The settings that differ from the paper's, in brackets."""
    return f" ({told})" if told else ""


def _first_stream(rows: pd.DataFrame) -> pd.Series[bool]:
    first = rows[rows["run"] == rows["run"].min()]
    won: pd.Series[bool] = first.set_index("task")["score"] >= 1
    return won
