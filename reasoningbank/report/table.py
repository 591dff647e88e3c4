"""The end of a run: a table in the shape of the paper's Table 1, the first items, where to look."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from reasoningbank.report.frame import LOST, drawn, load_run, scored
from reasoningbank.report.pairs import pairs
from reasoningbank.report.stats import paired_difference
from reasoningbank.report.tables.cells import rate_cell
from reasoningbank.report.tables.plain import interval, rate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

ITEMS_SHOWN = 3


def print_summary(folders: Sequence[Path], console: Console | None = None) -> None:
    """Prints table, paired comparison, first memory items and paths for one or several runs."""
    from rich.console import Console

    console = console or Console(highlight=False)
    frames = [frame for folder in folders if len(frame := load_run(folder))]
    if not frames:
        console.print("No task has been finished yet.")
        return
    frame = pd.concat(frames, ignore_index=True)
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
    """Rows are methods; for each subset the success rate (pass@1), its interval, n, and the mean steps."""
    from rich.table import Table

    table = Table()
    table.add_column("method")
    groups = [tuple(map(str, row)) for row in frame[["benchmark", "subset"]].drop_duplicates().to_numpy()]
    for benchmark, subset in groups:
        table.add_column(f"{benchmark}/{subset}\nSR [95 %]", justify="right")
        table.add_column("n", justify="right")
        table.add_column("steps", justify="right")
    for arm in frame["arm"].unique():
        cells = [str(arm)]
        for benchmark, subset in groups:
            chosen = (frame["arm"] == arm) & (frame["benchmark"] == benchmark)
            cells += _cells(drawn(frame[chosen & (frame["subset"] == subset)]))
        table.add_row(*cells)
    return table


def _cells(rows: pd.DataFrame) -> list[str]:
    graded = scored(rows)
    lost = int((rows["outcome"] == LOST).sum())
    intended = int(rows.groupby("run")["intended"].first().sum()) if len(rows) else 0
    counted = f"{len(graded)}/{intended}" if len(graded) != intended else str(intended)
    if lost:
        counted += f" ({lost} lost to infrastructure)"
    if ungraded := len(rows) - len(graded) - lost:
        counted += f" ({ungraded} not graded yet)"
    return [rate(rate_cell(rows)), counted, f"{graded['steps'].mean():.1f}" if len(graded) else "–"]


def _print_judge(frame: pd.DataFrame, console: Console) -> None:
    from reasoningbank.report.metrics import judge_agreement

    found = judge_agreement(scored(frame))
    rate = found["accuracy"]
    if rate["n"]:
        console.print(
            f"\nJudge against score: {rate['percent']:.1f} % right of {rate['n']} "
            f"({found['false_successes']} false successes, {found['false_failures']} false failures, "
            f"{found['unreadable']} unreadable)"
        )


def _print_pairs(frame: pd.DataFrame, console: Console) -> None:
    """Every method against `none` on the same tasks, one line a seed."""
    for pair in pairs(frame):
        for seed in pair.seeds:
            one = replace(pair, rows=_of_seed(pair.rows, seed), base=_of_seed(pair.base, seed))
            delta, found = one.differences(), pair.test(seed)
            points = paired_difference(100 * delta["won"], delta["cluster"])
            console.print(
                f"{pair.arm} − none on {found.n} tasks of {pair.benchmark}/{pair.subset}, seed {seed}: "
                f"{points.value:+.1f}{interval(points.low, points.high, '+.1f')} points "
                f"(won {found.only_first}, lost {found.only_second}, exact McNemar p = {found.p:.3f}), "
                f"{delta['steps'].mean():+.2f} steps",
                markup=False,
            )


def _of_seed(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    return rows[rows["seed"] == seed]


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
