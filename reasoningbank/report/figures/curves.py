"""Figure 1, and learning curves over shuffled streams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from reasoningbank.report import names
from reasoningbank.report.figures.base import (
    COLORS,
    Drawing,
    Group,
    benchmarks,
    file_name,
    groups,
    heading,
    plt,
    rate_axis,
)
from reasoningbank.report.frame import drawn, scored
from reasoningbank.report.tables.rows import ARMS

STYLES = {"none": "--", "synapse": "-.", "awm": ":", "reasoningbank": "-"}


def figure1(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Cumulative success rate over the stream, memory against none; a panel a subset (the paper: Admin)."""
    for group in benchmarks(frame[frame["order"] == "dataset"]):
        panels = {subset: curves for subset in _subsets(group) if (curves := _curves(group, subset))}
        if not panels:
            continue
        n = len(panels)
        figure, axes = plt().subplots(
            1, n, figsize=(5.2 if n == 1 else 2.9 * n, 3.3), sharey=True, squeeze=False
        )
        for panel, (subset, curves) in zip(axes[0], panels.items(), strict=True):
            for method, curve in curves.items():
                mean, label = curve.mean(axis=1), names.method_label(method)
                panel.plot(mean.index + 1, mean, STYLES[method], color=COLORS[method], label=label)
            panel.set_xlabel("tasks done")
            panel.set_title(subset)
        rate_axis(axes[0][0], "cumulative success rate (%)")
        handles = {
            label: h for panel in axes[0] for h, label in zip(*panel.get_legend_handles_labels(), strict=True)
        }
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4)
        heading(figure, group)
        caption = "Successes among the tasks scored so far, in stream order (mean over streams, pass@1)."
        yield Drawing(file_name("figure1", group), "Figure 1. Cumulative success rate", caption, figure)


def _subsets(group: Group) -> list[str]:
    """Admin first, as in the paper, then by name."""
    return sorted(group.rows["subset"].unique(), key=lambda subset: (subset != "admin", subset))


def _curves(group: Group, subset: str) -> dict[str, pd.DataFrame]:
    """By method; empty where no memory or every other method is missing."""
    rows = replace(group, rows=group.rows[group.rows["subset"] == subset])
    found = {method: curve for method, arm in ARMS.items() if len(curve := cumulative(rows.arm(arm)))}
    return found if "none" in found and len(found) > 1 else {}


def cumulative(rows: pd.DataFrame) -> pd.DataFrame:
    """Per cent of successes among the tasks scored so far: index position, one column a stream."""
    graded = scored(drawn(rows)).sort_values("position")
    won = (graded["score"] >= 1).astype(float)
    runs = graded["run"]
    rate = 100 * won.groupby(runs).cumsum() / (won.groupby(runs).cumcount() + 1)
    table = pd.DataFrame({"run": runs, "position": graded["position"], "rate": rate})
    return table.pivot(index="position", columns="run", values="rate").sort_index().ffill()


def learning_curves(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Cumulative success over shuffled streams: with the order mixed, a rise is learning, not easy tasks."""
    for group in groups(frame[frame["order"] == "shuffled"]):
        curves = {method: cumulative(group.rows[group.rows["arm"] == arm]) for method, arm in ARMS.items()}
        if max(curve.shape[1] for curve in curves.values()) < 2:
            continue
        yield _learning_curve(group, curves)


def _learning_curve(group: Group, curves: dict[str, pd.DataFrame]) -> Drawing:
    figure, axes = plt().subplots()
    for method, curve in curves.items():
        if curve.empty:
            continue
        mean, n = curve.mean(axis=1), curve.shape[1]
        label = f"{names.method_label(method)} ({n} streams)"
        axes.plot(mean.index + 1, mean, STYLES[method], color=COLORS[method], label=label)
        axes.fill_between(
            mean.index + 1, curve.min(axis=1), curve.max(axis=1), color=COLORS[method], alpha=0.15, lw=0
        )
    axes.set_xlabel("tasks done")
    rate_axis(axes, "cumulative success rate (%)")
    axes.set_title(group.title)
    axes.legend()
    caption = "Mean over streams whose order was shuffled by the seed; the band is the range of the streams."
    return Drawing(file_name("learning", group), "Learning curves over shuffled streams", caption, figure)
