"""BrowserGym's environment with the official evaluators on a shop of its own."""

from __future__ import annotations

import json
from typing import Any

from envs.browser.session import BrowserSession
from envs.pocketarena.make_tasks import TASKS
from envs.pocketarena.shop import ShopServer
from envs.webarena import official
from reasoningbank.core.types import Score, Task


class ShopSession(BrowserSession):
    """Runs in a child process, made there by `IsolatedEnvironment`."""

    def __init__(self) -> None:
        super().__init__()
        self.shop = ShopServer()
        official.point_at({"SHOPPING": self.shop.url, "HOMEPAGE": self.shop.url})
        from browsergym.webarena.instance import WebArenaInstance

        WebArenaInstance()  # gives libwebarena the names that its import asks for
        official.without_fixed_waits()
        text = TASKS.read_text().replace("__SHOPPING__", self.shop.url)
        self.configs = {str(config["task_id"]): config for config in json.loads(text)}

    def prepare(self, task: Task) -> None:
        self.shop.reset()

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        return official.official_task, {"config": self.configs[task.id]}, 0

    def evaluate(self) -> Score:
        return official.evaluate(self.env)

    def site_problem(self) -> str:
        return "" if self.shop.alive() else "the shop's server is gone"

    def close(self) -> None:
        super().close()
        self.shop.close()
