"""A BrowserGym environment behind the harness's `Environment` protocol. Runs in a child process."""

from __future__ import annotations

import contextlib
import io
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from envs.browser.actions import DemoMode, python_code
from envs.browser.addresses import Addresses
from envs.browser.chat import MessageChat
from envs.browser.chromium import find_chromium
from envs.browser.kept import KeptPlaywright
from envs.browser.watch import NetworkWatch
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Observation, Score, Task

if TYPE_CHECKING:
    from browsergym.core.env import BrowserEnv

# Chromium 15x and later list every line of text a second time, invisible ones included
EXTRA_IGNORED_ROLES = ("InlineTextBox",)
# and gives every link its address, which costs a third of a page
EXTRA_IGNORED_PROPERTIES = ("url",)
Scoring = Literal["stop", "every_step"]
PUMP_S = 0.05
# how Playwright says that a click was done, and that only the page it led to is slow
CLICK_DONE = "waiting for scheduled navigations to finish"


class BrowserSession:
    """One browser with one task at a time. Subclasses say which BrowserGym task and how to score.

    Any exception that leaves a method is the world's fault; `envs.process` makes it one.
    """

    subsets: tuple[str, ...] = ("chat", "bid")
    viewport: dict[str, int] | None = None  # None keeps the task's own
    # 0 can hang the log-in for ever (a page closed right after a click); 10 ms never did
    slow_mo_ms = 10
    pre_observation_delay_s = 0.05
    # a page that is slow is waited for, or the load of the site would decide what the agent sees
    navigation_limit_s = 30.0
    multi_action = False
    demo_mode: DemoMode = "off"
    # `stop`: once, when the agent has answered or may act no more, as WebArena does it;
    # `every_step`: after each step, and the first score above 0 ends the task, as BrowserGym does it
    scoring: Scoring = "stop"

    def __init__(self) -> None:
        self._env: BrowserEnv | None = None
        self._playwright: KeptPlaywright | None = None
        self._score: Score | None = None
        self._watch = NetworkWatch()
        self.shown_urls = {}

    @property
    def shown_urls(self) -> dict[str, str]:
        """Real base URL → the one that the agent is shown."""
        return self._shown_urls

    @shown_urls.setter
    def shown_urls(self, urls: dict[str, str]) -> None:
        self._shown_urls = urls
        self._addresses = Addresses(urls)

    # what a subclass provides

    def prepare(self, task: Task) -> None:
        """Restores the site before a task. Default: nothing to restore."""

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        """BrowserGym task class, its keyword arguments, and the seed."""
        raise NotImplementedError

    def finished(self) -> bool:
        """Whether the task ended with the last action. Default: the agent has answered."""
        return bool(self.env.chat.messages[-1]["role"] in ("assistant", "infeasible"))

    def evaluate(self) -> Score:
        """The benchmark's own evaluator on the state as it is.

        Called once a rollout, or after every step: see `scoring`.
        """
        raise NotImplementedError

    def site_hosts(self) -> frozenset[str]:
        """Host and port of each site of the task, whose failures are the world's. Default: none."""
        return frozenset()

    def site_problem(self) -> str:
        """What is wrong with the site, or an empty string."""
        return ""

    # the Environment protocol

    @property
    def env(self) -> BrowserEnv:
        if self._env is None:
            raise InfrastructureError("the browser is not open")
        return self._env

    def reset(self, task: Task) -> Observation:
        import browsergym.core
        import browsergym.core.env
        from browsergym.core.env import BrowserEnv

        browsergym.core.env.Chat = MessageChat
        if self._playwright is None:
            self._playwright = KeptPlaywright()
            browsergym.core._set_global_playwright(self._playwright)
        self._close_context()
        self.prepare(task)
        entrypoint, arguments, seed = self.entrypoint(task)
        self._watch = NetworkWatch(self.site_hosts())
        self._env = BrowserEnv(
            task_entrypoint=self._watched(entrypoint),
            task_kwargs=arguments,
            viewport=self.viewport,
            slow_mo=self.slow_mo_ms,
            pw_chromium_kwargs={"executable_path": find_chromium()},
            pre_observation_delay=self.pre_observation_delay_s,
        )
        self._score = None
        observed, _ = self._env.reset(seed=seed)
        return self._observation(observed, terminated=False)

    def step(self, action: str) -> Observation:
        env = self.env
        env.last_action, env.last_action_error = action, ""
        info, send_message, report_infeasible = env.pre_step()
        try:
            self._execute(action, send_message, report_infeasible)
        except Exception as error:  # a bad action is the agent's to learn from, not ours to raise
            env.last_action_error = f"{type(error).__name__}: {error}"
        self._settle()
        # observed before anything is scored: an evaluator may walk to other pages
        observed, *_ = env.post_step(info, validate=False)
        seen = self._observation(observed, self.finished())
        if self.scoring == "every_step":
            return replace(seen, terminated=self._ends_now(seen.terminated))
        return seen

    def score(self) -> Score:
        if self._score is None:
            self._score = self._evaluated()
        return self._score

    def close(self) -> None:
        self._close_context()
        if self._playwright is not None:
            self._playwright.close()
            self._playwright = None

    # inside

    def _execute(self, action: str, send_message: Any, report_infeasible: Any) -> None:
        from browsergym.core.action.base import execute_python_code

        real = self._addresses.real(action)
        execute_python_code(
            python_code(real, self.subsets, self.multi_action, self.demo_mode),
            self.env.page,
            send_message_to_user=send_message,
            report_infeasible_instructions=report_infeasible,
        )

    def _settle(self) -> None:
        """Waits for the page that an action led to. Raises `InfrastructureError` when it never comes."""
        env = self.env
        late = self._watch.settle(self.navigation_limit_s, self._pump)
        if late:
            raise InfrastructureError(f"no answer within {self.navigation_limit_s:g} s for {late}")
        if CLICK_DONE in env.last_action_error:
            env.last_action_error = ""

    def _pump(self) -> None:
        if self._watch.pending:
            time.sleep(PUMP_S)
        self.env.context.cookies()  # any call lets Playwright hand over its events

    def _ends_now(self, finished: bool) -> bool:
        """Scores the state as it is. Ground truth ends the task: that is what this way of scoring means."""
        score = self._evaluated()
        if finished or score.value > 0:
            self._score = score
        return finished or score.value > 0

    def _evaluated(self) -> Score:
        """A site that fails while it is looked at by the evaluator has not failed the task."""
        score = self.evaluate()
        if self._watch.gateway_error:
            raise InfrastructureError(self._watch.gateway_error)
        return score

    def _watched(self, entrypoint: Any) -> Any:
        """The task, with its network watched from its own log-in on."""

        def make(seed: int, **arguments: Any) -> Any:
            task = entrypoint(seed=seed, **arguments)
            setup = task.setup

            def watched_setup(page: Any) -> Any:
                self._watch.attach(page.context)
                return setup(page)

            task.setup = watched_setup
            return task

        return make

    def _observation(self, observed: dict[str, Any], terminated: bool) -> Observation:
        from browsergym.utils.obs import (
            IGNORED_AXTREE_PROPERTIES,
            IGNORED_AXTREE_ROLES,
            flatten_axtree_to_str,
        )

        url = str(observed["url"])
        self._raise_if_world_failed(url)
        text = flatten_axtree_to_str(
            observed["axtree_object"],
            extra_properties=observed["extra_element_properties"],
            with_clickable=True,
            ignored_roles=[*IGNORED_AXTREE_ROLES, *EXTRA_IGNORED_ROLES],
            ignored_properties=[*IGNORED_AXTREE_PROPERTIES, *EXTRA_IGNORED_PROPERTIES],
        )
        text, url, error = (self._addresses.shown(t) for t in (text, url, observed["last_action_error"]))
        return Observation(text, url, error, terminated, _png(observed["screenshot"]))

    def _raise_if_world_failed(self, url: str) -> None:
        if self._watch.gateway_error:
            raise InfrastructureError(self._watch.gateway_error)
        if url.startswith("chrome-error://"):
            problem = self._watch.failed_navigation or self.site_problem()
            if problem:
                raise InfrastructureError(problem)

    def _close_context(self) -> None:
        if self._env is not None:
            with contextlib.suppress(Exception):  # it may be dead already
                self._env.close()
            self._env = None


def _png(pixels: Any) -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()
