"""Grading without an engine: the official script in bubblewrap, then the official parser and grader."""

from __future__ import annotations

import functools
import json
import time
from pathlib import Path
from typing import Any

from envs.swebench.grading.grade import LOCAL, Grade, cached, place, read_report
from envs.swebench.library import missing
from envs.swebench.rows import Row
from envs.swebench.sandboxes.bubblewrap import run_in
from envs.swebench.store import Store, Workspace
from reasoningbank.core.errors import InfrastructureError

WAY = "local"
_APPLY_SECONDS = 120
# a test log is evidence: kept whole up to here
_LOG_BYTES = 64_000_000
_TEST_PROCESSES = 4096
# the first command that the script traces: without it the sandbox never ran it
_BEGAN = "+ cd /testbed"
_RESET = "git checkout -- . ; git clean -fd"


class LocalGrader:
    """Each grade on a fresh copy of the prepared instance. Files are named as the official harness's."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store, self._seconds = store, seconds

    def grade(self, row: Row, patch: str) -> Grade:
        return cached(place(self._store, row, patch, WAY), lambda folder: self._grade(row, patch, folder))

    def run(self, row: Row, patch: str) -> Grade:
        """A grade that is computed anew; an empty `patch` grades the untouched checkout."""
        folder = place(self._store, row, patch, f"{WAY}-proof")
        (folder / "grade.json").unlink(missing_ok=True)
        return cached(folder, lambda partial: self._grade(row, patch, partial))

    def _grade(self, row: Row, patch: str, folder: Path) -> Grade:
        began = time.monotonic()
        workspace = self._store.workspace(row, grading=True)
        try:
            resolved, applied, detail = self._evaluate(workspace, row, patch, folder)
        finally:
            workspace.close()
        return Grade(resolved, applied, detail, LOCAL, time.monotonic() - began)

    def _evaluate(self, workspace: Workspace, row: Row, patch: str, folder: Path) -> tuple[bool, bool, str]:
        spec = official().make_test_spec(row.official())
        (folder / "patch.diff").write_text(patch)
        (folder / "eval.sh").write_text(spec.eval_script)
        applied, said = _apply(workspace, patch) if patch else (True, "no patch: the untouched checkout")
        (folder / "run_instance.log").write_text(f"{LOCAL}\n{said}\n")
        if not applied:
            return False, False, "the patch could not be applied"
        (workspace.root / "eval.sh").write_text(spec.eval_script)
        ran = run_in(
            workspace,
            ["/bin/bash", "/eval.sh"],
            self._seconds,
            max_bytes=_LOG_BYTES,
            max_processes=_TEST_PROCESSES,
        )
        if _BEGAN not in ran.output:
            raise InfrastructureError(f"the evaluation script did not start: {ran.output[-300:]}")
        log = folder / "test_output.txt"
        log.write_text(ran.output + (f"\n\nTimeout error: {ran.stopped}." if ran.stopped else ""))
        if ran.timed_out:
            return False, True, f"the tests did not end within {self._seconds:g} seconds"
        report = official().report(spec, row.instance_id, patch, log)
        (folder / "report.json").write_text(json.dumps(report, indent=4))
        return read_report(report[row.instance_id])


def _apply(workspace: Workspace, patch: str) -> tuple[bool, str]:
    """The official attempts in their order, the tree reset between them."""
    (workspace.root / "tmp" / "patch.diff").write_text(patch)
    said = ""
    for attempt, command in enumerate(official().apply_commands):
        if attempt:
            _shell(workspace, _RESET)
        done = _shell(workspace, f"{command} /tmp/patch.diff")
        said += f"$ {command}\n{done.output}"
        if not done.returncode:
            return True, f"{said}>>>>> Applied Patch"
    # the attempts can leave it applied although each ended with an error
    if not _shell(workspace, "git apply --check --reverse /tmp/patch.diff").returncode:
        return True, f"{said}>>>>> Applied Patch: verified already applied"
    return False, f"{said}>>>>> Patch Apply Failed"


def _shell(workspace: Workspace, command: str) -> Any:
    return run_in(workspace, ["/bin/bash", "-c", command], _APPLY_SECONDS)


class _Official:
    """The functions of swebench that are used."""

    def __init__(self) -> None:
        try:
            from swebench.harness.grading import get_eval_report
            from swebench.harness.run_evaluation import GIT_APPLY_CMDS
            from swebench.harness.utils import make_test_spec
        except ImportError as error:
            raise missing(error) from error
        self.make_test_spec: Any = make_test_spec
        self.apply_commands: list[str] = GIT_APPLY_CMDS
        self._get_eval_report: Any = get_eval_report

    def report(self, spec: Any, instance_id: str, patch: str, log: Path) -> dict[str, Any]:
        prediction = {"instance_id": instance_id, "model_name_or_path": "harness", "model_patch": patch}
        found: dict[str, Any] = self._get_eval_report(spec, prediction, str(log), True)
        return found


@functools.cache
def official() -> _Official:
    """Imported at the first grade: it takes seconds. Raises `UserError` when swebench is not installed."""
    return _Official()
