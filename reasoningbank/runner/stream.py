"""The learning stream: waves of tasks that see the same bank (DESIGN.md, "wave").

For each wave: retrieve for every task, roll out, judge, extract, then consolidate and commit in task
order, whatever finished first. Wave size 1 is the paper's stream.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import TypeAdapter

from reasoningbank.core.protocols import Memory
from reasoningbank.core.types import Experience, Outcome, Retrieval, Task
from reasoningbank.runner.checkpoint import restore, snapshot
from reasoningbank.runner.progress import Progress
from reasoningbank.runner.records import (
    read_retrieval,
    read_rollouts,
    result_rows,
    rollout_files,
    task_files,
    to_csv,
)
from reasoningbank.runner.rollout import RolloutResult
from reasoningbank.runner.rundir import RunDir, to_json
from reasoningbank.runner.wave import Finished, Place, WaveWork

_EXPERIENCES = TypeAdapter(tuple[Experience, ...])
_RETRIEVAL = TypeAdapter(Retrieval)


class Stream:
    """One ordered pass over the tasks with one bank. `run` resumes where the ledger ends.

    `before_wave` is called with the number of each wave, before anything of it is paid: it may stop
    the run by raising. With `learns=False` the bank stays as it is (frozen protocol).
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        wave_size: int,
        memory: Memory,
        work: Callable[[Callable[[Place, Retrieval, RolloutResult], None]], WaveWork],
        folder: RunDir,
        progress: Progress,
        backbone: str,
        seed: int,
        learns: bool = True,
        before_wave: Callable[[int], None] = lambda wave: None,
        after_task: Callable[[Finished], None] = lambda finished: None,
    ) -> None:
        self._places = [Place(task, i, i // wave_size) for i, task in enumerate(tasks)]
        self._memory = memory
        self._work = work(self._keep)
        self._folder = folder
        self._progress = progress
        self._backbone, self._seed, self._learns = backbone, seed, learns
        self._before_wave, self._after_task = before_wave, after_task

    def run(self, retry: str = "infrastructure") -> None:
        """Runs whatever is not yet committed. What the world spoilt is tried again (`runner.retry`)."""
        done = self._done(retry)
        lines = len(self._folder.read_lines("ledger.jsonl"))
        self._commits = restore(self._folder, self._memory) if self._learns else lines
        self._progress.begin(self._places, done)
        pending = [place for place in self._places if place.task.id not in done]
        try:
            for wave in sorted({place.wave for place in pending}):
                self._before_wave(wave)
                self._run_wave([place for place in pending if place.wave == wave])
        finally:
            self.write_results()

    def write_results(self) -> None:
        """`results.csv` and `pool.json`, made anew from the ledger and the bank."""
        lines = self._folder.ledger().values()
        rows = [{**row, "backbone": self._backbone} for line in lines for row in line["rows"]]
        self._folder.write_text("results.csv", to_csv(rows))
        self._write_pool()

    def _done(self, retry: str) -> dict[str, dict[str, Any]]:
        """Committed tasks that stay as they are."""
        lines = self._folder.ledger()
        lost = [line for line in lines.values() if line["outcome"] == Outcome.INFRASTRUCTURE_ERROR]
        if retry == "none" or not lost:
            return lines
        if retry == "all":
            # everything from the first loss on saw a bank that lacked something
            self._folder.rewind(min(line["wave"] for line in lost))
            return self._folder.ledger()
        return {task_id: line for task_id, line in lines.items() if line not in lost}

    def _run_wave(self, places: Sequence[Place]) -> None:
        retrievals = {p.task.id: self._memory.retrieve(p.task, p.wave) for p in places}
        kept = {p.task.id: self._kept(p.task, retrievals[p.task.id]) for p in places}
        finished = self._work.run(places, retrievals, kept)
        for place in places:  # task order, whatever finished first
            self._commit(finished[place.task.id])

    def _keep(self, place: Place, retrieval: Retrieval, result: RolloutResult) -> None:
        """A rollout that others still wait for, so that a crash does not cost it."""
        if result.score is not None:
            told = {"retrieval": _RETRIEVAL.dump_python(retrieval, mode="json")}
            files = {**rollout_files(result), "memory.json": to_json(told).encode()}
            self._folder.keep(place.task.id, files)

    def _kept(self, task: Task, retrieval: Retrieval) -> dict[int, RolloutResult]:
        """Scored rollouts of an unfinished task, if they were made under the same memory."""
        found: dict[int, RolloutResult] = {}
        for folder in self._folder.unfinished(task.id):
            if read_retrieval(folder) == retrieval:
                found |= read_rollouts(folder)
        return found

    def _commit(self, finished: Finished) -> None:
        place, experiences = finished.place, finished.extraction.experiences
        rows = result_rows(finished, self._seed)
        outcome = Outcome.INFRASTRUCTURE_ERROR if finished.lost else rows[0]["outcome"]
        line = {
            "task_id": place.task.id,
            "position": place.position,
            "wave": place.wave,
            "outcome": str(outcome),
            "detail": "; ".join(finished.failures) or finished.results[0].trajectory.detail,
            "experiences": _EXPERIENCES.dump_python(experiences, mode="json"),
            "rows": rows,
        }
        self._folder.commit_task(place.task.id, task_files(finished), line)
        self._commits += 1
        if self._learns and not finished.lost:
            if feedback := getattr(self._memory, "feedback", None):
                feedback(finished.retrieval, finished.episode)
            self._memory.consolidate(experiences)
        if self._folder.pool_is_due():
            self._write_pool()
        self._progress.committed(finished, rows)
        self._after_task(finished)

    def _write_pool(self) -> None:
        self._folder.write_json("pool.json", snapshot(self._memory, self._backbone, self._commits))
