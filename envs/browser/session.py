"""A BrowserGym environment behind the harness's `Environment` protocol. Runs in a child process."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING, Any

from envs.browser.actions import python_code
from envs.browser.chat import MessageChat
from envs.browser.chromium import find_chromium
from envs.browser.kept import KeptPlaywright
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Observation, Score, Task

if TYPE_CHECKING:
    from browsergym.core.env import BrowserEnv

# Chromium 15x and later list every line of text a second time, invisible ones included
EXTRA_IGNORED_ROLES = ("InlineTextBox",)
# and gives every link its address, which costs a third of a page
EXTRA_IGNORED_PROPERTIES = ("url",)
GATEWAY_ERRORS = (502, 503, 504)


class BrowserSession:
    """One browser with one task at a time. Subclasses say which BrowserGym task and how to score.

    Any exception that leaves a method is the world's fault; `envs.process` makes it one.
    """

    subsets: tuple[str, ...] = ("chat", "bid")
    viewport: dict[str, int] | None = None  # None keeps the task's own
    # 0 can hang the log-in for ever (a page closed right after a click); 10 ms never did
    slow_mo_ms = 10
    pre_observation_delay_s = 0.05

    def __init__(self) -> None:
        self._env: BrowserEnv | None = None
        self._playwright: KeptPlaywright | None = None
        self._score: Score | None = None
        self._gateway_error = ""
        self.shown_urls: dict[str, str] = {}  # real base URL → the one that the agent is shown

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
        """The benchmark's own evaluator on the state as it is. Called at most once a rollout."""
        raise NotImplementedError

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
        self._env = BrowserEnv(
            task_entrypoint=entrypoint,
            task_kwargs=arguments,
            viewport=self.viewport,
            slow_mo=self.slow_mo_ms,
            pw_chromium_kwargs={"executable_path": find_chromium()},
            pre_observation_delay=self.pre_observation_delay_s,
        )
        self._score, self._gateway_error = None, ""
        observed, _ = self._env.reset(seed=seed)
        self._env.context.on("response", self._note_gateway_error)
        return self._observation(observed, terminated=False)

    def step(self, action: str) -> Observation:
        from browsergym.core.action.base import execute_python_code

        env = self.env
        env.last_action, env.last_action_error = action, ""
        info, send_message, report_infeasible = env.pre_step()
        try:
            execute_python_code(
                python_code(self._translated(action, to_real=True), self.subsets),
                env.page,
                send_message_to_user=send_message,
                report_infeasible_instructions=report_infeasible,
            )
        except Exception as error:  # a bad action is the agent's to learn from, not ours to raise
            env.last_action_error = f"{type(error).__name__}: {error}"
        # observed before anything is scored: an evaluator may walk to other pages
        observed, *_ = env.post_step(info, validate=False)
        return self._observation(observed, self.finished())

    def score(self) -> Score:
        if self._score is None:
            self._score = self.evaluate()
        return self._score

    def close(self) -> None:
        self._close_context()
        if self._playwright is not None:
            self._playwright.close()
            self._playwright = None

    # inside

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
        text, url, error = (self._translated(t) for t in (text, url, observed["last_action_error"]))
        return Observation(text, url, error, terminated, _png(observed["screenshot"]))

    def _translated(self, text: str, to_real: bool = False) -> str:
        for real, shown in self.shown_urls.items():
            text = text.replace(shown, real) if to_real else text.replace(real, shown)
        return text

    def _raise_if_world_failed(self, url: str) -> None:
        if self._gateway_error:
            raise InfrastructureError(self._gateway_error)
        if url.startswith("chrome-error://") and (problem := self.site_problem()):
            raise InfrastructureError(problem)

    def _note_gateway_error(self, response: Any) -> None:
        if response.status in GATEWAY_ERRORS and response.request.is_navigation_request():
            self._gateway_error = f"the site answered {response.status} for {response.url}"

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
