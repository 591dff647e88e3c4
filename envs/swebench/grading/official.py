"""Official grading: swebench's own command in a process of its own, which starts the instance's image."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from envs.swebench.grading.grade import OFFICIAL, Grade, cached, place, read_report
from envs.swebench.rows import Row
from envs.swebench.store import Store
from reasoningbank.core.errors import InfrastructureError

RUN, MODEL = "harness", "harness"
# beyond the tests' own limit: pulling the image, starting the container
_GRACE_SECONDS = 3600
KEPT = ("patch.diff", "report.json", "test_output.txt", "eval.sh", "run_instance.log")
NOT_APPLIED = ">>>>> Patch Apply Failed"
TIMED_OUT = "Test timed out after"


class OfficialGrader:
    """One evaluation a patch, in an empty folder: swebench never re-evaluates under an old run id."""

    def __init__(self, store: Store, seconds: float, modal: bool = False) -> None:
        self._store, self._seconds, self._modal = store, seconds, modal

    def grade(self, row: Row, patch: str) -> Grade:
        return cached(
            place(self._store, row, patch, OFFICIAL), lambda folder: self._grade(row, patch, folder)
        )

    def _grade(self, row: Row, patch: str, folder: Path) -> Grade:
        began = time.monotonic()
        work = folder / "work"
        work.mkdir()
        try:
            self._run(row, patch, work)
            logs = work / "logs" / "run_evaluation" / RUN / MODEL / row.instance_id
            resolved, applied, detail = read_logs(logs, row.instance_id)
            for name in KEPT:
                if (logs / name).exists():
                    shutil.copy(logs / name, folder / name)
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return Grade(resolved, applied, detail, OFFICIAL, time.monotonic() - began)

    def _run(self, row: Row, patch: str, work: Path) -> None:
        prediction = {"instance_id": row.instance_id, "model_name_or_path": MODEL, "model_patch": patch}
        (work / "predictions.json").write_text(json.dumps([prediction]))
        (work / "rows.json").write_text(json.dumps([row.official()], default=str))
        command = [
            *(sys.executable, "-m", "swebench.harness.run_evaluation", "--dataset_name", "rows.json"),
            *("--predictions_path", "predictions.json", "--run_id", RUN, "--max_workers", "1"),
            *("--timeout", str(int(self._seconds)), *(("--modal", "true") if self._modal else ())),
        ]
        try:
            done = subprocess.run(
                command,
                cwd=work,
                capture_output=True,
                text=True,
                timeout=self._seconds + _GRACE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise InfrastructureError(f"the official evaluation did not end: {error}") from error
        if done.returncode:
            raise InfrastructureError(f"the official evaluation failed: {done.stderr.strip()[-500:]}")


def read_logs(logs: Path, instance_id: str) -> tuple[bool, bool, str]:
    """Resolved, applied and why, from one instance's log folder. Raises `InfrastructureError` without a
    report, unless its log says that it is the patch's doing."""
    if (logs / "report.json").exists():
        return read_report(json.loads((logs / "report.json").read_text())[instance_id])
    log = logs / "run_instance.log"
    said = log.read_text(errors="replace") if log.exists() else ""
    if NOT_APPLIED in said:
        return False, False, "the patch could not be applied"
    if TIMED_OUT in said:
        return False, True, "the tests did not end in time"
    raise InfrastructureError(f"the official evaluation left no report: {said.strip()[-400:]}")
