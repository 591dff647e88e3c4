"""The PocketArena adapter: tasks without their answers here, scoring behind `environment()`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Literal

from envs.browser import actions
from envs.browser.chromium import browser_version, find_chromium
from envs.browser.session import BrowserSession
from envs.pocketarena import TASKS
from envs.pocketarena.session import ShopSession
from envs.process import IsolatedEnvironment
from reasoningbank.core.config import AgentConfig, BenchmarkConfig
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task

# the demo's stream: families in which a lesson from one task helps the next
SMOKE_TEMPLATES = ("9001", "9002", "9003", "9005")


class PocketArenaConfig(BenchmarkConfig):
    """Keys of PocketArena."""

    subset: Literal["shopping", "smoke"]


class PocketArena:
    """Ascending task id, as the stream of the paper. One shop and one browser for each slot."""

    Config = PocketArenaConfig
    name = "pocketarena"
    domain = "web"
    instances = None

    def __init__(self, config: PocketArenaConfig) -> None:
        self.subset = config.subset
        self.max_steps = config.max_steps
        self.dataset_hash = hashlib.sha256(TASKS.read_bytes()).hexdigest()[:16]

    def check(self) -> None:
        """Raises `UserError` when there is no browser. Seeds the shop on first use."""
        from envs.pocketarena.database import seeded_database

        find_chromium()
        seeded_database()

    def tasks(self) -> Sequence[Task]:
        listed = sorted(json.loads(TASKS.read_text()), key=lambda config: config["task_id"])
        tasks = [
            Task(
                id=str(config["task_id"]),
                subset=self.subset,
                query=config["intent"],
                family=str(config["intent_template_id"]),
                site="+".join(config["sites"]),
            )
            for config in listed
        ]
        smoke = self.subset == "smoke"
        return [task for task in tasks if task.family in SMOKE_TEMPLATES] if smoke else tasks

    def environment(self, slot: int, matcher: LLM) -> Environment:
        return IsolatedEnvironment(ShopSession)

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
        return {"browser": browser_version(find_chromium()), "scoring": "stop"}
