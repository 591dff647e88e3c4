"""The running sites of one environment: started where a task list needs them, reset together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import urlsplit

from envs.pocketarena.shop import ShopServer
from reasoningbank.core.errors import UserError

# what the servers, processes of their own, import
PACKAGES = ("django", "oscar", "machina", "waitress")
# ports differ from run to run; what the agent is shown must not
PUBLIC_URLS = {
    "shopping": "http://shop.pocketarena",
    "shopping_admin": "http://admin.pocketarena",
    "reddit": "http://forum.pocketarena",
}
# WebArena's admin has its home below the root
HOME_PATHS = {"shopping_admin": "/admin"}
PLACEHOLDERS = {"shopping": "__SHOPPING__", "shopping_admin": "__SHOPPING_ADMIN__", "reddit": "__REDDIT__"}


class Site(Protocol):
    """A server process on loopback with a state of its own."""

    url: str

    @property
    def pid(self) -> int: ...
    def reset(self) -> None: ...
    def alive(self) -> bool: ...
    def close(self) -> None: ...


class Sites:
    """The servers of the named sites; a context manager."""

    def __init__(self, names: Sequence[str]) -> None:
        if unknown := set(names) - set(PUBLIC_URLS):
            raise UserError(f"PocketArena has no site {', '.join(sorted(unknown))}", "", "see its task files")
        self.servers: dict[str, Site] = {}
        try:
            for name in PUBLIC_URLS:  # the shop before the office, which shares its database
                if name in names:
                    self.servers[name] = _STARTERS[name](self.servers)
        except BaseException:
            self.close()
            raise

    @property
    def homes(self) -> dict[str, str]:
        """What WebArena calls the URL of each site."""
        return {name: site.url + HOME_PATHS.get(name, "") for name, site in self.servers.items()}

    @property
    def shown_urls(self) -> dict[str, str]:
        """Real base URL → the one that the agent is shown."""
        return {site.url: PUBLIC_URLS[name] for name, site in self.servers.items()}

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(urlsplit(site.url).netloc for site in self.servers.values())

    def fill_in(self, text: str) -> str:
        """A task file's text with the homes in place of their placeholders."""
        for name, home in self.homes.items():
            text = text.replace(PLACEHOLDERS[name], home)
        return text

    def reset(self) -> None:
        for site in self.servers.values():
            site.reset()

    def problem(self) -> str:
        """Which site is gone, or an empty string."""
        gone = [PUBLIC_URLS[name] for name, site in self.servers.items() if not site.alive()]
        return f"the server of {', '.join(gone)} is gone" if gone else ""

    def close(self) -> None:
        for site in reversed(self.servers.values()):
            site.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _shop(others: dict[str, Site]) -> Site:
    return ShopServer()


def _office(others: dict[str, Site]) -> Site:
    shop = others.get("shopping")
    return ShopServer("shopping_admin", beside=shop if isinstance(shop, ShopServer) else None)


def _forum(others: dict[str, Site]) -> Site:
    try:
        from envs.pocketarena.forum.server import ForumServer
    except ImportError as error:
        raise UserError(
            f"the forum of PocketArena cannot be started: {error}",
            "benchmark=pocketarena/reddit",
            "install what it needs: pip install 'reasoningbank-harness[webarena]'",
        ) from error
    forum: Site = ForumServer()
    return forum


_STARTERS: dict[str, Callable[[dict[str, Site]], Site]] = {
    "shopping": _shop,
    "shopping_admin": _office,
    "reddit": _forum,
}
