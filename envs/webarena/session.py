"""One set of WebArena's sites behind BrowserGym, with the official task class and evaluators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from envs.browser.actions import DemoMode
from envs.browser.session import BrowserSession, Scoring
from envs.process import ask
from envs.webarena import fixes, official
from envs.webarena.deployment import Account
from envs.webarena.fixes import Fix
from envs.webarena.login import LogIns
from envs.webarena.matching import Fuzzy, Matcher
from envs.webarena.tasks import Annotations, evaluator_configs
from reasoningbank.core.types import Score, Task

PROBE_LIMIT_S = 10.0


@dataclass(frozen=True)
class SessionSpec:
    """All that a child process needs to know. Picklable."""

    urls: dict[str, str]  # site → base URL
    shown: dict[str, str]  # real origin → the one that the agent is shown
    accounts: dict[str, Account]
    annotations: Annotations = "upstream"
    fixes: tuple[Fix, ...] = ()
    fuzzy: Fuzzy = "official"
    scoring: Scoring = "stop"
    action_subsets: tuple[str, ...] = ("chat", "bid")
    multi_action: bool = False
    demo_mode: DemoMode = "off"
    viewport: tuple[int, int] = (1280, 720)
    slow_mo_ms: int = 10
    page_limit_s: float = 30.0
    evaluator_waits: bool = True


class WebArenaSession(BrowserSession):
    """Runs in a child process, made there by `IsolatedEnvironment`: libwebarena reads its sites once."""

    def __init__(self, spec: SessionSpec) -> None:
        super().__init__()
        self._spec = spec
        self.shown_urls = spec.shown
        self.subsets, self.scoring = spec.action_subsets, spec.scoring
        self.multi_action, self.demo_mode = spec.multi_action, spec.demo_mode
        self.viewport = {"width": spec.viewport[0], "height": spec.viewport[1]}
        self.slow_mo_ms, self.navigation_limit_s = spec.slow_mo_ms, spec.page_limit_s
        official.point_at({site.upper(): url for site, url in spec.urls.items()})
        official.set_accounts({site: (at.username, at.password) for site, at in spec.accounts.items()})
        if not spec.evaluator_waits:
            official.without_fixed_waits()
        fixes.install(spec.fixes)
        self._matcher = Matcher(spec.fuzzy, ask)
        self._matcher.install()
        self.log_ins = LogIns(spec.urls, spec.accounts)
        self._configs = self.configs()

    def configs(self) -> dict[str, dict[str, Any]]:
        """What the official task class is given, by task id."""
        return evaluator_configs(self._spec.annotations, self._spec.fixes, self._spec.urls)

    def entrypoint(self, task: Task) -> tuple[Callable[..., Any], dict[str, Any], int]:
        return self._task, {"config": self._configs[task.id]}, 0

    def evaluate(self) -> Score:
        self._matcher.begin(answered=self.finished())
        score = official.evaluate(self.env)
        detail = " ".join(part for part in (score.detail, self._matcher.record()) if part)
        return Score(score.value, detail, {"matcher_calls": float(self._matcher.calls)})

    def site_hosts(self) -> frozenset[str]:
        return frozenset(urlsplit(url).netloc for url in self._spec.urls.values())

    def site_problem(self) -> str:
        problems = (_problem(site, url) for site, url in self._spec.urls.items())
        return next((problem for problem in problems if problem), "")

    def _task(self, seed: int, config: dict[str, Any]) -> Any:
        task = official.official_task(seed, config)
        task.timeout = self.navigation_limit_s * 1000
        task.webarena_instance.ui_login = self.log_ins.sign_in
        return task


def _problem(site: str, url: str) -> str:
    import requests

    try:
        status = requests.get(url, timeout=PROBE_LIMIT_S).status_code
    except requests.RequestException as error:
        return f"{site} ({url}) does not answer: {type(error).__name__}"
    return f"{site} ({url}) answers {status}" if status >= 500 else ""
