"""The end of a run: a table in the shape of the paper's Table 1, the first items, where to look."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from reasoningbank.report.frame import load_run
from reasoningbank.report.metrics import Rate, paired, wilson

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

ITEMS_SHOWN = 3


def print_summary(folders: Sequence[Path], console: Console | None = None) -> None:
    """Prints table, paired comparison, first memory items and paths for one or several runs."""
    from rich.console import Console

    console = console or Console(highlight=False)
    frame = pd.concat([load_run(folder) for folder in folders], ignore_index=True)
    for backbone in frame["backbone"].unique():
        console.print()
        console.print(f"Success rate (SR, %) and mean steps · backbone: {backbone}", style="bold")
        console.print(success_table(frame[frame["backbone"] == backbone]))
    _print_judge(frame, console)
    _print_pairs(frame, console)
    for folder in folders:
        _print_items(folder, console)
    console.print("\nWhere to look", style="bold")
    for folder in folders:
        console.print(f"  {_short(folder)}", soft_wrap=True, markup=False)
    console.print("    results.csv, summary.json, pool.json (the bank), usage.jsonl (every model call)")
    console.print("    tasks/<id>/ (prompts, replies, pages, screenshots, verdicts, memory)")


def success_table(frame: pd.DataFrame) -> Table:
    """Rows are methods; for each subset the success rate, its interval, n, and the mean steps."""
    from rich.table import Table

    table = Table()
    table.add_column("method")
    groups = [tuple(map(str, row)) for row in frame[["benchmark", "subset"]].drop_duplicates().to_numpy()]
    for benchmark, subset in groups:
        table.add_column(f"{benchmark}/{subset}\nSR [95 %]", justify="right")
        table.add_column("n", justify="right")
        table.add_column("steps", justify="right")
    for method in frame["memory"].unique():
        cells = [str(method)]
        for benchmark, subset in groups:
            chosen = (frame["memory"] == method) & (frame["benchmark"] == benchmark)
            cells += _cells(frame[chosen & (frame["subset"] == subset)])
        table.add_row(*cells)
    return table


def _cells(rows: pd.DataFrame) -> list[str]:
    scored = rows[rows["outcome"] != "infrastructure_error"]
    lost = len(rows) - len(scored)
    intended = int(rows.groupby("run")["intended"].first().sum()) if len(rows) else 0
    rate = wilson(int((scored["score"] >= 1).sum()), len(scored))
    counted = f"{len(scored)}/{intended}" if len(scored) != intended else str(intended)
    if lost:
        counted += f" ({lost} lost to infrastructure)"
    return [_percent(rate), counted, f"{scored['steps'].mean():.1f}" if len(scored) else "–"]


def _percent(rate: Rate) -> str:
    return "–" if rate.percent is None else f"{rate.percent:.1f} [{rate.low:.0f}–{rate.high:.0f}]"


def _print_judge(frame: pd.DataFrame, console: Console) -> None:
    from reasoningbank.report.metrics import judge_agreement

    scored = frame[frame["outcome"] != "infrastructure_error"]
    found = judge_agreement(scored)
    rate = found["accuracy"]
    if rate["n"]:
        console.print(
            f"\nJudge against score: {rate['percent']:.1f} % right of {rate['n']} "
            f"({found['false_successes']} false successes, {found['false_failures']} false failures, "
            f"{found['unreadable']} unreadable)"
        )


def _print_pairs(frame: pd.DataFrame, console: Console) -> None:
    """Every method against `none`, on the same tasks of the same seed and backbone."""
    for keys, group in frame.groupby(["benchmark", "subset", "backbone", "seed"], sort=False):
        base = group[group["memory"] == "none"]
        for method in group["memory"].unique():
            found = paired(group[group["memory"] == method], base) if method != "none" else None
            if found:
                console.print(
                    f"{method} − none on {found.n} tasks of {keys[0]}/{keys[1]}, seed {keys[3]}: "
                    f"{found.difference:+.1f} points "
                    f"(won {found.only_first}, lost {found.only_second}, exact McNemar p = {found.p:.3f}), "
                    f"{found.steps:+.2f} steps"
                )


def _print_items(folder: Path, console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    pool = folder / "pool.json"
    if not pool.exists():
        return
    experiences = json.loads(pool.read_text())["experiences"]
    items = [(past, item) for past in experiences for item in past["items"]]
    if not items:
        return
    console.print(f"\nFirst of {len(items)} memory items in {_short(pool)}", style="bold", soft_wrap=True)
    for past, item in items[:ITEMS_SHOWN]:
        origin = f"task {past['task_id']}, judged {'/'.join(past['labels'])}"
        console.print(f"  {item['title']} ({origin})", markup=False, soft_wrap=True)
        console.print(Padding(Text(item["content"], style="dim"), (0, 0, 0, 4)))


def _short(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
