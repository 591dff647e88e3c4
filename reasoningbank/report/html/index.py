"""What the task browser knows at once: runs, tasks, and one short line a task and run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd

from reasoningbank.report.frame import LOST
from reasoningbank.report.pairs import deviating


def index(frame: pd.DataFrame, runs: Sequence[Path], out: Path) -> dict[str, Any]:
    """Runs, tasks and lines.

    A line: task, position, state, score, verdict, steps, rollouts, won, retrieved, items.
    """
    tasks = {key: place for place, key in enumerate(frame["task"].unique())}
    first = frame.drop_duplicates("task").set_index("task")
    return {
        "runs": [_run(frame[frame["run"] == str(run)], run, out, tasks) for run in runs],
        "tasks": [
            {
                "id": first.loc[key, "task_id"],
                "subset": first.loc[key, "subset"],
                "family": first.loc[key, "family"],
            }
            for key in tasks
        ],
    }


def _run(rows: pd.DataFrame, run: Path, out: Path, tasks: dict[str, int]) -> dict[str, Any]:
    one = rows.iloc[0]
    place = f"{one['benchmark']}/{one['subset']}/"
    return {
        "group": f"{one['benchmark']}/{'+'.join(sorted(rows['subset'].unique()))} · {one['backbone']}",
        "label": f"{one['arm']}{deviating(one['deviations'])}",
        "seed": int(one["seed"]),
        "folder": link(run, out),
        "lines": _lines(rows, tasks, place),
    }


def _lines(rows: pd.DataFrame, tasks: dict[str, int], place: str) -> list[list[Any]]:
    rollouts = rows.groupby("task")["rollout"].count()
    won = (rows["score"] >= 1).groupby(rows["task"]).sum()
    chosen = rows[rows["drawn"] == 1].sort_values("position")
    return [
        [
            tasks[task],
            int(position),
            "lost" if outcome == LOST else str(outcome),
            None if pd.isna(score) else round(float(score), 4),
            verdict,
            int(steps),
            int(rollouts[task]),
            int(won[task]),
            [tasks[key] for past in retrieved.split(";") if (key := place + past) in tasks],
            int(items),
        ]
        for task, position, outcome, score, verdict, steps, retrieved, items in zip(
            *(
                chosen[name]
                for name in ("task", "position", "outcome", "score", "verdict", "steps", "retrieved", "items")
            ),
            strict=True,
        )
    ]


def link(target: Path, out: Path) -> str:
    """A relative address that works from disk."""
    return quote(os.path.relpath(target, out).replace(os.sep, "/"))
