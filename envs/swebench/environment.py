"""The world of one rollout: a sandbox with the checkout, and the grade of what was handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from envs.swebench import patch as patches
from envs.swebench.bounded import Finished
from envs.swebench.config import SWEBenchConfig
from envs.swebench.grading.grade import Grade, Grader
from envs.swebench.rows import Row
from envs.swebench.sandboxes import TESTBED, Sandbox
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Observation, Score, Task

OpenSandbox = Callable[[Row], Sandbox]


@dataclass(frozen=True)
class CommandOutput(Observation):
    """What a command printed; after the submission the patch. `stopped` says why it was killed."""

    returncode: int = 0
    stopped: str = ""
    timed_out: bool = False


class SWEEnvironment:
    """Thread-safe against others of its kind. `grader` None grades nothing: then there is no score."""

    def __init__(
        self,
        config: SWEBenchConfig,
        rows: Mapping[str, Row],
        open_sandbox: OpenSandbox,
        grader: Grader | None,
    ) -> None:
        self._config, self._rows = config, rows
        self._open, self._grader = open_sandbox, grader
        self._sandbox: Sandbox | None = None
        self._row: Row | None = None
        self._patch = ""

    def reset(self, task: Task) -> CommandOutput:
        """A fresh sandbox with the instance's checkout at its base commit."""
        self.close()
        self._row, self._patch = self._rows[task.id], ""
        self._sandbox = self._open(self._row)
        return CommandOutput("", TESTBED)

    def step(self, action: str) -> CommandOutput:
        """Runs one command. A submission (v1: whatever its exit code; v2: only 0) ends the work."""
        if self._sandbox is None:
            raise InfrastructureError("step: there is no sandbox")
        done = self._sandbox.run(action, self._config.command_seconds)
        patch = patches.submitted(done.output)
        if patch is not None and not done.stopped and self._counts(done):
            self._patch = patch
            return CommandOutput(patch, TESTBED, terminated=True, returncode=done.returncode)
        return CommandOutput(
            _shown(done), TESTBED, _error(done), False, None, done.returncode, done.stopped, done.timed_out
        )

    def score(self) -> Score | None:
        """The grade of the patch that was handed in; none is 0, an empty one too, without being graded.

        None when this run grades nothing (`benchmark.grading=none` or `sb_cli`).
        """
        assert self._row is not None
        # the agent is done: its sandbox must not hold memory and disk while tests run
        self.close()
        if self._grader is None:
            return None
        if not self._patch:
            return self._scored(Grade(False, False, "no patch was handed in", ""))
        return self._scored(self._grader.grade(self._row, self._patch))

    def close(self) -> None:
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

    def _counts(self, done: Finished) -> bool:
        return self._config.agent == "mini_v1" or done.returncode == 0

    def _scored(self, grade: Grade) -> Score:
        metrics = {
            "patch_applied": float(grade.applied),
            "empty_patch": float(not self._patch),
            "edits_tests": float(patches.edits_tests(self._patch)),
        }
        detail = f"{grade.detail} ({grade.label})" if grade.label else grade.detail
        return Score(float(grade.resolved), detail, metrics)


def _shown(done: Finished) -> str:
    """v1 has words of its own for a time limit, and none for other reasons to kill a command."""
    return f"{done.output}\n[{done.stopped}]" if done.stopped and not done.timed_out else done.output


def _error(done: Finished) -> str:
    if done.stopped:
        return done.stopped
    return f"exit status {done.returncode}" if done.returncode else ""
