"""How results become files: the per-task logs and the rows of `results.csv`."""

from __future__ import annotations

import csv
import functools
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from reasoningbank.core.types import (
    Extraction,
    ModelCall,
    Outcome,
    Purpose,
    Retrieval,
    Score,
    Selection,
    Task,
    Trajectory,
    Usage,
    Verdict,
)
from reasoningbank.matts.select import drawn
from reasoningbank.runner.rollout import RolloutResult
from reasoningbank.runner.rundir import to_json
from reasoningbank.runner.wave import Finished

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
    "drawn",
    "selected",
    "infra_failures",
    *(f"{purpose}_{kind}" for purpose in Purpose for kind in ("calls", "input", "output")),
    "cost",
    "retrieved",
    "similarity",
    "items",
    "items_dropped",
    "backbone",
)


def task_files(finished: Finished) -> dict[str, bytes]:
    """Everything under `tasks/<id>/`: prompts and replies, pages, screenshots, verdicts, scores."""
    learnt = {
        "retrieval": _plain(Retrieval, finished.retrieval),
        "extraction": _plain(Extraction, finished.extraction),
    }
    files = {"task.json": _dump(Task, finished.place.task), "memory.json": to_json(learnt).encode()}
    if finished.selection is not None:
        files["selection.json"] = _dump(Selection, finished.selection)
    for result in finished.results:
        files |= rollout_files(result)
    return files


def rollout_files(result: RolloutResult) -> dict[str, bytes]:
    """One rollout: trajectory, verdict, score, and a PNG a step."""
    i = result.trajectory.rollout
    files = {f"rollout-{i}.json": _dump(Trajectory, result.trajectory)}
    if result.verdict is not None:
        files[f"verdict-{i}.json"] = _dump(Verdict, result.verdict)
    if result.score is not None:
        files[f"score-{i}.json"] = _dump(Score, result.score)
    for step, png in enumerate(result.screenshots):
        files[f"screenshots/rollout-{i}-step-{step:03d}.png"] = png
    return files


def read_rollouts(folder: Path) -> dict[int, RolloutResult]:
    """The rollouts in a task's folder that were scored, by number."""
    found = {}
    for path in sorted(folder.glob("score-*.json")):
        i = int(path.stem.rpartition("-")[2])
        verdict = folder / f"verdict-{i}.json"
        found[i] = RolloutResult(
            _load(Trajectory, folder / f"rollout-{i}.json"),
            _load(Score, path),
            _load(Verdict, verdict) if verdict.exists() else None,
            tuple(png.read_bytes() for png in sorted(folder.glob(f"screenshots/rollout-{i}-step-*.png"))),
        )
    return found


def read_retrieval(folder: Path) -> Retrieval:
    """What was injected into the rollouts of a task."""
    retrieval: Retrieval = _adapter(Retrieval).validate_python(
        json.loads((folder / "memory.json").read_text())["retrieval"]
    )
    return retrieval


def result_rows(finished: Finished, seed: int) -> list[dict[str, Any]]:
    """The lines of `results.csv`, one a rollout. They hold no time: a resume gives the same."""
    stands_for = drawn(seed, finished.place.task.id, len(finished.results))
    return [_row(finished, result, stands_for) for result in finished.results]


def _row(finished: Finished, result: RolloutResult, stands_for: int) -> dict[str, Any]:
    task, trajectory, lost = finished.place.task, result.trajectory, finished.lost
    selection, extraction = finished.selection, finished.extraction
    scored = None if lost or result.score is None else result.score
    calls = _calls(finished, result)
    return {
        "task_id": task.id,
        "position": finished.place.position,
        "wave": finished.place.wave,
        "subset": task.subset,
        "site": task.site,
        "family": task.family,
        "rollout": trajectory.rollout,
        "outcome": str(Outcome.INFRASTRUCTURE_ERROR if lost else trajectory.outcome),
        "score": None if scored is None else scored.value,
        "steps": len(trajectory.steps) + len(trajectory.reviews),
        "verdict": None if lost or result.verdict is None else str(result.verdict.label),
        "drawn": int(trajectory.rollout == stands_for),
        "selected": None if selection is None else int(trajectory.rollout == selection.chosen),
        "infra_failures": len(result.infra_failures) if result.failed else 0,
        **_by_purpose(calls),
        "cost": total(calls).cost,
        "retrieved": ";".join(hit.task_id for hit in finished.retrieval.hits),
        "similarity": ";".join(f"{hit.similarity:.4f}" for hit in finished.retrieval.hits),
        "items": sum(len(experience.items) for experience in extraction.experiences),
        "items_dropped": extraction.dropped_items,
        **(scored.metrics if scored else {}),
    }


def _calls(finished: Finished, result: RolloutResult) -> list[ModelCall]:
    trajectory = result.trajectory
    calls = [call for step in trajectory.steps for call in step.calls]
    calls += [call for review in trajectory.reviews for call in review.calls]
    calls += result.verdict.calls if result.verdict else ()
    if trajectory.rollout == 0:
        # one for all rollouts of a task: booked on the first
        calls += finished.extraction.calls
        calls += finished.selection.calls if finished.selection else ()
    return calls


def total(calls: Iterable[ModelCall]) -> Usage:
    return sum((call.reply.usage for call in calls), Usage())


def to_csv(rows: Iterable[dict[str, Any]]) -> str:
    """Rows in the documented columns, then the benchmark's own; missing values are empty."""
    rows = list(rows)
    metrics = sorted({key for row in rows for key in row} - set(COLUMNS))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, (*COLUMNS, *metrics), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _by_purpose(calls: list[ModelCall]) -> dict[str, int]:
    booked: dict[str, int] = {}
    for purpose in Purpose:
        own = [call for call in calls if call.purpose is purpose]
        usage = total(own)
        booked |= {
            f"{purpose}_calls": len(own),
            f"{purpose}_input": usage.input_tokens,
            f"{purpose}_output": usage.output_tokens,
        }
    return booked


@functools.cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Building one costs more than using it."""
    return TypeAdapter(kind)


def _load(kind: Any, path: Path) -> Any:
    return _adapter(kind).validate_json(path.read_bytes())


def _plain(kind: Any, value: Any) -> Any:
    return json.loads(_adapter(kind).dump_json(value))


def _dump(kind: Any, value: Any) -> bytes:
    return to_json(_plain(kind, value)).encode()
