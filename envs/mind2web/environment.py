"""A recorded visit, replayed: each prediction is judged on the recorded page (teacher forcing).

The recorded actions stay in here. The predictor is shown the true history, as the protocol has it, and
the trajectory that it makes holds its own predictions: judge and memory see those.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from envs.mind2web.actions import parse_whole
from envs.mind2web.config import Mind2WebConfig
from envs.mind2web.metrics import StepScore, score_mindact, score_synapse, task_metrics
from envs.mind2web.pages import Element, PrunedPage
from envs.mind2web.store import RecordedStep, Store
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Observation, Score, Task

GROUP = 5  # candidates of one question of MindAct's tournament


@dataclass(frozen=True)
class Past:
    """A step of the recorded visit, as the history shows it."""

    index: int
    page: str
    action: str  # `CLICK [12]`
    told: str  # "[button]  Search -> CLICK"


@dataclass(frozen=True)
class StepView(Observation):
    """The page of a step. `past` is for the prompt alone: it must not enter a trajectory.

    With `benchmark.trajectory=gold` the last view holds the whole visit, and only then.
    """

    index: int = 0
    past: tuple[Past, ...] = ()
    elements: tuple[Element, ...] = ()
    candidates: tuple[str, ...] = ()  # of MindAct's tournament, shuffled


@dataclass
class _Visit:
    """What has happened so far in one rollout."""

    task: Task
    steps: Sequence[RecordedStep]
    scores: dict[int, StepScore] = field(default_factory=dict)
    predicted: dict[int, str] = field(default_factory=dict)
    at: int = 0


class Mind2WebEnvironment:
    """Steps whose target the ranker does not offer are passed over: they count 0 and cost nothing."""

    def __init__(self, path: Path, config: Mind2WebConfig) -> None:
        self._path, self._config = path, config
        self._opened: Store | None = None
        self._visit: _Visit | None = None
        self._pages: dict[int, PrunedPage] = {}
        self._past: dict[int, PrunedPage] = {}

    def reset(self, task: Task) -> StepView:
        """The first page that a prediction is asked for on; terminated when there is none."""
        with self._reading():
            steps = self._store.steps(task.id)
            if not steps:
                raise InfrastructureError(f"the data holds no task {task.id}")
            if self._config.protocol == "synapse":
                self._prune(task.id, steps)
        self._visit = _Visit(task, steps)
        return self._advance(0)

    def step(self, action: str) -> StepView:
        """Records the prediction, and goes on to the next recorded page."""
        visit = self._current
        recorded = visit.steps[visit.at]
        visit.predicted[visit.at] = action
        target = recorded.target
        if self._config.protocol == "synapse":
            positives = [id for id, _ in recorded.positives]
            visit.scores[visit.at] = score_synapse(action, target, positives)
        else:
            positives = recorded.ranked_below(self._config.offered)
            visit.scores[visit.at] = score_mindact(parse_whole(action), target, positives)
        return self._advance(visit.at + 1)

    def skip(self) -> StepView:
        """The prompt did not fit, or was refused: the step counts 0, and the visit goes on."""
        visit = self._current
        visit.scores[visit.at] = StepScore(overflow=True)
        return self._advance(visit.at + 1)

    def offer(self, groups: Sequence[Sequence[str]]) -> list[PrunedPage]:
        """The current page around each group of candidates, elements numbered (MindAct)."""
        visit = self._current
        wanted = [(visit.at, group) for group in groups]
        with self._reading():
            return self._store.pages(visit.task.id, wanted, numbered=True)

    def score(self) -> Score:
        """1.0 when every step is right. The detail lists predicted and recorded action of each step."""
        visit = self._require()
        scores = [visit.scores.get(i, StepScore()) for i in range(len(visit.steps))]
        value = float(all(score.success for score in scores))
        told = [
            {
                "step": i,
                "recorded": str(step.target),
                "predicted": visit.predicted.get(i),
                "element": score.element,
                "f1": round(score.f1, 4),
                "success": score.success,
                "gate_miss": score.gate_miss,
            }
            for i, (step, score) in enumerate(zip(visit.steps, scores, strict=True))
        ]
        metrics = task_metrics(scores)
        if self._config.trajectory == "gold":
            metrics["gold_trajectory"] = 1
        return Score(value, json.dumps(told, ensure_ascii=False), metrics)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A full disk or a damaged file is the world's failure."""
        try:
            yield
        except sqlite3.Error as error:
            raise InfrastructureError(
                f"the data's local form cannot be used: {error} ({self._path})"
            ) from error

    @property
    def _store(self) -> Store:
        if self._opened is None:
            self._opened = Store(self._path)
        return self._opened

    @property
    def _current(self) -> _Visit:
        visit = self._require()
        if visit.at >= len(visit.steps):
            raise InfrastructureError("the visit is over")
        return visit

    def _require(self) -> _Visit:
        if self._visit is None:
            raise InfrastructureError("no task has been begun")
        return self._visit

    def _prune(self, task: str, steps: Sequence[RecordedStep]) -> None:
        """Every page of the visit at once: what the cache lacks is kept in one go."""
        k, before = self._config.offered, self._config.previous_top_k
        asked = [i for i, step in enumerate(steps) if step.ranked_below(k)]
        wanted = sorted(
            [(i, True) for i in asked] + [(i, False) for i in range(len(steps))], key=lambda pair: pair[0]
        )
        pages = self._store.pages(task, [(i, steps[i].shown(k if now else before)) for i, now in wanted])
        self._pages = {i: page for (i, now), page in zip(wanted, pages, strict=True) if now}
        self._past = {i: page for (i, now), page in zip(wanted, pages, strict=True) if not now}

    def _advance(self, to: int) -> StepView:
        """The next step that passes the gate, and all that lies before it."""
        visit = self._require()
        while to < len(visit.steps) and not visit.steps[to].ranked_below(self._config.offered):
            visit.scores[to] = StepScore(gate_miss=True)
            to += 1
        visit.at = to
        if to == len(visit.steps):
            gold = self._history(to) if self._config.trajectory == "gold" else ()
            return StepView("", visit.task.family, terminated=True, index=to, past=gold)
        return self._view(to)

    def _view(self, i: int) -> StepView:
        visit = self._require()
        step, site = visit.steps[i], visit.task.family
        if self._config.protocol == "synapse":
            page = self._pages[i]
            return StepView(page.text, site, index=i, past=self._history(i), elements=page.elements)
        k = self._config.offered
        candidates = step.ranked_below(k) + [id for id, rank in step.negatives if rank < k]
        # the same order in every run, and none that tells where the target is
        random.Random(f"{visit.task.id}_{step.uid}").shuffle(candidates)
        return StepView("", site, index=i, past=self._history(i), candidates=tuple(candidates))

    def _history(self, end: int) -> tuple[Past, ...]:
        visit = self._require()
        return tuple(
            Past(i, self._past_page(i), str(step.target), " ".join(step.told.split()))
            for i, step in enumerate(visit.steps[:end])
        )

    def _past_page(self, i: int) -> str:
        if self._config.protocol == "mindact":
            return ""
        absent = self._require().steps[i].absent[1]
        text = self._past[i].text
        return f"{text.removesuffix('</html>')}{absent} </html>" if absent else text
