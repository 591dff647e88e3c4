"""`rb status DIR`: how far a run is, also one that is going on elsewhere."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "how far runs are, also those that are going on elsewhere"
OVERRIDES = False


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, help="run directories, or folders above them")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from rich.console import Console
    from rich.table import Table

    from reasoningbank.report.frame import find_runs
    from reasoningbank.runner.status import status

    table = Table()
    for column in ("run", "state", "done", "lost", "progress", "last"):
        table.add_column(column, overflow="fold")
    for folder in find_runs(*given.folders):
        table.add_row(*status(folder))
    Console(highlight=False).print(table)
    return 0
