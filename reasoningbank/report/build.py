"""`rb report --out`: tables, figures and the page, from run directories alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reasoningbank.report.figures.all import all_figures
from reasoningbank.report.figures.base import save
from reasoningbank.report.frame import lean, load_runs, to_parquet
from reasoningbank.report.html.page import DATA, write_page
from reasoningbank.report.tables.model import Table
from reasoningbank.report.tables.paper import all_tables
from reasoningbank.report.tables.plain import Plain, plain_tables
from reasoningbank.report.tables.write import as_csv, latex, markdown

MOST_TRACES = 20_000  # rollouts whose steps are put into the page without being asked for


@dataclass(frozen=True)
class Report:
    """What was written, and what the terminal should show."""

    page: Path
    tables: tuple[Table, ...]
    plain: tuple[Plain, ...]
    figures: tuple[str, ...]
    traces: bool


def common_root(runs: Sequence[Path]) -> Path:
    """The deepest folder that holds all runs; above the run itself when there is one."""
    parents = [str(run.parent) for run in runs]
    return Path(os.path.commonpath(parents))


def build(
    runs: Sequence[Path],
    out: Path,
    theme: str | None = None,
    traces: bool | None = None,
    parquet: bool = False,
) -> Report:
    """Writes everything below `out`; folders of an earlier report there are replaced.

    `theme` chooses figure 6's cluster by an item's id (task#number). `traces` puts the steps of the
    rollouts into the page; None: unless there are too many. Raises `UserError`.
    """
    frame = load_runs(*runs)
    out = out.resolve()
    for name in ("tables", "figures", DATA):
        shutil.rmtree(out / name, ignore_errors=True)
    small = lean(frame)
    tables, plain = all_tables(small), plain_tables(small, common_root(runs))
    _write_tables(tables, plain, out)
    figures = []
    for drawing in all_figures(small, theme):
        save(drawing, out / "figures")
        figures.append((drawing.title, drawing.caption, out / "figures" / f"{drawing.name}.svg"))
    shown = len(frame) <= MOST_TRACES if traces is None else traces
    with_rows = [run for run in runs if (frame["run"] == str(run)).any()]
    page = write_page(frame, with_rows, tables, plain, figures, out, shown)
    if parquet:
        to_parquet(frame, out / "rollouts.parquet")
    return Report(page, tuple(tables), tuple(plain), tuple(str(path) for *_, path in figures), shown)


def _write_tables(tables: Sequence[Table], plain: Sequence[Plain], out: Path) -> None:
    folder = out / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    every: list[Table | Plain] = [*tables, *plain]
    for table in every:
        for form, text in (("md", markdown(table)), ("csv", as_csv(table)), ("tex", latex(table))):
            (folder / f"{table.name}.{form}").write_text(text, encoding="utf-8")
