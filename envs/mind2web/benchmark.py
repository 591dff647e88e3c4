"""The Mind2Web adapter (section 4, table 3). The recorded actions stay behind `environment()`."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from envs.mind2web.config import Mind2WebConfig
from envs.mind2web.exemplars import TrainVisits
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.extras import require
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task

SAMPLE = Path(__file__).parent / "sample"


class Mind2Web:
    """The order of the tasks is the files'. A website is the family of its tasks, and their site
    unless `benchmark.site=domain`."""

    Config = Mind2WebConfig
    name = "mind2web"
    domain = "mind2web"
    instances = None

    def __init__(self, config: Mind2WebConfig) -> None:
        self._config = config
        self.subset = config.subset
        self.max_steps = config.max_steps

    def check(self) -> None:
        """Raises `UserError` when data are missing, damaged or of another set. Converts them on first use."""
        self.tasks()

    @property
    def dataset_hash(self) -> str:
        """Of the split's content and of all that turns it into prompts."""
        from envs.mind2web import pages
        from envs.mind2web.store import Store
        from envs.mind2web.wording import hashes

        store = Store(self._local)
        told = (store.meta("hash"), pages.VERSION, sorted(hashes().items()))
        store.close()
        return hashlib.sha256(repr(told).encode()).hexdigest()[:16]

    def tasks(self) -> Sequence[Task]:
        from envs.mind2web.store import Store

        store = Store(self._local)
        recorded = store.tasks()
        store.close()
        by_domain = self._config.site == "domain"
        return [
            Task(task.id, self.subset, task.query, task.website, task.domain if by_domain else task.website)
            for task in recorded
        ]

    def environment(self, slot: int, matcher: LLM) -> Environment:
        from envs.mind2web.environment import Mind2WebEnvironment

        return Mind2WebEnvironment(self._local, self._config)

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        """The step predictor of the configured protocol."""
        if self._config.protocol == "mindact":
            from envs.mind2web.mindact import MindActPredictor

            return MindActPredictor(llm, self._config, settings)
        from envs.mind2web.agent import SynapsePredictor

        return SynapsePredictor(llm, self._config, settings)

    def action_space(self, short: bool) -> str:
        return "- `CLICK [id]`\n- `TYPE [id] [value]`\n- `SELECT [id] [value]`"

    def parse_action(self, action: str) -> str | None:
        from envs.mind2web.actions import parse

        return None if parse(action).element else "it names no element"

    def policy(self) -> Policy:
        from envs.mind2web.policy import OverlapPolicy

        return OverlapPolicy()

    def exemplars(self, task: Task, pages: bool = False) -> list[str]:
        """Recorded visits of the train split, nearest first, for `memory.frame=original`.

        See `envs.mind2web.exemplars`. Raises `UserError` where there is no train split.
        """
        return self._train.texts(task.id, self._local, pages)

    def versions(self) -> dict[str, Any]:
        from envs.mind2web import pages
        from envs.mind2web.wording import hashes

        return {
            "protocol": self._config.protocol,
            "top_k": self._config.offered,
            "trajectory": self._config.trajectory,
            "page_rules": pages.VERSION,
            "prompts": hashes(),
        }

    @functools.cached_property
    def _local(self) -> Path:
        return self._converted(self.subset)

    @functools.cached_property
    def _train(self) -> TrainVisits:
        return TrainVisits(self._converted("train"), self._config.previous_top_k)

    def _converted(self, split: str) -> Path:
        from envs.mind2web.convert import converted
        from envs.mind2web.files import data_folder

        require("mind2web", "lxml")
        sample = self.subset == "sample"
        folder = SAMPLE if sample and self._config.data is None else data_folder(self._config.data)
        return converted(folder, split, lambda line: sys.stderr.write(f"{line}\n"), not sample)
