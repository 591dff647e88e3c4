"""Reading a run directory back: one prediction a task, as pass@1 counts it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from envs.swebench.config import SWEBenchConfig
from envs.swebench.patch import normalised
from reasoningbank.core.errors import UserError


@dataclass(frozen=True)
class Prediction:
    """One rollout of the run. `score` is None where it was not graded."""

    instance_id: str
    rollout: int
    patch: str
    outcome: str
    score: float | None
    trajectory: dict[str, Any]


@dataclass(frozen=True)
class FinishedRun:
    """`lost` are the tasks that the world failed: no prediction is made of them."""

    folder: Path
    name: str
    config: SWEBenchConfig
    predictions: tuple[Prediction, ...]
    lost: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> FinishedRun:
        """Raises `UserError` when the folder is no run of SWE-bench."""
        try:
            settings = yaml.safe_load((folder / "config.yaml").read_text())
            rows = list(csv.DictReader((folder / "results.csv").read_text().splitlines()))
        except FileNotFoundError as error:
            raise UserError(
                f"there is no {Path(str(error.filename)).name}", str(folder), "give a run directory (…/seed0)"
            ) from error
        if settings["benchmark"]["name"] != "swebench":
            raise UserError("this is no run of SWE-bench", str(folder), "give one of benchmark=swebench/…")
        config = SWEBenchConfig.model_validate(settings["benchmark"])
        wanted = [row for row in rows if row.get("drawn", "1") == "1"]
        lost = {row["task_id"] for row in rows} - {row["task_id"] for row in wanted if _kept(row)}
        predictions = tuple(_predictions(folder, wanted))
        return cls(folder, _name(settings), config, predictions, tuple(sorted(lost)))


def _predictions(folder: Path, rows: list[dict[str, str]]) -> Iterator[Prediction]:
    for row in rows:
        if not _kept(row):
            continue
        path = folder / "tasks" / row["task_id"] / f"rollout-{row['rollout']}.json"
        trajectory = json.loads(path.read_text())
        score = float(row["score"]) if row["score"] else None
        patch = normalised(trajectory["response"])
        yield Prediction(row["task_id"], int(row["rollout"]), patch, row["outcome"], score, trajectory)


def _kept(row: dict[str, str]) -> bool:
    return row["outcome"] != "infrastructure_error"


def _name(settings: dict[str, Any]) -> str:
    """Model and memory, as the leaderboard shows a submission."""
    llm = settings["llm"]
    model = str(llm.get("model") or llm["provider"]).replace("/", "_")
    return f"{settings['benchmark']['agent']}_{model}_{settings['memory']['name']}"
