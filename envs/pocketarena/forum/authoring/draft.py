"""Evaluations on the forum, in the words that the shop's drafts are written with."""

from __future__ import annotations

from typing import Any

from envs.pocketarena.authoring import draft

FORUM = "__REDDIT__"
# what, in an order that does not depend on the page; everything seeded is older than the forum's today
LIST = "[...document.querySelectorAll('{what}')].map(e => {shown}).sort().join(' | ')"


def url_match(path: str) -> dict[str, Any]:
    return draft.url_match(path, FORUM)


def program_html(*targets: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    """Targets: a path of the forum or a whole address, locator, required contents."""
    return draft.program_html(*targets, site=FORUM)
