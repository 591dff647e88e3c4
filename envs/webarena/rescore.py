"""Scoring again what was done: other references or another matcher, without agents and without sites.

Official string and URL evaluators need the answer and the last address, which a trajectory keeps. The
evaluators that look at pages (`program_html`) need the live site; what they found is taken from the stored
score where it follows from it.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.webarena import fixes, official
from envs.webarena.config import WebArenaConfig
from envs.webarena.matching import Matcher, answerer
from envs.webarena.tasks import evaluator_configs
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Rescored, Score, Trajectory

LEFT_THE_SITES = "Unauthorized url"
NO_ANSWER = "whatever"  # what BrowserGym hands the evaluators then


@dataclass(frozen=True)
class _Way:
    """One way of scoring: the tasks' configurations, and how answers are matched."""

    configs: dict[str, dict[str, Any]]
    fuzzy: str
    matcher: Matcher


class Rescorer:
    """From one way of scoring to another. One object a process: it changes libwebarena's evaluators."""

    def __init__(
        self, before: WebArenaConfig, after: WebArenaConfig, shown: dict[str, str], llm: LLM
    ) -> None:
        official.point_at({})
        fixes.install(after.fixes)
        ask: Callable[[Any], str] = lambda messages: answerer(llm, messages)  # noqa: E731
        self._before, self._after = (
            _Way(evaluator_configs(keys.annotations, keys.fixes, shown), keys.fuzzy, Matcher(keys.fuzzy, ask))
            for keys in (before, after)
        )
        self._fixes_changed = set(before.fixes) ^ set(after.fixes)

    def __call__(self, trajectory: Trajectory, stored: Score) -> Rescored:
        """The new score, or None where only the live page could tell."""
        task = trajectory.task_id
        if not self._concerns(task):
            return Rescored(stored.value, "scored the same way")
        if LEFT_THE_SITES in stored.detail:
            return Rescored(stored.value, "the agent had left the sites")
        new = self._offline(self._after, trajectory)
        before, after = self._before.configs[task]["eval"], self._after.configs[task]["eval"]
        if "program_html" not in after["eval_types"] or new == 0:
            return Rescored(new, "scored again")
        if before["program_html"] == after["program_html"]:
            if stored.value >= 1:
                return Rescored(new, "scored again; the page had been right")
            if not self._fixes_changed and self._offline(self._before, trajectory) >= 1:
                return Rescored(0.0, "the page had been wrong")
        return Rescored(None, "needs the live page")

    def _concerns(self, task: str) -> bool:
        """Whether anything that was changed can change the score of this task."""
        before, after = self._before.configs[task]["eval"], self._after.configs[task]["eval"]
        answers = after["reference_answers"] or {}
        return (
            before != after
            or ("fuzzy_match" in answers and self._before.fuzzy != self._after.fuzzy)
            or ("whole_path" in self._fixes_changed and "url_match" in after["eval_types"])
            or ("or_alternatives" in self._fixes_changed and fixes.ALTERNATIVES in json.dumps(answers))
        )

    def _offline(self, way: _Way, trajectory: Trajectory) -> float:
        """The product of the evaluators that need no page, as the official combination has it."""
        from webarena.browser_env.actions import ActionTypes
        from webarena.evaluation_harness.evaluators import StringEvaluator, URLEvaluator
        from webarena.evaluation_harness.helper_functions import PseudoPage

        config = way.configs[trajectory.task_id]
        answered = bool(trajectory.response)
        way.matcher.begin(answered)
        way.matcher.install()
        page = PseudoPage.__new__(PseudoPage)
        page.url = trajectory.final_url
        kind = ActionTypes.STOP if answered else ActionTypes.NONE
        said: list[Any] = [{}, {"action_type": kind, "answer": trajectory.response or NO_ANSWER}]
        evaluators = {"string_match": StringEvaluator(), "url_match": URLEvaluator()}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "task.json"
            path.write_text(json.dumps(config))
            return math.prod(
                float(evaluators[kind](said, path, page, None))
                for kind in config["eval"]["eval_types"]
                if kind in evaluators
            )
