"""The learning stream: waves of tasks that see the same bank (DESIGN.md, "wave").

For each wave: retrieve for every task, roll out, judge, extract, then consolidate and commit in task
order, whatever finished first. Wave size 1 is the paper's stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Any

from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.protocols import Memory
from reasoningbank.core.types import (
    Attempt,
    Episode,
    Extraction,
    Outcome,
    Retrieval,
    Task,
)
from reasoningbank.llm.budget import RunBudget
from reasoningbank.llm.context import bind
from reasoningbank.runner.progress import Progress
from reasoningbank.runner.records import result_row, task_files, to_csv
from reasoningbank.runner.rollout import RolloutResult, RolloutWorker
from reasoningbank.runner.rundir import RunDir


@dataclass(frozen=True)
class Place:
    """A task and where it stands in the stream. The wave follows from the position alone."""

    task: Task
    position: int
    wave: int


@dataclass(frozen=True)
class Finished:
    """All that became of one task."""

    place: Place
    retrieval: Retrieval
    results: list[RolloutResult]
    extraction: Extraction


class Stream:
    """One ordered pass over the tasks with one bank. `run` resumes where the ledger ends."""

    def __init__(
        self,
        tasks: Sequence[Task],
        wave_size: int,
        memory: Memory,
        worker: RolloutWorker,
        executor: Executor,
        folder: RunDir,
        progress: Progress,
        budget: RunBudget,
    ) -> None:
        self._places = [Place(task, i, i // wave_size) for i, task in enumerate(tasks)]
        self._memory = memory
        self._worker = worker
        self._executor = executor
        self._folder = folder
        self._progress = progress
        self._budget = budget
        self._backbone = worker.llm.label

    def run(self) -> None:
        """Runs whatever is not yet committed. What the world spoilt earlier is tried again.

        Raises `BudgetExceeded` when the run's cost limit is reached; what is done is kept.
        """
        done = self._restore()
        self._progress.begin(self._places, done)
        pending = [place for place in self._places if place.task.id not in done]
        try:
            for wave in sorted({place.wave for place in pending}):
                # between waves only: a task cut short by the run's limit would count as failed
                self._budget.check()
                self._run_wave([place for place in pending if place.wave == wave])
        finally:
            self.write_results()

    def write_results(self) -> None:
        """`results.csv`, made anew from the ledger."""
        lines = self._folder.ledger().values()
        rows = [{**row, "backbone": self._backbone} for line in lines for row in line["rows"]]
        self._folder.write_text("results.csv", to_csv(rows))

    def _restore(self) -> dict[str, dict[str, Any]]:
        """Committed tasks. A pool entry without a ledger line never happened and is dropped."""
        done = {
            task_id: line
            for task_id, line in self._folder.ledger().items()
            if line["outcome"] != Outcome.INFRASTRUCTURE_ERROR
        }
        pool = self._folder.read_json("pool.json")
        if pool is not None:
            pool["experiences"] = [e for e in pool["experiences"] if e["task_id"] in done]
            self._memory.restore(pool)
        return done

    def _run_wave(self, places: Sequence[Place]) -> None:
        retrievals = {p.task.id: self._memory.retrieve(p.task, p.wave) for p in places}
        finished = self._work(places, retrievals)
        for place in places:  # task order, whatever finished first
            self._commit(finished[place.task.id])

    def _work(self, places: Sequence[Place], retrievals: dict[str, Retrieval]) -> dict[str, Finished]:
        """Rolls out and extracts. A task's extraction starts as soon as its rollouts are judged."""
        rolling: dict[Future[Any], Place] = {
            self._executor.submit(self._worker.run, p.task, retrievals[p.task.id].text, 0): p for p in places
        }
        extracting: dict[Future[Any], Finished] = {}
        finished: dict[str, Finished] = {}
        try:
            while rolling or extracting:
                done, _ = wait({*rolling, *extracting}, return_when=FIRST_COMPLETED)
                for future in done:
                    if place := rolling.pop(future, None):
                        half = Finished(place, retrievals[place.task.id], [future.result()], Extraction(None))
                        extracting[self._executor.submit(self._extract, half)] = half
                    else:
                        extracting.pop(future)
                        whole = future.result()
                        finished[whole.place.task.id] = whole
        except BaseException:
            for future in (*rolling, *extracting):
                future.cancel()
            raise
        return finished

    def _extract(self, half: Finished) -> Finished:
        """Runs in a worker. A rollout that the world spoilt is neither judged nor banked."""
        attempts = tuple(
            Attempt(result.trajectory, result.verdict)
            for result in half.results
            if result.verdict is not None and not result.failed
        )
        if not attempts:
            return half
        place = half.place
        episode = Episode(place.task, half.retrieval, attempts, place.wave, place.position)
        try:
            with bind(place.task.id):
                extraction = self._memory.extract(episode)
            return Finished(place, half.retrieval, half.results, extraction)
        except InfrastructureError as error:
            lost = [_spoilt(result, error) for result in half.results]
            return Finished(place, half.retrieval, lost, Extraction(None))

    def _commit(self, finished: Finished) -> None:
        place, extraction = finished.place, finished.extraction
        rows = [
            result_row(place.task, result, finished.retrieval, extraction, place.position, place.wave)
            for result in finished.results
        ]
        if extraction.experience is not None:
            self._memory.consolidate([extraction.experience])
        self._folder.write_json("pool.json", {"backbone": self._backbone, **self._memory.snapshot()})
        failed = all(result.failed for result in finished.results)
        line = {
            "task_id": place.task.id,
            "position": place.position,
            "wave": place.wave,
            "outcome": str(Outcome.INFRASTRUCTURE_ERROR) if failed else rows[0]["outcome"],
            "detail": finished.results[0].trajectory.detail,
            "rows": rows,
        }
        files = task_files(place.task, finished.results, finished.retrieval, extraction)
        self._folder.commit_task(place.task.id, files, line)
        self._progress.committed(place.task, rows, extraction)


def _spoilt(result: RolloutResult, error: InfrastructureError) -> RolloutResult:
    """A finished rollout whose extraction failed with the world: the whole task is tried again."""
    lost = replace(result.trajectory, outcome=Outcome.INFRASTRUCTURE_ERROR, detail=str(error))
    return replace(
        result,
        trajectory=lost,
        score=None,
        verdict=None,
        infra_failures=(*result.infra_failures, str(error)),
    )
