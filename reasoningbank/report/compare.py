"""Two runs or sets of runs, paired by task (and seed where both have it)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from reasoningbank.core.errors import UserError
from reasoningbank.report.frame import drawn, load_runs, scored
from reasoningbank.report.stats import Difference, McNemar, mcnemar, paired_difference

if TYPE_CHECKING:
    from rich.table import Table

KEYS = ["benchmark", "subset", "seed", "task_id"]
SHOWN = ["won", "steps", "retrieved", "run", "rollout", "family"]


@dataclass(frozen=True)
class Comparison:
    """Success of `second` minus `first`, and the tasks on which they disagree."""

    first: str
    second: str
    tasks: int
    difference: Difference
    test: McNemar
    steps: float
    flips: pd.DataFrame


def compare(first: Path, second: Path) -> Comparison:
    """pass@1 against pass@1. Raises `UserError` when the two have no scored task in common."""
    frames = [_rows(path) for path in (first, second)]
    both = frames[0].merge(frames[1], on=KEYS, suffixes=("_a", "_b"))
    if not len(both):
        raise UserError(
            "the two have no scored task of the same benchmark, subset and seed in common",
            f"{first}: {_what(frames[0])}; {second}: {_what(frames[1])}",
            "compare runs of the same subset and seed",
        )
    index = pd.MultiIndex.from_frame(both[KEYS])
    won = [both[f"won_{side}"].astype(float).set_axis(index) for side in ("a", "b")]
    family = both["family_a"].astype(str).set_axis(index)
    return Comparison(
        str(first),
        str(second),
        len(both),
        paired_difference(won[1] - won[0], family),
        mcnemar(won[1].astype(bool), won[0].astype(bool)),
        float((both["steps_b"] - both["steps_a"]).mean()),
        both[both["won_a"] != both["won_b"]].sort_values(["won_b", *KEYS]),
    )


def told(found: Comparison) -> str:
    """The comparison in three lines."""
    d, test = found.difference, found.test
    between = "" if d.low is None or d.high is None else f" [{100 * d.low:+.1f}, {100 * d.high:+.1f}]"
    gained = int(found.flips["won_b"].sum())
    return (
        f"{found.second}\n  against {found.first}\n"
        f"  on {found.tasks} tasks: {100 * d.value:+.1f} points{between}, gained {gained}, "
        f"lost {len(found.flips) - gained}, exact McNemar p = {test.p:.3f}, {found.steps:+.2f} steps"
    )


def flips_table(found: Comparison) -> Table:
    """One row a flipped task: which way, what was retrieved, both trajectories' files."""
    from rich.table import Table
    from rich.text import Text

    table = Table(show_lines=True)
    for column in ("task", "flip", "retrieved", "trajectories"):
        table.add_column(column, overflow="fold")
    for _, row in found.flips.iterrows():
        way = "lost → won" if row["won_b"] else "won → lost"
        seen = "\n".join(
            f"{side}: {row[f'retrieved_{end}'] or 'nothing'}" for side, end in (("1", "a"), ("2", "b"))
        )
        files = "\n".join(_file(row, end) for end in ("a", "b"))
        table.add_row(*map(Text, (str(row["task_id"]), way, seen, files)))
    return table


def _rows(path: Path) -> pd.DataFrame:
    rows = scored(drawn(load_runs(path)))
    rows = rows.assign(won=rows["score"] >= 1, retrieved=rows["retrieved"].fillna("").astype(str))
    return rows.drop_duplicates(KEYS)[[*KEYS, *SHOWN]]


def _file(row: pd.Series[str], end: str) -> str:
    return f"{_short(Path(row[f'run_{end}']))}/tasks/{row['task_id']}/rollout-{row[f'rollout_{end}']}.json"


def _short(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _what(rows: pd.DataFrame) -> str:
    return (
        ", ".join(
            sorted(
                f"{b}/{s} seed {n}"
                for b, s, n in set(zip(rows["benchmark"], rows["subset"], rows["seed"], strict=True))
            )
        )
        or "nothing scored"
    )
