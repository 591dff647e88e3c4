"""How results become files: the per-task logs and the rows of `results.csv`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from reasoningbank.core.types import (
    Extraction,
    ModelCall,
    Purpose,
    Retrieval,
    Score,
    Task,
    Trajectory,
    Usage,
    Verdict,
)
from reasoningbank.runner.rollout import RolloutResult
from reasoningbank.runner.rundir import to_json

BOOKED = (Purpose.ACT, Purpose.JUDGE, Purpose.EXTRACT)
COLUMNS = (
    "task_id",
    "position",
    "wave",
    "subset",
    "site",
    "family",
    "rollout",
    "outcome",
    "score",
    "steps",
    "verdict",
    "infra_failures",
    *(f"{purpose}_{kind}" for purpose in BOOKED for kind in ("calls", "input", "output")),
    "cost",
    "retrieved",
    "similarity",
    "items",
    "items_dropped",
    "backbone",
)


def task_files(
    task: Task, results: list[RolloutResult], retrieval: Retrieval, extraction: Extraction
) -> dict[str, bytes]:
    """Everything under `tasks/<id>/`: prompts and replies, pages, screenshots, verdicts, scores."""
    files = {
        "task.json": _dump(Task, task),
        "memory.json": to_json(
            {"retrieval": _plain(Retrieval, retrieval), "extraction": _plain(Extraction, extraction)}
        ).encode(),
    }
    for result in results:
        i = result.trajectory.rollout
        files[f"rollout-{i}.json"] = _dump(Trajectory, result.trajectory)
        if result.verdict is not None:
            files[f"verdict-{i}.json"] = _dump(Verdict, result.verdict)
        if result.score is not None:
            files[f"score-{i}.json"] = _dump(Score, result.score)
        for step, png in enumerate(result.screenshots):
            files[f"screenshots/rollout-{i}-step-{step:02d}.png"] = png
    return files


def result_row(
    task: Task,
    result: RolloutResult,
    retrieval: Retrieval,
    extraction: Extraction,
    position: int,
    wave: int,
) -> dict[str, Any]:
    """One line of `results.csv`. Holds no time and no price of a retry: a resume gives the same."""
    acting = [call for step in result.trajectory.steps for call in step.calls]
    judging = result.verdict.calls if result.verdict else ()
    # extraction is one for all rollouts of a task: booked on the first
    extracting = extraction.calls if result.trajectory.rollout == 0 else ()
    calls = [*acting, *judging, *extracting]
    experience = extraction.experience
    return {
        "task_id": task.id,
        "position": position,
        "wave": wave,
        "subset": task.subset,
        "site": task.site,
        "family": task.family,
        "rollout": result.trajectory.rollout,
        "outcome": str(result.trajectory.outcome),
        "score": None if result.score is None else result.score.value,
        "steps": len(result.trajectory.steps),
        "verdict": None if result.verdict is None else str(result.verdict.label),
        "infra_failures": len(result.infra_failures) if result.failed else 0,
        **_by_purpose(calls),
        "cost": total(calls).cost,
        "retrieved": ";".join(hit.task_id for hit in retrieval.hits),
        "similarity": ";".join(f"{hit.similarity:.4f}" for hit in retrieval.hits),
        "items": len(experience.items) if experience else 0,
        "items_dropped": extraction.dropped_items,
    }


def total(calls: Iterable[ModelCall]) -> Usage:
    return sum((call.reply.usage for call in calls), Usage())


def to_csv(rows: Iterable[dict[str, Any]]) -> str:
    """Rows in the documented columns; missing values are empty."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _by_purpose(calls: list[ModelCall]) -> dict[str, int]:
    booked: dict[str, int] = {}
    for purpose in BOOKED:
        own = [call for call in calls if call.purpose is purpose]
        usage = total(own)
        booked |= {
            f"{purpose}_calls": len(own),
            f"{purpose}_input": usage.input_tokens,
            f"{purpose}_output": usage.output_tokens,
        }
    return booked


def _plain(kind: Any, value: Any) -> Any:
    return json.loads(TypeAdapter(kind).dump_json(value))


def _dump(kind: Any, value: Any) -> bytes:
    return to_json(_plain(kind, value)).encode()
