"""`rb bank show|search|diff`: a pool as a person would read it."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "read a bank: show, search or compare pool.json files"
OVERRIDES = False


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="all experiences, or one in full with --task")
    show.add_argument("pool", type=Path, help="a pool.json or a run directory")
    show.add_argument("--task", help="this task's experience in full, and where it was injected")
    search = actions.add_parser("search", help="what a query would retrieve")
    search.add_argument("pool", type=Path)
    search.add_argument("query")
    search.add_argument("-k", type=int, default=5, help="how many (5)")
    diff = actions.add_parser("diff", help="what one bank has and the other has not")
    diff.add_argument("pool", type=Path)
    diff.add_argument("other", type=Path)


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from rich.console import Console

    from reasoningbank.memory import inspect

    console = Console(highlight=False)
    if given.action == "search":
        console.print(inspect.found(given.pool, given.query, given.k))
    elif given.action == "diff":
        console.print(inspect.difference(given.pool, given.other))
    elif given.task:
        console.print(inspect.in_full(given.pool, given.task))
    else:
        console.print(inspect.overview(given.pool))
    return 0
