"""The WebArena adapter: official tasks and evaluators on a deployment of the user's own."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from envs.browser import actions
from envs.browser.chromium import browser_version, find_chromium
from envs.process import IsolatedEnvironment, TimeLimits
from envs.webarena import deployment as deployments
from envs.webarena.config import WebArenaConfig
from envs.webarena.deployment import Account, Deployment
from envs.webarena.fixes import FIXES
from envs.webarena.leases import LeasedEnvironment, WriteLocks
from envs.webarena.login import PUBLIC_ACCOUNTS
from envs.webarena.matching import answerer, prompt_hashes
from envs.webarena.session import SessionSpec, WebArenaSession
from envs.webarena.tasks import OfficialTask, dataset_hash, official_file, tasks_of
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import UserError
from reasoningbank.core.extras import require
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task

if TYPE_CHECKING:
    from envs.webarena.doctor import Finding
    from envs.webarena.rescore import Rescorer

# seconds: a real site is slow after a reset, and an evaluator looks at up to a dozen pages
LIMITS = TimeLimits(reset=300, step=180, score=480)
EVERY_STEP_LIMITS = TimeLimits(reset=300, step=600, score=480)
# the names that WebArena gives its sites before an agent
OFFICIAL_NAMES = {
    "shopping": "http://onestopmarket.com",
    "shopping_admin": "http://luma.com",
    "reddit": "http://reddit.com",
    "gitlab": "http://gitlab.com",
    "wikipedia": "http://wikipedia.org",
}


class WebArena:
    """Ascending task id, as the stream of the paper. A browser and a set of log-ins for each slot."""

    Config = WebArenaConfig
    name = "webarena"
    domain = "web"
    session = WebArenaSession

    def __init__(self, config: WebArenaConfig) -> None:
        self._config = config
        self.subset = config.subset
        self.max_steps = config.max_steps
        self.multi_action = config.multi_action
        self._locks = WriteLocks()

    @functools.cached_property
    def deployment(self) -> Deployment | None:
        """The file or the variables; None when neither says anything. Raises `UserError`."""
        return deployments.load(self._config.deployment)

    @functools.cached_property
    def dataset_hash(self) -> str:
        return dataset_hash(self._config.annotations, self._config.fixes)

    @property
    def instances(self) -> int | None:
        at = self.deployment
        return at.instances * at.rollouts_per_instance if at else 1

    @functools.cached_property
    def _tasks(self) -> dict[str, OfficialTask]:
        return {str(task.task_id): task for task in tasks_of(self._config.subset)}

    @property
    def required_sites(self) -> set[str]:
        """The sites without which the subset cannot run."""
        return {site for task in self._tasks.values() for site in task.sites}

    def check(self) -> None:
        """Raises `UserError` when browser, task file, a site or a way to reset is missing.

        Looks at no site: that is what `diagnose` does.
        """
        official_file()
        require("webarena", "browsergym.core", "browsergym.webarena", "playwright")
        if problem := deployments.missing(self.required_sites, self.deployment):
            raise problem
        find_chromium()
        assert self.deployment is not None
        _check_reset(self._config, self.deployment, self._written_sites())

    def diagnose(self, matcher: LLM | None = None) -> Sequence[Finding]:
        """Looks at every instance of every site that the subset needs (`rb doctor`)."""
        from envs.webarena.doctor import diagnose

        self.check()
        assert self.deployment is not None
        specs = [self.session_spec(instance) for instance in range(self.deployment.instances)]
        return diagnose(self._config, self.deployment, list(self._tasks.values()), specs, matcher)

    def before_wave(self, wave: int) -> None:
        """Puts the sites back where `benchmark.reset` asks for it. Raises `UserError` when that fails.

        A stream that is resumed later than in its first wave goes on with the sites as they are.
        """
        due = self._config.reset == "wave" or (self._config.reset == "subset" and wave == 0)
        if due and self.deployment and self.deployment.reset:
            from envs.webarena.resets import reset_all

            reset_all(self.deployment.reset, self.deployment.instances)

    def tasks(self) -> Sequence[Task]:
        return [
            Task(
                id=task_id,
                subset=task.subset,
                query=task.intent,
                family=str(task.intent_template_id),
                site="+".join(task.sites),
            )
            for task_id, task in self._tasks.items()
        ]

    def environment(self, slot: int, matcher: LLM) -> Environment:
        assert self.deployment is not None
        instance = slot % self.deployment.instances
        isolated = IsolatedEnvironment(
            functools.partial(self.session, self.session_spec(instance)),
            EVERY_STEP_LIMITS if self._config.scoring == "every_step" else LIMITS,
            functools.partial(answerer, matcher),
        )
        restore = functools.partial(self._restore, instance) if self._config.reset == "task" else None
        return LeasedEnvironment(isolated, functools.partial(self._written, instance), self._locks, restore)

    def session_spec(self, instance: int) -> SessionSpec:
        """What the environment of one instance is made of."""
        assert self.deployment is not None
        keys, at = self._config, self.deployment
        return SessionSpec(
            urls=at.urls(instance),
            shown=_shown(keys, at, instance),
            accounts=_accounts(at),
            annotations=keys.annotations,
            fixes=keys.fixes,
            fuzzy=keys.fuzzy,
            scoring=keys.scoring,
            action_subsets=keys.action_subsets,
            multi_action=keys.multi_action,
            demo_mode=keys.demo_mode,
            viewport=keys.viewport,
            slow_mo_ms=keys.slow_mo_ms,
            page_limit_s=at.page_limit_s,
            evaluator_waits=at.evaluator_waits,
        )

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        return None

    def action_space(self, short: bool) -> str:
        return actions.describe(self._config.action_subsets, short, self._config.multi_action)

    def parse_action(self, action: str) -> str | None:
        return actions.problem_with(action, self._config.action_subsets, self._config.multi_action)

    def rescorer(self, before: WebArenaConfig, matcher: LLM) -> Rescorer:
        """Scores trajectories of a run with the keys `before` by this adapter's keys. Raises `UserError`."""
        from envs.webarena.rescore import Rescorer

        return Rescorer(before, self._config, self._shown_bases(), matcher)

    def _shown_bases(self) -> dict[str, str]:
        """Site → base URL, as the agent was shown it."""
        if self._config.urls == "official":
            return {**OFFICIAL_NAMES, "shopping_admin": f"{OFFICIAL_NAMES['shopping_admin']}/admin"}
        if self.deployment is None:
            raise UserError(
                "the agent was shown the deployment's addresses, and the deployment is not known here",
                "benchmark.urls=real",
                "give benchmark.deployment=FILE, or set the WA_* variables of the run",
            )
        return self.deployment.urls(0)

    def policy(self) -> Policy:
        raise UserError(
            "WebArena has no scripted policy",
            "llm=scripted",
            "choose llm=local or a hosted model; benchmark=pocketarena/shopping has a scripted policy",
        )

    def versions(self) -> dict[str, Any]:
        keys = self._config
        return {
            "browser": browser_version(find_chromium()),
            "libwebarena": version("libwebarena"),
            "scoring": keys.scoring,
            "fuzzy": keys.fuzzy,
            "annotations": keys.annotations,
            "fixes": {fix: FIXES[fix] for fix in keys.fixes},
            "writes": keys.writes,
            "reset": keys.reset,
            "instances": self.instances,
            "evaluator_waits": self.deployment.evaluator_waits if self.deployment else None,
            "matcher_prompts": prompt_hashes(),
        }

    def _written(self, instance: int, task: Task) -> Sequence[str]:
        """The base URLs that a task may write to; none when writes need not take turns."""
        known = self._tasks[task.id]
        if self._config.writes == "ignore" or not known.writes or self.deployment is None:
            return ()
        urls = self.deployment.urls(instance)
        return [urls[site] for site in known.sites]

    def _written_sites(self) -> set[str]:
        sites: set[str] = {site for task in self._tasks.values() if task.writes for site in task.sites}
        return sites - {"wikipedia"}

    def _restore(self, instance: int) -> None:
        from envs.webarena.resets import reset_instance

        if self.deployment and self.deployment.reset:
            reset_instance(self.deployment.reset, instance)


def _check_reset(keys: WebArenaConfig, at: Deployment, written: set[str]) -> None:
    if keys.reset != "none" and at.reset is None:
        raise UserError(
            "the deployment says nothing of how it is reset",
            f"benchmark.reset={keys.reset}",
            "add `reset:` to the deployment file, set WA_FULL_RESET, or choose benchmark.reset=none",
        )
    shared = [site for site in sorted(written) if len(at.sites[site].urls) < at.instances]
    if keys.reset == "task" and (at.rollouts_per_instance > 1 or shared):
        raise UserError(
            "a reset before each task would reset a site that another rollout is using",
            f"rollouts_per_instance={at.rollouts_per_instance}, shared by instances: {shared or 'none'}",
            "give each instance sites of its own and rollouts_per_instance: 1, or take benchmark.reset=wave",
        )


def _accounts(at: Deployment) -> dict[str, Account]:
    own = {site: known.account for site, known in at.sites.items() if known.account}
    return {**PUBLIC_ACCOUNTS, **own}


def _shown(keys: WebArenaConfig, at: Deployment, instance: int) -> dict[str, str]:
    """Real origin → shown one: the same for all instances, since memories hold addresses."""
    real = {site: _origin(url) for site, url in at.urls(instance).items()}
    first = {site: _origin(url) for site, url in at.urls(0).items()}
    names = OFFICIAL_NAMES if keys.urls == "official" else first
    # sites on one host and port cannot be told apart by it
    return {origin: names[site] for site, origin in real.items() if list(real.values()).count(origin) == 1}


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
