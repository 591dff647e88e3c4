"""Forums, threads and posts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from envs.pocketarena.forum.data.members import Member
from envs.pocketarena.forum.data.themes import THEMES, Theme


@dataclass(frozen=True)
class Forum:
    id: int
    category: str
    theme: Theme

    @property
    def name(self) -> str:
        return self.theme.name

    @property
    def slug(self) -> str:
        return slugify(self.name)


@dataclass(frozen=True)
class Post:
    """`stance` and `about` are what it says of a brand, a problem, a meeting, a price or a product."""

    id: int
    author: Member
    date: datetime
    text: str
    stance: str = ""
    about: str = ""


@dataclass(frozen=True)
class Thread:
    id: int
    forum: Forum
    kind: str
    title: str
    posts: tuple[Post, ...]
    item: str = ""
    use: str = ""
    problem: str = ""
    pinned: bool = False
    locked: bool = False

    @property
    def author(self) -> Member:
        return self.posts[0].author

    @property
    def created(self) -> datetime:
        return self.posts[0].date

    @property
    def replies(self) -> tuple[Post, ...]:
        return self.posts[1:]

    @property
    def slug(self) -> str:
        return slugify(self.title)


def slugify(text: str) -> str:
    """As Django does it."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text.lower())).strip("-_")


def make_forums() -> list[Forum]:
    """Ids are given in the order of creation, categories before their forums."""
    forums, number = [], 0
    for category, themes in THEMES.items():
        number += 1
        for theme in themes:
            number += 1
            forums.append(Forum(number, category, theme))
    return forums
