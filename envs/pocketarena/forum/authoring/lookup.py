"""The world as its pages show it: which page a thread, a post or a member is on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from envs.pocketarena.authoring.draft import click, next_pages
from envs.pocketarena.forum.data.members import Member
from envs.pocketarena.forum.data.threads import Forum, Post, Thread
from envs.pocketarena.forum.data.world import World, make_world
from envs.pocketarena.plan import Step

THREADS_A_PAGE, POSTS_A_PAGE, MEMBERS_A_PAGE = 12, 8, 20
Order = Callable[[Thread], Any]


def latest_reply(thread: Thread) -> tuple[datetime, int]:
    return thread.posts[-1].date, thread.id


def newest(thread: Thread) -> tuple[datetime, int]:
    return thread.created, thread.id


def most_replies(thread: Thread) -> tuple[int, int]:
    return len(thread.posts), thread.id


def highest_score(thread: Thread) -> tuple[int, int]:
    return score(thread.posts[0]), thread.id


@functools.cache
def _scores() -> dict[int, int]:
    scores: dict[int, int] = {}
    for vote in make_world().votes:
        scores[vote.post.id] = scores.get(vote.post.id, 0) + vote.value
    return scores


def score(post: Post) -> int:
    return _scores().get(post.id, 0)


def threads_of(world: World, forum: Forum, order: Order = latest_reply) -> list[Thread]:
    """A forum's list: pinned ones first, then by `order`, the largest first."""
    mine = [thread for thread in world.threads if thread.forum == forum]
    return sorted(mine, key=lambda thread: (thread.pinned, order(thread)), reverse=True)


def ordinary(threads: Iterable[Thread]) -> list[Thread]:
    return [thread for thread in threads if not thread.pinned]


def first_page(threads: list[Thread]) -> list[Thread]:
    return threads[:THREADS_A_PAGE]


def started_by(world: World, member: Member, forum: Forum | None = None) -> list[Thread]:
    """Latest reply first, as the member's list shows them."""
    mine = [t for t in world.threads if t.author == member and forum in (None, t.forum)]
    return sorted(mine, key=latest_reply, reverse=True)


def namesake(world: World, member: Member) -> Member | None:
    """Whoever has the same name but for the order of the digits."""
    swapped = f"{member.name[:-2]}{member.name[-1]}{member.name[-2]}"
    return next((other for other in world.members if other.name == swapped), None)


def only_first(values: list[Any]) -> bool:
    """Whether the first of some sorted values is beaten by nothing and equalled by nothing."""
    return len(values) < 2 or values[0] != values[1]


def page_of(item: Any, items: list[Any], size: int) -> int:
    """From 0."""
    return items.index(item) // size


def pages(thread: Thread) -> int:
    """After the first."""
    return (len(thread.posts) - 1) // POSTS_A_PAGE


def forum_path(forum: Forum) -> str:
    return f"/f/{forum.slug}-{forum.id}/"


def thread_path(thread: Thread) -> str:
    return f"{forum_path(thread.forum)}{thread.id}/{thread.slug}/"


def open_forum(forum: Forum) -> list[Step]:
    """From any page."""
    return [click("Forums"), click(forum.name)]


def open_thread(world: World, thread: Thread) -> list[Step]:
    """From any page, through its forum's list."""
    page = page_of(thread, threads_of(world, thread.forum), THREADS_A_PAGE)
    return [*open_forum(thread.forum), *next_pages(page), click(thread.title)]


def read_thread(world: World, thread: Thread) -> list[Step]:
    """To its last page."""
    return [*open_thread(world, thread), *next_pages(pages(thread))]


def open_profile(world: World, member: Member) -> list[Step]:
    names = sorted(m.name for m in world.members)
    page = page_of(member.name, names, MEMBERS_A_PAGE)
    return [click("Members"), *next_pages(page), click(member.name)]


def open_threads_of(world: World, member: Member) -> list[Step]:
    count = len(started_by(world, member))
    return [*open_profile(world, member), click(f"Threads ({count})")]


def with_(thread: Thread) -> dict[str, str]:
    """How a task names a thread."""
    return {"thread": thread.title, "forum": thread.forum.name}


def pick(candidates: Iterable[Any], suitable: Callable[[Any], bool], count: int) -> list[Any]:
    """The first `count` suitable ones; a world without them is an error of its maker."""
    found = [candidate for candidate in candidates if suitable(candidate)][:count]
    if len(found) < count:
        raise LookupError(f"only {len(found)} of {count} candidates")
    return found
