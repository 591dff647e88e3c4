"""Logging in as the official harness does, with cookies kept for the next task and renewed on expiry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from envs.webarena.deployment import Account
from reasoningbank.core.errors import InfrastructureError


@dataclass(frozen=True)
class Form:
    """How a site is logged in at (the contract of the official log-in), and how it shows that one is not."""

    path: str
    username: str
    password: str
    button: str
    probe: str  # a page that differs for those who are logged in
    away: str = r"$^"  # its address for the others, as a pattern
    sign: str = r"$^"  # what stands on it for the others, as a pattern
    link: str = ""  # to be clicked first
    exact: bool = False


FORMS: Mapping[str, Form] = {
    "shopping": Form(
        "/customer/account/login/",
        "Email",
        "Password",
        "Sign In",
        "/customer/account/",
        away="/customer/account/login",
        exact=True,
    ),
    "shopping_admin": Form(
        "", "Username", "Password", "Sign in", "", sign=r"""<input[^>]+type=["']?password"""
    ),
    "reddit": Form("/", "Username", "Password", "Log in", "/", sign=r"<a[^>]*>\s*Log in\s*<", link="Log in"),
    "gitlab": Form(
        "/users/sign_in", "Username or email", "Password", "Sign in", "/-/profile", away="/users/sign_in"
    ),
}
# libwebarena's ACCOUNTS: public, on every official deployment
PUBLIC_ACCOUNTS: Mapping[str, Account] = {
    "shopping": Account(username="emma.lopez@gmail.com", password="Password.123"),
    "shopping_admin": Account(username="admin", password="admin1234"),
    # of the shop's REST API, which the evaluators' helpers use
    "shopping_site_admin": Account(username="admin", password="admin1234"),
    "reddit": Account(username="MarvelsGrantMan136", password="test1234"),
    "gitlab": Account(username="byteblaze", password="hello1234"),
}


@dataclass
class LogIns:
    """The log-ins of one environment. Cookies stay in this process and are never shared with another."""

    urls: Mapping[str, str]
    accounts: Mapping[str, Account]
    _kept: dict[str, list[Any]] = field(default_factory=dict)
    renewals: int = 0  # kept cookies that had expired

    def sign_in(self, site: str, page: Any) -> None:
        """Makes `page`'s context logged in at `site`. Raises `InfrastructureError` when it cannot be."""
        if site not in FORMS:  # wikipedia needs none
            return
        context = page.context
        if site in self._kept:
            context.add_cookies(self._kept[site])
            if self._signed_in(context, site):
                return
            self.renewals += 1
            for cookie in self._kept.pop(site):
                context.clear_cookies(name=cookie["name"])
        # a host's cookies are shared by its ports: only those that this log-in sets are the site's
        before = {(cookie["name"], cookie["value"]) for cookie in context.cookies()}
        self._fill_in(context, site)
        if not self._signed_in(context, site):
            who = self.accounts[site].username
            raise InfrastructureError(f"log-in at {site} ({self.urls[site]}) as {who} did not work")
        now = context.cookies(self.urls[site])
        self._kept[site] = [cookie for cookie in now if (cookie["name"], cookie["value"]) not in before]

    def _signed_in(self, context: Any, site: str) -> bool:
        """Without opening a page: what the site answers to the context's cookies."""
        form = FORMS[site]
        answer = context.request.get(self.urls[site] + form.probe)
        away = re.search(form.away, answer.url) or re.search(form.sign, answer.text(), re.IGNORECASE)
        return bool(answer.ok) and not away

    def _fill_in(self, context: Any, site: str) -> None:
        form, account = FORMS[site], self.accounts[site]
        page = context.new_page()
        try:
            page.goto(self.urls[site] + form.path)
            if form.link:
                page.get_by_role("link", name=form.link).click()
            page.get_by_label(form.username, exact=form.exact).fill(account.username)
            page.get_by_label(form.password, exact=form.exact).fill(account.password)
            # waited for: closing a page right after a click can hang the browser for ever
            with page.expect_navigation():
                page.get_by_role("button", name=form.button).click()
        finally:
            page.close()
