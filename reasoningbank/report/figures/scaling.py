"""Figure 4 (success against k), figure 5 (memory methods under MaTTS), and the selector's regret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from reasoningbank.report import names, published, scaling
from reasoningbank.report.figures.base import (
    COLORS,
    PAPER,
    Drawing,
    Group,
    benchmarks,
    errors,
    file_name,
    groups,
    heading,
    plt,
    rate_axis,
)
from reasoningbank.report.tables.cells import mean_cell, rate_cell
from reasoningbank.report.tables.model import Cell
from reasoningbank.report.tables.rows import ARMS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KS = range(1, 6)
VARIANTS = {
    "matts": ("MaTTS", "reasoningbank", "", "o", "-", COLORS["reasoningbank"]),
    "matts_without_aggregation": (
        "MaTTS w/o aggregation",
        "reasoningbank",
        "_no_aggregation",
        "D",
        "--",
        "#4f9d9d",
    ),
    "matts_without_memory": ("MaTTS w/o memory", "none", "", "s", ":", COLORS["none"]),
}


def figure4(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Success against the scaling factor k for three arms, parallel (Best-of-N) and sequential."""
    for group in groups(frame):
        ks = set(group.rows["matts_k"]) - {1}
        if not ks or (len(ks) < 2 and not group.paper):
            continue
        figure, panels = plt().subplots(1, 2, figsize=(7.6, 3.3), sharey=True)
        for axes, kind in zip(panels, ("parallel", "sequential"), strict=True):
            for i, variant in enumerate(VARIANTS):
                _line(axes, group, kind, variant, 0.06 * (i - 1))
            axes.set_title(f"({'a' if kind == 'parallel' else 'b'}) {kind} scaling")
            axes.set_xlabel("scaling factor k")
            axes.set_xticks(list(KS))
        rate_axis(panels[0])
        panels[1].tick_params(labelleft=True)
        handles, labels = panels[0].get_legend_handles_labels()
        if group.paper:
            handles.append(panels[0].plot([], [], "o", **PAPER)[0])
            labels.append("paper (stated values)")
        figure.legend(handles, labels, loc="outside lower center", ncols=4)
        heading(figure, group)
        caption = (
            "Best-of-N in (a), the final answer in (b); k = 1 is the run without scaling. "
            "Bars are 95 % intervals; hollow: the paper's."
        )
        yield Drawing(file_name("figure4", group), "Figure 4. Effect of the scaling factor", caption, figure)


def _line(axes: Axes, group: Group, kind: str, variant: str, shift: float) -> None:
    label, memory, suffix, marker, line, color = VARIANTS[variant]
    found: dict[int, Cell] = {}
    for k in KS:
        scaled = f"{memory} matts={kind}{suffix} matts.k={k}"
        rows = group.arm(memory if k == 1 else scaled)
        chosen = scaling.best_of_n(rows) if k > 1 and kind == "parallel" else scaling.pass_at_1(rows)
        if (cell := rate_cell(chosen)).value is not None:
            found[k] = cell
    cells = list(found.values())
    axes.errorbar(
        [k + shift for k in found],
        [cell.value or 0.0 for cell in cells],
        yerr=errors(cells),
        marker=marker,
        ls=line,
        color=color,
        label=label,
    )
    if group.paper:
        points = published.load("figure4_matts_scaling")
        points = points[(points["variant"] == variant) & (points["scaling"] == kind)]
        axes.plot(points["k"] + shift, points["success_rate"], marker, **PAPER)


BARS = (
    ("pass@1, k = 1", "none", "#d9d9d9", ""),
    ("pass@1, k = 5", "pass@1", "#d98cb3", "///"),
    ("Best-of-5", "best_of_n", "#3b6fb6", ""),
)


def figure5(frame: pd.DataFrame) -> Iterator[Drawing]:
    """pass@1 and Best-of-N by memory method under parallel MaTTS, k = 5."""
    for group in groups(frame):
        rows = {method: group.arm(f"{arm} matts=parallel matts.k=5") for method, arm in ARMS.items()}
        if sum(len(part) > 0 for part in rows.values()) < 2:
            continue
        figure, axes = plt().subplots(figsize=(6.2, 3.4))
        for place, (method, part) in enumerate(rows.items()):
            _method_bars(axes, place, group.arm(ARMS[method]), part)
            if group.paper:
                _published_bars(axes, place, method)
        axes.set_xticks(range(len(rows)), [names.method_label(method) for method in rows])
        axes.set_ylabel("success rate (%)")
        axes.plot([], [], "_", color="black", ms=12, label="oracle (pass@5)")
        axes.plot([], [], "x", color="black", label="mean@1")
        if group.paper:
            axes.plot([], [], "o", **PAPER, label="paper")
        axes.set_title(group.title)
        figure.legend(loc="outside lower center", ncols=3)
        caption = (
            "Pass@1 is one rollout drawn at random; Best-of-5 is the selector's pick; hollow: the paper's."
        )
        yield Drawing(file_name("figure5", group), "Figure 5. Memory methods under MaTTS", caption, figure)


def _method_bars(axes: Axes, place: int, unscaled: pd.DataFrame, scaled: pd.DataFrame) -> None:
    picks = (unscaled, scaling.pass_at_1(scaled), scaling.best_of_n(scaled))
    for i, (part, (label, _, color, hatch)) in enumerate(zip(picks, BARS, strict=True)):
        cell = rate_cell(scaling.pass_at_1(part) if i == 0 else part)
        axes.bar(
            place + 0.27 * (i - 1),
            cell.value or 0,
            0.25,
            yerr=errors([cell]) if cell.value is not None else None,
            color=color,
            hatch=hatch,
            edgecolor="black",
            linewidth=0.6,
            error_kw={"elinewidth": 0.9},
            label=label if place == 0 else None,
        )
    top, mean = rate_cell(scaling.oracle(scaled)), mean_cell(scaling.mean_at_1(scaled), "won")
    if top.value is not None and mean.value is not None:
        axes.plot(place + 0.27, top.value, "_", color="black", ms=14)
        axes.plot(place, mean.value, "x", color="black", ms=5)


def _published_bars(axes: Axes, place: int, method: str) -> None:
    for i, (metric, k) in enumerate((("pass@1", 1), ("pass@1", 5), ("best_of_n", 5))):
        stated = published.value("figure5_snapshot", "success_rate", method=method, metric=metric, k=k)
        if stated is not None:
            axes.plot(place + 0.27 * (i - 1), stated, "o", **PAPER)


def selector_regret(frame: pd.DataFrame) -> Iterator[Drawing]:
    """mean@1, Best-of-N and the oracle side by side: what the selector gains, and what it misses."""
    for group in benchmarks(frame):
        parallel = group.rows[(group.rows["matts_k"] > 1) & (group.rows["rollout"] > 0)]
        arms = sorted(parallel["arm"].unique())
        if not arms:
            continue
        figure, axes = plt().subplots(figsize=(6.2, 0.9 + 0.42 * len(arms)))
        for place, arm in enumerate(arms):
            _regret(axes, place, group.arm(arm))
        axes.set_yticks(range(len(arms)), [_short(arm) for arm in arms])
        axes.invert_yaxis()
        axes.set_xlabel("success rate (%)")
        axes.grid(True, axis="x")
        for marker, label in (("x", "mean@1"), ("o", "Best-of-N"), ("|", "oracle (pass@k)")):
            axes.plot([], [], marker, color="black", ls="none", label=label)
        heading(figure, group)
        figure.legend(loc="outside lower center", ncols=3)
        caption = (
            "The thick line is what the selector gains over a random rollout, the thin one what it misses."
        )
        yield Drawing(file_name("selector", group), "Selector regret", caption, figure)


def _regret(axes: Axes, place: int, rows: pd.DataFrame) -> None:
    mean = mean_cell(scaling.mean_at_1(rows), "won").value
    best, top = rate_cell(scaling.best_of_n(rows)).value, rate_cell(scaling.oracle(rows)).value
    if mean is None or top is None:
        return
    at: dict[str, Any] = {"color": "black"}
    axes.plot([best if best is not None else mean, top], [place, place], lw=1, color="#8c8c8c")
    axes.plot(mean, place, "x", **at)
    axes.plot(top, place, "|", ms=10, **at)
    if best is not None:
        axes.plot([mean, best], [place, place], lw=4, color="#3b6fb6", alpha=0.6, solid_capstyle="butt")
        axes.plot(best, place, "o", **at)


def _short(arm: str) -> str:
    return arm.replace("matts=", "").replace("matts.", "")
