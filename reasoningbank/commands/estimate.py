"""`rb estimate`: calls, tokens and cost to expect."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "calls, tokens and cost to expect, before anything is paid"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="earlier", type=Path, help="an earlier run directory to go by")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from rich.console import Console

    from reasoningbank.compose import compose
    from reasoningbank.core.errors import UserError
    from reasoningbank.llm.estimate import render
    from reasoningbank.run import expected, intended_tasks
    from reasoningbank.runner.rundir import RunDir

    config = compose(overrides)
    tasks = intended_tasks(config)
    if given.earlier and not (given.earlier / "usage.jsonl").is_file():
        raise UserError("there is no usage.jsonl here", str(given.earlier), "give a run directory (…/seed0)")
    earlier = RunDir(given.earlier).read_lines("usage.jsonl") if given.earlier else None
    Console(highlight=False).print(render(expected(config, tasks, earlier)))
    return 0
