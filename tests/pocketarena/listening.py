"""The benchmark's own session, and who its pages ask for anything."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from envs.pocketarena.session import ShopSession
from reasoningbank.core.types import Observation, Score, Task


class ListeningSession(ShopSession):
    """Scoring fails when Chromium asked anybody but the sites, from the log-in on: nothing is loaded."""

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        make, arguments, seed = super().entrypoint(task)
        self._asked = set[str]()

        def listening(**given: Any) -> Any:
            made = make(**given)
            setup = made.setup

            def with_ears(page: Any) -> Any:
                page.context.on("request", lambda request: self._asked.add(urlsplit(request.url).netloc))
                return setup(page)

            made.setup = with_ears
            return made

        return listening, arguments, seed

    def evaluate(self) -> Score:
        assert self._asked, "no request was heard at all"
        assert self._asked <= self.site_hosts(), f"asked {self._asked - self.site_hosts()}"
        return super().evaluate()


class AskingSession(ListeningSession):
    """One whose pages do ask somebody else."""

    def step(self, action: str) -> Observation:
        self.env.page.evaluate("fetch('http://127.0.0.1:9/pixel.gif').catch(() => null)")
        return super().step(action)
