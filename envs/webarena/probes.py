"""What can be seen of a site from outside, and what to do about what is wrong."""

from __future__ import annotations

import re
from collections.abc import Sized
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from envs.webarena.deployment import Account, Health

# what the official site's pages say of themselves
MARKERS = {
    "shopping": "One Stop Market",
    "shopping_admin": "Magento Admin",
    "reddit": "Postmill",
    "gitlab": "GitLab",
    "wikipedia": "Wikipedia",
}
# what somebody who may write gets to see; the shop is asked for its REST token instead
WRITES = {"shopping": "/", "reddit": "/submit", "gitlab": "/projects/new"}
# Magento and GitLab write their own address into every link
WRITE_THEIR_ADDRESS = ("shopping", "shopping_admin", "gitlab")
CLOCK_LIMIT_S = 300
_ADDRESS = re.compile(r"""(?:href|src|action)=["'](https?://[^"'/]+)""")

REMEDIES = {
    "reachable": "start the container and wait until it answers; check address and firewall",
    "right site": "the address leads to another site: check the port and the container's image",
    "base URL": (
        "tell the site its address. Magento: `bin/magento setup:store-config:set --base-url=URL/` and "
        "`bin/magento cache:flush` in the container; GitLab: external_url in gitlab.rb, and "
        "`gitlab-ctl reconfigure`"
    ),
    "clock": "set the clocks of the site's host and of this machine (NTP): sessions and dates depend on them",
    "log-in": "check the account in the deployment file; if it is right, reset the site, which has its users",
    "data": "pages of the seeded data are missing: the image is another one, or not all of it was loaded",
    "fresh": "what only tasks make is there already: reset the site, or earlier runs count for this one",
    "write": "the account may not do what tasks ask for: check its rights; for the shop, its REST admin",
    "reset": "start the reset server of the deployment, or choose benchmark.reset=none",
    "matcher": "choose another matcher with llm@matcher.llm=…, or benchmark.fuzzy=exact",
}


class Seen(NamedTuple):
    """Fields of a `Finding`."""

    what: str
    ok: bool
    detail: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Answer:
    """What a URL answered in the end; `problem` when that is no page."""

    url: str = ""
    text: str = ""
    date: str = ""
    problem: str = ""


def outside(site: str, url: str, health: Health, limit_s: float) -> list[Seen]:
    """Reachable, the right site, its own address, its clock. Only the first when it is not reachable."""
    answer = get(url + (health.path if health.path != "/" else ""), limit_s)
    reachable = seen(f"{site}: reachable", answer.problem, "reachable", url)
    if answer.problem:
        return [reachable]
    marker = health.contains or MARKERS[site]
    other = "" if marker in answer.text else f"{answer.url} does not say {marker!r}"
    return [
        reachable,
        seen(f"{site}: right site", other, "right site"),
        seen(f"{site}: base URL", _other_address(site, url, answer), "base URL"),
        seen(f"{site}: clock", _clock_problem(answer.date), "clock"),
    ]


def seen(what: str, problem: str, remedy_for: str, detail: str = "") -> Seen:
    """A finding that is fine when there is no problem."""
    return Seen(what, not problem, problem or detail, remedy(remedy_for, problem))


def remedy(key: str, problem: Sized) -> str:
    """What to do about a problem; nothing when there is none."""
    return REMEDIES[key] if problem else ""


def get(url: str, limit_s: float) -> Answer:
    """One GET, redirects followed. Never raises for a site that fails."""
    import requests

    try:
        answer = requests.get(url, timeout=limit_s)
    except requests.TooManyRedirects:
        return Answer(problem=f"{url} redirects for ever")
    except requests.RequestException as error:
        return Answer(problem=f"{url} does not answer ({type(error).__name__})")
    problem = f"{url} answers {answer.status_code}" if answer.status_code >= 400 else ""
    return Answer(answer.url, answer.text, answer.headers.get("Date", ""), problem)


def rest_problem(base: str, account: Account) -> str:
    """Whether the shop gives the evaluators' helpers their token."""
    import requests

    url = f"{base}/rest/default/V1/integration/admin/token"
    given = {"username": account.username, "password": account.password}
    try:
        answer = requests.post(url, json=given, timeout=30)
    except requests.RequestException as error:
        return f"{url} does not answer ({type(error).__name__})"
    return "" if answer.ok and isinstance(_json(answer), str) else f"{url} answers {answer.status_code}"


def _json(answer: object) -> object:
    try:
        return answer.json()  # type: ignore[attr-defined]
    except ValueError:
        return None


def _other_address(site: str, url: str, answer: Answer) -> str:
    own = urlsplit(url).netloc
    if (led_to := urlsplit(answer.url).netloc) != own:
        return f"it leads to {led_to}"
    linked = [urlsplit(found).netloc for found in _ADDRESS.findall(answer.text)]
    if site in WRITE_THEIR_ADDRESS and linked and own not in linked:
        return f"its links lead to {max(set(linked), key=linked.count)}"
    return ""


def _clock_problem(date: str) -> str:
    try:
        off = abs((parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return ""  # it does not say
    return f"{off:.0f} s from this machine's" if off > CLOCK_LIMIT_S else ""
