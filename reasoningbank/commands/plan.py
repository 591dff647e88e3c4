"""`rb plan`: the runs of an experiment, how far they are, and what the rest will cost."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reasoningbank.config import Config

HELP = "the runs of an experiment (or of a sweep): finished, missing, and their price"
OVERRIDES = True


@dataclass(frozen=True)
class Planned:
    """One run: how many of its tasks are done, and the price of the others (None: unknown)."""

    config: Config
    folder: Path
    tasks: int | None  # None: the benchmark's data is not at hand
    done: int
    cost: float | None

    @property
    def state(self) -> str:
        if self.done and self.done == self.tasks:
            return "finished"
        return "partial" if self.done else "missing"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--commands", action="store_true", help="print the command of each unfinished run")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    """0 when all is finished, 1 when something is left to run."""
    import shlex

    from reasoningbank import experiments

    words = experiments.runs(overrides)
    plans = [planned(one) for one in words]
    if given.commands:
        for one, plan in zip(words, plans, strict=True):
            if plan.state != "finished":
                print(shlex.join(["rb", "run", *one]))
    else:
        show(plans)
    return 0 if all(plan.state == "finished" for plan in plans) else 1


def planned(words: list[str]) -> Planned:
    """How far one run is, from its directory alone. Raises `UserError` for a mistake in the words."""
    from reasoningbank.compose import compose
    from reasoningbank.core.errors import UserError
    from reasoningbank.run import expected, intended_tasks, run_dir
    from reasoningbank.runner.rundir import RunDir

    config = compose(words)
    folder = run_dir(config)
    lines = RunDir(folder).ledger().values() if folder.exists() else ()
    done = sum(line["outcome"] != "infrastructure_error" for line in lines)
    try:
        tasks = intended_tasks(config)
    except UserError:  # its data is not here
        return Planned(config, folder, None, done, None)
    left = max(tasks - done, 0)
    if not left or config.llm.provider != "litellm":
        return Planned(config, folder, tasks, done, 0.0)
    try:
        cost = expected(config, left).cost
    except UserError:  # a benchmark of one's own: nobody knows its prompts
        cost = None
    return Planned(config, folder, tasks, done, cost)


def show(plans: list[Planned]) -> None:
    from rich.console import Console
    from rich.table import Table

    from reasoningbank.runner.naming import method_name

    table = Table(caption="prices: of what is not done yet; `rb estimate` shows how they are reckoned")
    table.add_column("run", overflow="fold")
    for column in ("done", "state", "price"):
        table.add_column(column, justify="left" if column == "state" else "right", no_wrap=True)
    for plan in plans:
        config, tasks = plan.config, "?" if plan.tasks is None else str(plan.tasks)
        where = f"{config.benchmark.name}/{config.benchmark.subset} {config.llm.model or config.llm.provider}"
        run = f"{where} {method_name(config)} seed{config.seed}"
        table.add_row(run, f"{plan.done}/{tasks}", plan.state, _dollars(plan.cost))
    console = Console(highlight=False)
    console.print(table)
    console.print(_sum(plans))


def _sum(plans: list[Planned]) -> str:
    states = [plan.state for plan in plans]
    told = (
        f"{states.count(state)} {state}" for state in ("finished", "partial", "missing") if state in states
    )
    known = [plan.cost for plan in plans if plan.cost is not None]
    unknown = "" if len(known) == len(plans) else " and what is unknown"
    return f"{len(plans)} runs: {', '.join(told)}; still to pay: {_dollars(sum(known))}{unknown}"


def _dollars(cost: float | None) -> str:
    return "unknown" if cost is None else f"${cost:,.2f}"
