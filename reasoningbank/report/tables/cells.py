"""From rows of the frame to one cell: the estimate, its interval, its denominators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from reasoningbank.report.frame import LOST
from reasoningbank.report.stats import clustered, wilson
from reasoningbank.report.tables.model import Cell


def rate_cell(rows: pd.DataFrame, size: int | None = None, published: float | None = None) -> Cell:
    """Success rate in per cent of `rows`, one row a task and stream (pass@1, or the selector's pick)."""
    counted = _counted(rows, size, published)
    graded = _graded(rows)
    if not len(graded):
        return counted
    won = (graded["score"] >= 1).astype(float)
    lost = rows[rows["outcome"] == LOST]
    as_zero = 100 * float(won.sum()) / (len(graded) + len(lost))
    if counted.streams == 1:
        rate = wilson(int(won.sum()), len(graded))
        return replace(counted, value=rate.percent, low=rate.low, high=rate.high, as_zero=as_zero)
    found = mean_cell(graded.assign(won=100 * won), "won", size, published)
    return replace(counted, value=found.value, low=found.low, high=found.high, sd=found.sd, as_zero=as_zero)


def mean_cell(
    rows: pd.DataFrame, column: str, size: int | None = None, published: float | None = None
) -> Cell:
    """Mean of per-task means of `column`, with the interval clustered by family."""
    counted = _counted(rows, size, published)
    graded = _graded(rows)
    if column not in graded or not len(graded := graded[graded[column].notna()]):
        return counted
    tasks = per_task(graded, column)
    found = clustered(tasks[column], tasks["cluster"])
    sd = float(graded.groupby("run")[column].mean().std()) if counted.streams > 1 else None
    return replace(counted, value=found.value, low=found.low, high=found.high, sd=sd)


def per_task(rows: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """One row a task: the means of `columns` over its rows (streams), and its cluster."""
    kept = rows[["task", "cluster", *columns]]
    if kept["task"].is_unique:
        return kept.set_index("task")
    grouped = kept.groupby("task", sort=False)
    return grouped[list(columns)].mean().assign(cluster=grouped["cluster"].first())


def _counted(rows: pd.DataFrame, size: int | None, published: float | None) -> Cell:
    if not len(rows):
        return Cell(size=size, published=published)
    lost, waiting = int((rows["outcome"] == LOST).sum()), int(rows["score"].isna().sum())
    # one row a task and stream
    tasks = rows.groupby(["subset", "run"], sort=False).size().groupby("subset")
    return Cell(
        n=int(_graded(rows)["task"].nunique()),
        size=size,
        streams=int(tasks.count().max()),
        lost=lost,
        ungraded=waiting - lost,
        partial=size is not None and int(tasks.min().sum()) < size,
        published=published,
        comparable=bool((rows["provider"] == "litellm").all()),
    )


def _graded(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[(rows["outcome"] != LOST) & rows["score"].notna()]


def arrows(cells: Sequence[Cell], base: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells with their difference to the row of no memory (Table 4's arrows)."""
    return tuple(
        replace(cell, against_none=cell.value - none.value)
        if cell.value is not None and none.value is not None
        else cell
        for cell, none in zip(cells, base, strict=True)
    )
