"""What the network of a browser context says about the health of the sites.

BrowserGym sees none of it: a 502 is a page like any other, and a dead site gives reward 0.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

GATEWAY_ERRORS = (502, 503, 504)


class NetworkWatch:
    """Notes gateway errors, failed navigations and navigations that are still under way.

    `hosts` (host:port) are the sites of the task: what an agent visits elsewhere is its own affair.
    Without any, a navigation that failed is not held against the world.
    """

    def __init__(self, hosts: frozenset[str] = frozenset()) -> None:
        self._hosts = hosts
        self._pending: dict[Any, str] = {}
        self.gateway_error = ""
        self.failed_navigation = ""

    def attach(self, context: Any) -> None:
        """Follows all pages of a Playwright context, also those that are opened later."""
        context.on("request", self._began)
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    @property
    def pending(self) -> bool:
        """Whether a navigation is under way."""
        return bool(self._pending)

    def settle(self, limit_s: float, pump: Callable[[], object]) -> str:
        """Waits until no navigation is under way. The URL of one that takes longer, or nothing.

        `pump` lets Playwright hand over what has happened meanwhile.
        """
        end = time.monotonic() + limit_s
        pump()
        while self.pending and time.monotonic() < end:
            pump()
        return next(iter(self._pending.values()), "")

    def _began(self, request: Any) -> None:
        if request.is_navigation_request() and self._ours(request.url) and _is_main(request):
            self._pending[request] = str(request.url)

    def _answered(self, response: Any) -> None:
        if self._pending.pop(response.request, None):
            self.failed_navigation = ""
        if response.status in GATEWAY_ERRORS and response.request.is_navigation_request():
            self.gateway_error = f"the site answered {response.status} for {response.url}"

    def _failed(self, request: Any) -> None:
        # aborted: replaced by another navigation, or turned into a download
        aborted = "ERR_ABORTED" in str(request.failure)
        if self._pending.pop(request, None) and not aborted:
            self.failed_navigation = f"{request.failure} for {request.url}"

    def _ours(self, url: str) -> bool:
        return urlsplit(url).netloc in self._hosts


def _is_main(request: Any) -> bool:
    try:
        return request.frame.parent_frame is None
    except Exception:  # its page is already gone
        return False
