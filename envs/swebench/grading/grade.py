"""A grade, and the cache of grades by patch."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from envs.swebench.patch import digest
from envs.swebench.rows import Row
from envs.swebench.store import Store

LOCAL = "official grader, unofficial environment"
OFFICIAL = "official"


@dataclass(frozen=True)
class Grade:
    """`applied`: the patch could be applied. `label` is how much the grade is worth, in every output."""

    resolved: bool
    applied: bool
    detail: str
    label: str
    seconds: float = 0.0


class Grader(Protocol):
    """Grades one patch; never asked about an empty one."""

    def grade(self, row: Row, patch: str) -> Grade:
        """Raises `InfrastructureError` when the evaluation itself failed."""
        ...


def place(store: Store, row: Row, patch: str, way: str) -> Path:
    """Where a grade and its files lie. By patch, so that a new patch is never given an old grade."""
    return store.grades(row) / f"{way}-{row.fingerprint}-{digest(patch)}"


def cached(folder: Path, compute: Callable[[Path], Grade]) -> Grade:
    """The grade in `folder`, or the one that `compute` makes, its files put there whole."""
    try:
        return Grade(**json.loads((folder / "grade.json").read_text()))
    except (FileNotFoundError, ValueError):
        pass
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{os.getpid()}-", dir=folder.parent))
    try:
        grade = compute(partial)
        (partial / "grade.json").write_text(json.dumps(asdict(grade), indent=1) + "\n")
        shutil.rmtree(folder, ignore_errors=True)
        partial.rename(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return grade


def read_report(report: dict[str, Any]) -> tuple[bool, bool, str]:
    """Resolved, applied and the counts of tests, from one instance of an official report."""
    if "tests_status" not in report:
        why = report.get("infra_failure_reason", "its output could not be read")
        return False, True, f"the test run gave no result: {why}"
    counts = {
        kind: (len(found["success"]), len(found["success"]) + len(found["failure"]))
        for kind, found in report["tests_status"].items()
        if kind in ("FAIL_TO_PASS", "PASS_TO_PASS")
    }
    words = ", ".join(f"{kind} {passed}/{total}" for kind, (passed, total) in counts.items())
    return bool(report["resolved"]), True, words
