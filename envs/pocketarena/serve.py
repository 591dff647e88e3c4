"""`rb serve`: the sites of PocketArena on loopback ports, for a person to click through."""

from __future__ import annotations

import argparse

HELP = "serve PocketArena's sites on this machine, until Ctrl-C"
OVERRIDES = False
CHECK_S = 1.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", choices=("pocketarena",), help="whose sites")
    parser.add_argument(
        "--site",
        action="append",
        choices=("shopping", "shopping_admin", "reddit"),
        help="serve only this one (may be given several times); default: all",
    )


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    """0 after Ctrl-C, 1 when a server died. What is changed on the sites is gone afterwards."""
    import time

    from rich.console import Console

    from envs.pocketarena.sites import PACKAGES, PUBLIC_URLS, Sites
    from reasoningbank.core.extras import require

    require("webarena", *PACKAGES)
    console = Console(highlight=False, soft_wrap=True)
    with Sites(given.site or tuple(PUBLIC_URLS)) as sites:
        console.print("\n".join(f"{name:15} {url:30} {_log_in(name)}" for name, url in sites.homes.items()))
        console.print("Ctrl-C ends the servers, and whatever was changed on them.")
        try:
            while not (problem := sites.problem()):
                time.sleep(CHECK_S)
        except KeyboardInterrupt:
            return 0
    console.print(problem)
    return 1


def _log_in(site: str) -> str:
    """User name and password, as WebArena's public list has them."""
    from envs.pocketarena.data import people

    if site == "reddit":
        from envs.pocketarena.forum.data.members import ACCOUNT_NAME, ACCOUNT_PASSWORD

        return f"{ACCOUNT_NAME} / {ACCOUNT_PASSWORD}"
    office = (people.ADMIN_NAME, people.ADMIN_PASSWORD)
    return " / ".join(office if site == "shopping_admin" else (people.SHOPPER_EMAIL, people.SHOPPER_PASSWORD))
