"""A small session over one or both sites, for the tests of the forum's tasks and of those on two sites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from envs.browser.session import BrowserSession
from envs.pocketarena.forum import MULTI_TASKS, PUBLIC_URL, TASKS
from envs.pocketarena.forum.server import ForumServer
from envs.pocketarena.shop import ShopServer
from envs.webarena import official
from reasoningbank.core.types import Score, Task

PUBLIC_URLS = {"REDDIT": PUBLIC_URL, "SHOPPING": "http://shop.pocketarena"}


class ForumSession(BrowserSession):
    """The forum behind the official task class and evaluators. Runs in a child process."""

    tasks: Path = TASKS

    def __init__(self) -> None:
        super().__init__()
        self.sites: dict[str, Any] = self.start()
        self.shown_urls = {site.url: PUBLIC_URLS[name] for name, site in self.sites.items()}
        official.point_at({name: site.url for name, site in self.sites.items()})
        official.without_fixed_waits()
        text = self.tasks.read_text()
        for name, site in self.sites.items():
            text = text.replace(f"__{name}__", site.url)
        self._configs = {str(config["task_id"]): config for config in json.loads(text)}

    def start(self) -> dict[str, Any]:
        return {"REDDIT": ForumServer()}

    def prepare(self, task: Task) -> None:
        for site in self.sites.values():
            site.reset()

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        return official.official_task, {"config": self._configs[task.id]}, 0

    def evaluate(self) -> Score:
        return official.evaluate(self.env)

    def site_problem(self) -> str:
        return "" if all(site.alive() for site in self.sites.values()) else "a server is gone"

    def close(self) -> None:
        super().close()
        for site in self.sites.values():
            site.close()


class MultiSession(ForumSession):
    """Forum and shop side by side."""

    tasks = MULTI_TASKS

    def start(self) -> dict[str, Any]:
        return {"REDDIT": ForumServer(), "SHOPPING": ShopServer()}
