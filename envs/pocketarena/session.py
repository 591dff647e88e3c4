"""PocketArena behind BrowserGym: a shop of its own, WebArena's task class and evaluators."""

from __future__ import annotations

import json
from typing import Any

from envs.browser.session import BrowserSession
from envs.pocketarena import TASKS
from envs.pocketarena.shop import ShopServer
from envs.webarena import official
from reasoningbank.core.types import Score, Task

PUBLIC_URL = "http://shop.pocketarena"


class ShopSession(BrowserSession):
    """Runs in a child process, made there by `IsolatedEnvironment`."""

    def __init__(self) -> None:
        super().__init__()
        self.shop = ShopServer()
        # the port differs from run to run; what the agent is shown must not
        self.shown_urls = {self.shop.url: PUBLIC_URL}
        official.point_at({"SHOPPING": self.shop.url, "HOMEPAGE": self.shop.url})
        official.without_fixed_waits()
        text = TASKS.read_text().replace("__SHOPPING__", self.shop.url)
        self._configs = {str(config["task_id"]): config for config in json.loads(text)}

    def prepare(self, task: Task) -> None:
        self.shop.reset()

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        return official.official_task, {"config": self._configs[task.id]}, 0

    def evaluate(self) -> Score:
        return official.evaluate(self.env)

    def site_problem(self) -> str:
        return "" if self.shop.alive() else "the shop's server is gone"

    def close(self) -> None:
        super().close()
        self.shop.close()
