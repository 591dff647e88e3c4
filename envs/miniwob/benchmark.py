"""The MiniWoB++ adapter: small pages, so that a step costs a small model seconds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from envs.browser import actions
from envs.browser.chromium import browser_version, find_chromium
from envs.miniwob.session import MiniWobSession
from envs.process import IsolatedEnvironment
from reasoningbank.core.config import AgentConfig, BenchmarkConfig
from reasoningbank.core.errors import UserError
from reasoningbank.core.extras import require
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task

# what each (kind, seed) asks for, as its page says it; retrieval needs it before the page is open
GOALS = Path(__file__).parent / "goals.json"
SEEDS = 5
# the demo's stream: several seeds of a kind, in turns, so that a lesson can find its next use
SMOKE_KINDS = ("click-dialog", "enter-text", "choose-list", "click-checkboxes")
SMOKE_SEEDS = 3

# Forms, links, lists and tables; no drawing, dragging, timing or colours, which a tree cannot show.
# Left out: `click-link`, whose links are spans that the tree shows as bare text without an id, and
# `email-inbox-nl-turk`, whose buttons are images without a name and whose rows have no id either.
EASY_KINDS = (
    "click-test",
    "click-button",
    "click-dialog",
    "click-dialog-2",
    "click-tab",
    "click-option",
    "click-checkboxes",
    "click-checkboxes-soft",
    "click-button-sequence",
    "click-widget",
    "focus-text",
    "focus-text-2",
    "enter-text",
    "enter-text-dynamic",
    "enter-password",
    "login-user",
    "login-user-popup",
    "choose-list",
    "navigate-tree",
    "read-table",
    "search-engine",
    "click-collapsible",
)


class MiniWobConfig(BenchmarkConfig):
    """Keys of MiniWoB++."""

    subset: Literal["smoke", "easy", "all"]


class MiniWob:
    """Seeds take turns over the kinds. One browser for each slot."""

    Config = MiniWobConfig
    name = "miniwob"
    domain = "web"
    instances = None

    def __init__(self, config: MiniWobConfig) -> None:
        self.subset = config.subset
        self.max_steps = config.max_steps
        self.dataset_hash = hashlib.sha256(GOALS.read_bytes()).hexdigest()[:16]

    @cached_property
    def _goals(self) -> dict[str, list[str]]:
        loaded: dict[str, list[str]] = json.loads(GOALS.read_text())
        return loaded

    def check(self) -> None:
        """Raises `UserError` when there is no browser, or a package is missing."""
        require("webarena", "browsergym.core", "browsergym.miniwob", "miniwob", "playwright")
        find_chromium()

    def tasks(self) -> Sequence[Task]:
        kinds = {"smoke": SMOKE_KINDS, "easy": EASY_KINDS, "all": tuple(self._goals)}[self.subset]
        return [
            Task(f"{kind}.{seed}", self.subset, self._goals[kind][seed], family=kind, site="miniwob")
            for seed in range(SMOKE_SEEDS if self.subset == "smoke" else SEEDS)
            for kind in kinds
        ]

    def environment(self, slot: int, matcher: LLM) -> Environment:
        return IsolatedEnvironment(MiniWobSession)

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        return None

    def action_space(self, short: bool) -> str:
        return actions.describe(MiniWobSession.subsets, short)

    def parse_action(self, action: str) -> str | None:
        return actions.problem_with(action, MiniWobSession.subsets)

    def policy(self) -> Policy:
        raise UserError(
            "MiniWoB++ has no scripted policy",
            "llm=scripted",
            "choose llm=local or a hosted model, or benchmark=pocketarena/shopping",
        )

    def versions(self) -> dict[str, Any]:
        return {"browser": browser_version(find_chromium())}
