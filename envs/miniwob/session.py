"""MiniWoB++ behind BrowserGym: its pages from the `miniwob` package, its own reward."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from envs.browser.session import BrowserSession
from reasoningbank.core.types import Score, Task

PUBLIC_URL = "http://miniwob"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads a log of page loads."""


def serve_pages() -> str:
    """Serves the package's pages on a free loopback port, for as long as this process lives."""
    handler = functools.partial(_Quiet, directory=str(files("miniwob") / "html"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


@functools.cache
def task_classes() -> dict[str, Any]:
    """All MiniWoB++ task classes of BrowserGym by their kind, such as `click-button`."""
    from browsergym.miniwob import ALL_MINIWOB_TASKS

    return {cls.subdomain: cls for cls in ALL_MINIWOB_TASKS}


class MiniWobSession(BrowserSession):
    """A task ends by itself, with a raw reward; BrowserGym counts any positive one as success."""

    subsets = ("bid",)

    def __init__(self) -> None:
        super().__init__()
        url = serve_pages()
        self.shown_urls = {url: PUBLIC_URL}
        self._base_url = f"{url}/miniwob/"
        self._reward = 0.0
        self._info: dict[str, Any] = {}

    def entrypoint(self, task: Task) -> tuple[Any, dict[str, Any], int]:
        kind, _, seed = task.id.rpartition(".")
        self._reward, self._info = 0.0, {}
        return task_classes()[kind], {"base_url": self._base_url}, int(seed)

    def goal(self) -> str:
        """What the open page asks for."""
        return " ".join(str(part["text"]) for part in self.env.goal_object if part["type"] == "text")

    def finished(self) -> bool:
        # reading the page's own reward moves nothing, so it may be done after every step
        self._reward, done, _, self._info = self.env.task.validate(self.env.page, self.env.chat.messages)
        return bool(done)

    def evaluate(self) -> Score:
        """BrowserGym's reward; the page's own, from -1 to 1, as the metric `raw_reward`.

        There is none when the agent has left the page: the metric is absent then.
        """
        raw = self._info.get("RAW_REWARD_GLOBAL")
        detail = f"raw reward {raw}" if raw is not None else self._info.get("error", "not finished")
        return Score(float(self._reward), detail, {} if raw is None else {"raw_reward": float(raw)})
