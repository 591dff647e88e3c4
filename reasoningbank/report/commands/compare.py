"""`rb compare A B`: two runs (or sets of runs), task by task: what flipped, and where to look why."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "two runs paired by task: what flipped, and where to look"
OVERRIDES = False


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", type=Path, help="a run directory, or a folder above several")
    parser.add_argument("second", type=Path)


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from rich.console import Console

    from reasoningbank.report.compare import compare, flips_table, told

    found = compare(given.first, given.second)
    console = Console(highlight=False)
    console.print(told(found), markup=False, soft_wrap=True)
    if len(found.flips):
        console.print(flips_table(found))
    return 0
