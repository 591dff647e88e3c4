"""What all figures share: for which runs one is drawn, the look of each method, how it is saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from reasoningbank.report import names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reasoningbank.report.tables.model import Cell

# dark to light as well as by colour, so that they stay apart in grey
COLORS = {"none": "#8c8c8c", "synapse": "#e0a458", "awm": "#4f9d9d", "reasoningbank": "#1f3a6d"}
MARKERS = {"none": "s", "synapse": "^", "awm": "D", "reasoningbank": "o"}
OTHER = "#b05a7a"
PAPER: dict[str, Any] = {"mfc": "white", "mec": "black", "ls": "none", "zorder": 5}


@dataclass(frozen=True)
class Group:
    """Runs of one backbone on one subset. `paper` is set where the paper's own points belong."""

    benchmark: str
    subset: str
    backbone: str
    rows: pd.DataFrame
    paper: bool

    @property
    def title(self) -> str:
        return f"{self.benchmark}/{self.subset}, {self.backbone}"

    def arm(self, words: str) -> pd.DataFrame:
        """The rows of one arm whose settings are nearest to the paper's."""
        rows = self.rows[self.rows["arm"] == words]
        told = sorted(rows["deviations"].unique(), key=lambda d: (d.count("=") if d else 0, d))
        return rows[rows["deviations"] == told[0]] if told else rows


@dataclass(frozen=True)
class Drawing:
    """One finished figure: `name` is its file's, `caption` says what it shows."""

    name: str
    title: str
    caption: str
    figure: Figure


def groups(frame: pd.DataFrame, subset: str = "shopping") -> Iterator[Group]:
    """One a benchmark, subset and backbone; the paper's own setting (WebArena, `subset`) first."""
    yield from _groups(frame, ["benchmark", "subset", "backbone"], subset)


def benchmarks(frame: pd.DataFrame) -> Iterator[Group]:
    """One a benchmark and backbone, all subsets together."""
    yield from _groups(frame.assign(part="all"), ["benchmark", "part", "backbone"], "all")


def _groups(frame: pd.DataFrame, keys: list[str], subset: str) -> Iterator[Group]:
    found = []
    for key, rows in frame.groupby(keys, sort=True):
        hosted = bool((rows["provider"] == "litellm").all())
        flash = names.published_backbone(str(rows["model"].iloc[0])) == "gemini-2.5-flash"
        paper = key[:2] == ("webarena", subset) and hosted and flash
        benchmark, part, backbone = map(str, key)
        found.append(Group(benchmark, part, backbone, rows, paper))
    yield from sorted(found, key=lambda group: not group.paper)


def file_name(figure: str, group: Group) -> str:
    """`figure4` for the paper's setting, else with benchmark, subset and backbone behind it."""
    if group.paper:
        return figure
    return re.sub(r"[^\w.-]+", "-", f"{figure}-{group.benchmark}-{group.subset}-{group.backbone}").strip("-")


def plt() -> Any:
    """pyplot without a display, in the one style."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot

    matplotlib.pyplot.style.use(str(files(__package__) / "paper.mplstyle"))
    return matplotlib.pyplot


def errors(cells: list[Cell]) -> list[list[float]]:
    """Lengths of the error bars below and above; 0 where a cell has no interval."""
    below = [(c.value or 0) - c.low if c.low is not None else 0.0 for c in cells]
    above = [c.high - (c.value or 0) if c.high is not None else 0.0 for c in cells]
    return [below, above]


def heading(figure: Figure, group: Group) -> None:
    """The group's name at the left edge, where panels or long labels leave no room above the axes."""
    figure.suptitle(group.title, x=0.01, ha="left", fontsize=9)


def rate_axis(axes: Axes, label: str = "success rate (%)") -> None:
    axes.set_ylabel(label)
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, 0), min(high, 100))


def save(drawing: Drawing, folder: Path) -> None:
    """PNG and SVG, without dates: the same input gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    figure = drawing.figure
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once for both files
    figure.savefig(folder / f"{drawing.name}.svg", metadata={"Date": None, "Creator": None})
    figure.savefig(folder / f"{drawing.name}.png", metadata={"Software": None})
    plt().close(figure)
