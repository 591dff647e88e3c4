"""The work of one wave: k rollouts of every task, then what is learnt from them, as they finish."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from typing import Any

from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.protocols import Memory
from reasoningbank.core.types import Attempt, Episode, Extraction, Retrieval, Selection, Task
from reasoningbank.llm.context import bind
from reasoningbank.matts.learn import learn
from reasoningbank.matts.select import Selector
from reasoningbank.runner.engine import Engine
from reasoningbank.runner.rollout import RolloutResult


@dataclass(frozen=True)
class Place:
    """A task and where it stands in the stream. The wave follows from the position alone."""

    task: Task
    position: int
    wave: int


@dataclass(frozen=True)
class Finished:
    """All that became of one task: its rollouts in order, what was learnt, which one was picked."""

    place: Place
    retrieval: Retrieval
    results: tuple[RolloutResult, ...]
    extraction: Extraction = field(default_factory=Extraction)
    selection: Selection | None = None
    spoilt: str = ""  # what the world did to selection or extraction

    @property
    def failures(self) -> list[str]:
        """What the world did. The task then does not count, whatever its other rollouts did."""
        told = [result.trajectory.detail for result in self.results if result.failed]
        return [*told, self.spoilt] if self.spoilt else told

    @property
    def lost(self) -> bool:
        return bool(self.failures)

    @property
    def episode(self) -> Episode:
        """What a memory method is shown of it: no score."""
        attempts = [
            Attempt(result.trajectory, result.verdict)
            for result in self.results
            if result.verdict is not None and not result.failed
        ]
        place = self.place
        return Episode(place.task, self.retrieval, tuple(attempts), place.wave, place.position)


@dataclass(frozen=True)
class Learner:
    """Selection and extraction, once all rollouts of a task are judged. Calls models only."""

    memory: Memory
    selector: Selector | None = None
    aggregate: bool = False
    learns: bool = True

    def finish(self, rolled: Finished) -> Finished:
        """A failing world here spoils the task: it is tried again with its rollouts kept."""
        if rolled.lost:
            return rolled
        try:
            with bind(rolled.place.task.id):
                selection = self._select(rolled)
                extraction = Extraction()
                if self.learns and rolled.episode.attempts:
                    extraction = learn(self.memory, rolled.episode, self.aggregate)
        except InfrastructureError as error:
            return replace(rolled, spoilt=str(error) or type(error).__name__)
        return replace(rolled, extraction=extraction, selection=selection)

    def _select(self, rolled: Finished) -> Selection | None:
        if self.selector is None:
            return None
        return self.selector.select(rolled.place.task, [result.trajectory for result in rolled.results])


Keep = Callable[[Place, Retrieval, RolloutResult], None]


@dataclass(frozen=True)
class WaveWork:
    """Runs the places of one wave. `keep` is told of each rollout that others still wait for."""

    engine: Engine
    threads: Executor
    learner: Learner
    rollouts: int
    keep: Keep

    def run(
        self,
        places: Sequence[Place],
        retrievals: Mapping[str, Retrieval],
        kept: Mapping[str, Mapping[int, RolloutResult]],
    ) -> dict[str, Finished]:
        """By task id. A task's extraction starts as soon as its own rollouts are judged."""
        results = {p.task.id: dict(kept.get(p.task.id, {})) for p in places}
        rolling: dict[Future[Any], tuple[Place, int]] = {
            self.engine.submit(p.task, retrievals[p.task.id].text, i): (p, i)
            for p in places
            for i in range(self.rollouts)
            if i not in results[p.task.id]
        }
        finishing: dict[Future[Any], Place] = {}
        finished: dict[str, Finished] = {}

        def finish_if_whole(place: Place) -> None:
            done = results[place.task.id]
            if len(done) == self.rollouts:
                ordered = tuple(done[i] for i in range(self.rollouts))
                rolled = Finished(place, retrievals[place.task.id], ordered)
                finishing[self.threads.submit(self.learner.finish, rolled)] = place

        for place in places:
            finish_if_whole(place)
        try:
            while rolling or finishing:
                done, _ = wait({*rolling, *finishing}, return_when=FIRST_COMPLETED)
                for future in done:
                    if future in finishing:
                        finished[finishing.pop(future).task.id] = future.result()
                        continue
                    place, i = rolling.pop(future)
                    results[place.task.id][i] = result = future.result()
                    if len(places) * self.rollouts > 1:
                        self.keep(place, retrievals[place.task.id], result)
                    finish_if_whole(place)
        except BaseException:
            for future in (*rolling, *finishing):
                future.cancel()
            raise
        return finished
