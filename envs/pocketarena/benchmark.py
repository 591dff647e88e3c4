"""The PocketArena adapter: tasks without their answers here, scoring behind `environment()`."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import Any

from envs.browser import actions
from envs.browser.chromium import browser_version, find_chromium
from envs.browser.session import BrowserSession, Scoring
from envs.pocketarena.session import ShopSession
from envs.pocketarena.subsets import Split, Subset, load_configs, sites_of, task_files
from envs.process import IsolatedEnvironment
from reasoningbank.core.config import AgentConfig, BenchmarkConfig
from reasoningbank.core.extras import require
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task


class PocketArenaConfig(BenchmarkConfig):
    """Keys of PocketArena. `split` is for the frozen-bank protocol, `scoring` as in WebArena."""

    subset: Subset
    split: Split = "all"
    scoring: Scoring = "stop"


class PocketArena:
    """Ascending task id, as the stream of the paper. One set of sites and one browser for each slot."""

    Config = PocketArenaConfig
    name = "pocketarena"
    domain = "web"
    instances = None

    def __init__(self, config: PocketArenaConfig) -> None:
        self.subset = config.subset
        self.max_steps = config.max_steps
        self._scoring = config.scoring
        self._configs = load_configs(config.subset, config.split)
        contents = b"\0".join(path.read_bytes() for path in task_files(config.subset))
        self.dataset_hash = hashlib.sha256(contents).hexdigest()[:16]

    def check(self) -> None:
        """Raises `UserError` when there is no browser or a site cannot run. Seeds the sites on first use."""
        from envs.pocketarena.sites import PACKAGES, Sites

        require("webarena", *PACKAGES, "browsergym.core", "playwright", "webarena")
        find_chromium()
        Sites(sites_of(self._configs)).close()

    def tasks(self) -> Sequence[Task]:
        return [
            Task(
                id=str(config["task_id"]),
                subset=self.subset,
                query=config["intent"],
                family=str(config["intent_template_id"]),
                site="+".join(config["sites"]),
            )
            for config in self._configs
        ]

    def environment(self, slot: int, matcher: LLM) -> Environment:
        # no task here needs a model to be scored
        return IsolatedEnvironment(functools.partial(ShopSession, self.subset, self._scoring))

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        return None

    def action_space(self, short: bool) -> str:
        return actions.describe(BrowserSession.subsets, short)

    def parse_action(self, action: str) -> str | None:
        return actions.problem_with(action, BrowserSession.subsets)

    def policy(self) -> Policy:
        from envs.pocketarena.policy import ShopPolicy

        return ShopPolicy()

    def versions(self) -> dict[str, Any]:
        return {"browser": browser_version(find_chromium()), "scoring": self._scoring}
