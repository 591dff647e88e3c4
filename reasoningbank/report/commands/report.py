"""`rb report`: tables in the terminal; tables, figures and a page for the browser as files."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "tables of one or several runs; with --out also figures and report.html"
OVERRIDES = False


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, help="run directories, or folders above them")
    parser.add_argument("--out", type=Path, help="write tables, figures and report.html into this folder")
    parser.add_argument("--theme", help="figure 6 about the items like this one: task#number")
    parser.add_argument("--parquet", action="store_true", help="also all rollouts as one parquet file")
    steps = parser.add_mutually_exclusive_group()
    steps.add_argument("--steps", action="store_true", default=None, help="put every step into the page")
    steps.add_argument("--no-steps", dest="steps", action="store_false", help="leave the steps out")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.report.frame import find_runs
    from reasoningbank.report.table import print_summary

    runs = find_runs(*given.folders)
    if given.out is None:
        print_summary(runs)
        return 0
    return _write(given, runs)


def _write(given: argparse.Namespace, runs: list[Path]) -> int:
    from rich.console import Console

    from reasoningbank.report.build import build
    from reasoningbank.report.tables.terminal import render

    console = Console(highlight=False)
    made = build(runs, given.out, given.theme, given.steps, given.parquet)
    for table in made.tables:
        if any(cell.n for block in table.blocks for row in block.rows for cell in row.cells):
            console.print(render(table))
    for plain in made.plain:
        console.print(render(plain))
    console.print(f"{len(made.tables) + len(made.plain)} tables (md, csv, tex), {len(made.figures)} figures")
    if not made.traces:
        console.print("the steps of the rollouts are left out of the page: --steps puts them in")
    console.print(str(made.page), soft_wrap=True, markup=False)
    return 0
