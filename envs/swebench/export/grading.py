"""`rb swebench grade`: grades for a run that handed out predictions only. The run itself stays as it is."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from envs.swebench.benchmark import SWEBench
from envs.swebench.export.run import FinishedRun
from envs.swebench.sandboxes import choose
from reasoningbank.core.errors import InfrastructureError


def grade(folder: Path, grading: str) -> int:
    """Writes `swebench/grades.json` below the run and prints the count. Raises `UserError`."""
    run = FinishedRun.read(folder)
    config = run.config.model_copy(update={"grading": grading})
    choose.check(config)
    benchmark = SWEBench(config)
    grader = benchmark.grader()
    assert grader is not None
    rows = {row.instance_id: row for row in benchmark.rows}
    console = Console(highlight=False, soft_wrap=True)
    found, failed = {}, 0
    for one in run.predictions:
        if not one.patch:
            continue
        try:
            found[one.instance_id] = grader.grade(rows[one.instance_id], one.patch)
        except InfrastructureError as error:
            failed += 1
            console.print(f"  ? {one.instance_id}: {error}")
            continue
        mark = "✓" if found[one.instance_id].resolved else "✗"
        console.print(f"  {mark} {one.instance_id}: {found[one.instance_id].detail}")
    (folder / "swebench").mkdir(exist_ok=True)
    grades = {name: asdict(value) for name, value in found.items()}
    (folder / "swebench" / "grades.json").write_text(json.dumps(grades, indent=1) + "\n")
    empty = sum(not one.patch for one in run.predictions)
    resolved = sum(value.resolved for value in found.values())
    label = next(iter(found.values())).label if found else grading
    console.print(
        f"{resolved} of {len(run.predictions)} resolved ({label}); {empty} empty, "
        f"{failed} evaluations failed, {len(run.lost)} rollouts lost to the world"
    )
    return int(failed > 0)
