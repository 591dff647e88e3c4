"""PocketArena behind BrowserGym: sites of its own, WebArena's task class and evaluators."""

from __future__ import annotations

import json
from typing import Any

from envs.browser.session import BrowserSession, Scoring
from envs.pocketarena.shop import ShopServer
from envs.pocketarena.sites import PUBLIC_URLS, Sites
from envs.pocketarena.subsets import load_configs, sites_of
from envs.webarena import official
from reasoningbank.core.types import Score, Task

PUBLIC_URL = PUBLIC_URLS["shopping"]


class ShopSession(BrowserSession):
    """Runs in a child process, made there by `IsolatedEnvironment`. Serves what its subset needs."""

    def __init__(self, subset: str = "shopping", scoring: Scoring = "stop") -> None:
        super().__init__()
        self.scoring = scoring
        configs = load_configs(subset)
        self.sites = Sites(sites_of(configs))
        self.shown_urls = self.sites.shown_urls
        homes = {name.upper(): url for name, url in self.sites.homes.items()}
        official.point_at(homes | {"HOMEPAGE": next(iter(homes.values()))})
        official.without_fixed_waits()
        filled_in = json.loads(self.sites.fill_in(json.dumps(configs)))
        self._configs = {str(config["task_id"]): config for config in filled_in}

    @property
    def shop(self) -> ShopServer:
        """The storefront's server. Raises `KeyError` where the subset has none."""
        shop = self.sites.servers["shopping"]
        assert isinstance(shop, ShopServer)
        return shop

    def prepare(self, task: Task) -> None:
        # all of them: nothing keeps an agent from a site that its task does not name
        self.sites.reset()

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        return official.official_task, {"config": self._configs[task.id]}, 0

    def evaluate(self) -> Score:
        return official.evaluate(self.env)

    def site_hosts(self) -> frozenset[str]:
        return self.sites.hosts

    def site_problem(self) -> str:
        return self.sites.problem()

    def close(self) -> None:
        super().close()
        self.sites.close()
