"""One browser for all tasks of a process; every task gets a fresh context, as BrowserGym has it.

BrowserGym launches a browser at each reset, which is most of what a reset costs. Cookies, storage
and pages belong to a context, so that nothing of a task is left for the next one.
"""

from __future__ import annotations

import contextlib
from typing import Any


class KeptPlaywright:
    """Stands in for the global Playwright object; `chromium.launch` gives the browser that is open."""

    def __init__(self) -> None:
        import playwright.sync_api

        self._playwright = playwright.sync_api.sync_playwright().start()
        self.selectors = self._playwright.selectors
        self.chromium = self
        self._browser: Any = None

    def launch(self, **options: Any) -> Any:
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._playwright.chromium.launch(**options)
        return _Kept(self._browser)

    def close(self) -> None:
        """Ends the browser and Playwright's own process."""
        with contextlib.suppress(Exception):  # it may be dead already
            if self._browser is not None:
                self._browser.close()
            self._playwright.stop()


class _Kept:
    """A browser whose `close` ends its contexts only."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def __getattr__(self, name: str) -> Any:
        return getattr(self._browser, name)

    def close(self) -> None:
        for context in self._browser.contexts:
            context.close()
