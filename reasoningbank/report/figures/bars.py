"""Figures 7 (sources of experience), 8 (judge accuracy) and 13 (retrieved experiences)."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from reasoningbank.report import names, published
from reasoningbank.report.figures.base import (
    COLORS,
    PAPER,
    Drawing,
    Group,
    errors,
    file_name,
    groups,
    plt,
    rate_axis,
)
from reasoningbank.report.frame import drawn
from reasoningbank.report.metrics import judge_agreement
from reasoningbank.report.settings import default_sources
from reasoningbank.report.tables.cells import rate_cell
from reasoningbank.report.tables.model import Cell

SOURCES = (
    ("success", "success_only", "#c9d6ea", ""),
    ("success_and_failure", "success_and_failure", "#1f3a6d", ""),
)
LABELS = {"success": "success only", "success_and_failure": "with failures"}


def figure7(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Learning from successes only, or from failures too."""
    methods = ("synapse", "awm", "reasoningbank")
    for group in groups(frame):
        cells = {(m, source): _cell(group, source_arm(m, source)) for m in methods for source, *_ in SOURCES}
        if not any(all(cells[m, source].n for source, *_ in SOURCES) for m in methods):
            continue
        figure, axes = plt().subplots()
        for i, (source, key, color, hatch) in enumerate(SOURCES):
            own = [cells[m, source] for m in methods]
            places = [place + 0.36 * (i - 0.5) for place in range(len(methods))]
            look = {"color": color, "hatch": hatch, "edgecolor": "black", "linewidth": 0.6}
            heights = [cell.value or 0 for cell in own]
            axes.bar(places, heights, 0.34, yerr=errors(own), label=LABELS[source], ecolor="#b05a7a", **look)
            if group.paper:
                stated = [
                    published.value("figure7_failure_trajectories", "success_rate", method=m, sources=key)
                    for m in methods
                ]
                axes.plot(places, stated, "o", **PAPER, label="paper" if i else None)
        axes.set_xticks(range(len(methods)), [names.method_label(m) for m in methods])
        axes.set_ylabel("success rate (%)")
        axes.set_title(group.title)
        figure.legend(loc="outside lower center", ncols=3)
        caption = "What each method learns from; bars are 95 % intervals, hollow marks the paper's."
        yield Drawing(file_name("figure7", group), "Figure 7. Sources of experience", caption, figure)


def source_arm(method: str, sources: str) -> str:
    """The arm's words for a method that learns from `sources`."""
    return method if sources == default_sources(method) else f"{method} memory.sources={sources}"


def figure8(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Success against the accuracy of a simulated judge; the LLM judge stands at its measured accuracy."""
    for group in groups(frame):
        points = _judge_points(group)
        if len(points) < 2:
            continue
        figure, axes = plt().subplots()
        axes.errorbar(
            list(points),
            [cell.value for cell in points.values()],
            yerr=errors(list(points.values())),
            marker="o",
            color=COLORS["reasoningbank"],
            label="simulated judge",
        )
        own = group.arm("reasoningbank")
        measured, cell = judge_agreement(own)["accuracy"]["percent"], _cell(group, "reasoningbank")
        if measured is not None and cell.value is not None:
            at = {"fmt": "*", "ms": 11, "color": "#d9822b", "mec": "black", "mew": 0.5, "zorder": 4}
            axes.errorbar([measured], [cell.value], yerr=errors([cell]), label="LLM judge, measured", **at)
        if group.paper:
            stated = published.load("figure8_judge_accuracy")
            axes.plot(
                stated["judge_accuracy"],
                stated["success_rate"],
                "*",
                ms=11,
                **PAPER,
                label="paper, LLM judge",
            )
        base = _cell(group, "none")
        if base.value is not None:
            axes.axhline(base.value, color=COLORS["none"], ls="--", label="No Memory")
        axes.set_xlabel("accuracy of the judge (%)")
        rate_axis(axes)
        axes.set_title(group.title)
        figure.legend(loc="outside lower center", ncols=2)
        caption = (
            "ReasoningBank with labels that are right with the given probability; bars are 95 % intervals."
        )
        yield Drawing(file_name("figure8", group), "Figure 8. Accuracy of the judge", caption, figure)


def _judge_points(group: Group) -> dict[float, Cell]:
    """Accuracy in per cent → success rate."""
    found = {}
    for accuracy in sorted(group.rows["judge_accuracy"].dropna().unique()):
        told = "judge=ground_truth" if accuracy == 1 else ""
        simulated = _cell(group, f"reasoningbank judge=simulated judge.accuracy={accuracy:g}")
        cell = simulated if simulated.n or not told else _cell(group, f"reasoningbank {told}")
        if cell.n:
            found[100 * float(accuracy)] = cell
    return found


def figure13(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Success against the number of retrieved experiences; 0 is no memory."""
    for group in groups(frame):
        cells = {k: _cell(group, _retrieving(k)) for k in range(0, 11)}
        cells = {k: cell for k, cell in cells.items() if cell.n}
        if max(cells, default=0) < 2:
            continue
        figure, axes = plt().subplots()
        heights = [cell.value or 0 for cell in cells.values()]
        axes.bar(
            list(cells),
            heights,
            0.6,
            yerr=errors(list(cells.values())),
            color="#9db4d6",
            edgecolor="black",
            lw=0.6,
        )
        if group.paper:
            stated = published.load("figure13_retrieved_experiences")
            axes.plot(stated["k"], stated["success_rate"], "o", **PAPER, label="paper")
            axes.legend()
        axes.set_xticks(list(cells))
        axes.set_xlabel("retrieved experiences")
        axes.set_ylabel("success rate (%)")
        axes.set_title(group.title)
        caption = "ReasoningBank with k retrieved experiences; 0 is no memory. Bars are 95 % intervals."
        yield Drawing(file_name("figure13", group), "Figure 13. Retrieved experiences", caption, figure)


def _retrieving(k: int) -> str:
    return "none" if k == 0 else "reasoningbank" if k == 1 else f"reasoningbank memory.k={k}"


def _cell(group: Group, arm: str) -> Cell:
    return rate_cell(drawn(group.arm(arm)))
