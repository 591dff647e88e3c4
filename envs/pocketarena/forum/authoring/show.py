"""Site navigation: the task ends on a page with one address."""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.draft import DONE, Draft, Wrong, click, next_pages, search, select, sort_by
from envs.pocketarena.forum.authoring.draft import url_match
from envs.pocketarena.forum.authoring.lookup import (
    POSTS_A_PAGE,
    THREADS_A_PAGE,
    first_page,
    forum_path,
    newest,
    open_forum,
    open_thread,
    ordinary,
    page_of,
    pick,
    read_thread,
    thread_path,
    threads_of,
    with_,
)
from envs.pocketarena.forum.data.threads import Forum, Thread
from envs.pocketarena.forum.data.world import World
from envs.pocketarena.plan import Step

ORDERINGS = {
    "from the most replied to the least": ("Most replies", "replies"),
    "with the highest scored first": ("Highest score", "top"),
    "with those that were started last first": ("Newest", "new"),
}


def sorted_forum(world: World) -> list[Draft]:
    """One forum, sorted."""
    drafts: list[Draft] = []
    for name, wording in zip(("Camping", "Keyboards", "Swimming"), ORDERINGS, strict=True):
        forum = next(forum for forum in world.forums if forum.name == name)
        option, value = ORDERINGS[wording]
        other = next(label for label, _ in ORDERINGS.values() if label != option)
        drafts.append(
            Draft(
                template="Show me the threads of the {{forum}} forum, {{order}}.",
                values={"forum": name, "order": wording},
                difficulty="easy",
                evaluation=url_match(f"{forum_path(forum)}?sort={value}"),
                plan=[*open_forum(forum), *sort_by(option), DONE],
                wrong=[
                    Wrong("does not apply the order", [*open_forum(forum), select("Sort by", option), DONE]),
                    Wrong("sorts another way", [*open_forum(forum), *sort_by(other), DONE]),
                ],
            )
        )
    return drafts


def sorted_search(world: World) -> list[Draft]:
    """The results of a search, in an order."""
    drafts: list[Draft] = []
    for words, wording in zip(("rain jacket", "small children", "winter nights"), ORDERINGS, strict=True):
        option, value = ORDERINGS[wording]
        drafts.append(
            Draft(
                template="Search the forum for '{{words}}' and show me the results {{order}}.",
                values={"words": words, "order": wording},
                difficulty="easy",
                evaluation=url_match(f"/search/?q={words.replace(' ', '+')}&sort={value}"),
                plan=[*search(words), *sort_by(option), DONE],
                wrong=[
                    Wrong("leaves the results as they come", [*search(words), DONE]),
                    Wrong("searches for one word", [*search(words.split()[1]), *sort_by(option), DONE]),
                ],
            )
        )
    return drafts


def newest_unanswered(world: World) -> list[Draft]:
    """Newer ones have replies; what is pinned on top has none, but is old."""

    def unanswered(forum: Forum) -> list[Thread]:
        return [t for t in ordinary(threads_of(world, forum, newest)) if not t.replies]

    def suitable(forum: Forum) -> bool:
        listed = ordinary(threads_of(world, forum, newest))
        return bool(unanswered(forum)) and listed.index(unanswered(forum)[0]) >= 2

    drafts: list[Draft] = []
    for forum in pick(Random("unanswered").sample(world.forums, len(world.forums)), suitable, 3):
        right = unanswered(forum)[0]
        listed = threads_of(world, forum, newest)
        page = page_of(right, listed, THREADS_A_PAGE)
        sort = [*open_forum(forum), *sort_by("Newest")]
        drafts.append(
            Draft(
                template="Open the newest thread in the {{forum}} forum that nobody has replied to.",
                values={"forum": forum.name},
                difficulty="medium",
                evaluation=url_match(thread_path(right)),
                plan=[*sort, *next_pages(page), click(right.title), DONE],
                wrong=[
                    Wrong("opens the newest of all", [*sort, click(ordinary(listed)[0].title), DONE]),
                    Wrong("takes what is pinned", [*sort, click(listed[0].title), DONE]),
                ],
            )
        )
    return drafts


def last_to_reply(world: World) -> list[Draft]:
    """On the last page of a long thread."""

    def suitable(thread: Thread) -> bool:
        last = thread.posts[-1].author
        early = {post.author for post in thread.posts[:POSTS_A_PAGE]}
        return len(thread.posts) > 2 * POSTS_A_PAGE and last not in early and last.id > 1

    drafts: list[Draft] = []
    for thread in pick(Random("last").sample(world.threads, len(world.threads)), suitable, 3):
        right, seen = thread.posts[-1].author, thread.posts[POSTS_A_PAGE - 1].author
        # how often a name is linked on the last page before its last post
        on_last_page = thread.posts[(len(thread.posts) - 1) // POSTS_A_PAGE * POSTS_A_PAGE : -1]
        nth = sum(post.author == right for post in on_last_page)
        drafts.append(
            Draft(
                template="Open the profile of the member who wrote the latest reply in the thread "
                "'{{thread}}' of the {{forum}} forum.",
                values=dict(with_(thread)),
                difficulty="medium",
                evaluation=url_match(f"/user/{right.name}/"),
                plan=[*read_thread(world, thread), click(right.name, nth=nth), DONE],
                wrong=[
                    Wrong(
                        "stops at the end of the first page",
                        [*open_thread(world, thread), click(seen.name), DONE],
                    ),
                    Wrong(
                        "opens the profile of whoever asked",
                        [*open_thread(world, thread), click(thread.author.name), DONE],
                    ),
                    Wrong("stays in the thread", [*read_thread(world, thread), DONE]),
                ],
            )
        )
    return drafts


def first_of_month(world: World) -> list[Draft]:
    """By its date: the list gives no way to jump there."""

    def of_month(forum: Forum, year: int, month: int) -> list[Thread]:
        listed = threads_of(world, forum, newest)
        return [t for t in ordinary(listed) if (t.created.year, t.created.month) == (year, month)]

    cases = [(f, y, m) for f in world.forums for y, m in ((2022, 8), (2022, 11), (2023, 1), (2022, 9))]

    def suitable(case: tuple[Forum, int, int]) -> bool:
        found = of_month(*case)
        usual = first_page(threads_of(world, case[0]))
        return len(found) >= 3 and not set(found[-1:]) & set(usual)

    chosen: dict[Forum, tuple[Forum, int, int]] = {}
    for case in Random("month").sample(cases, len(cases)):
        if suitable(case) and len(chosen) < 3:
            chosen.setdefault(case[0], case)
    return [_first_of_month(world, of_month(*case)) for case in chosen.values()]


def _first_of_month(world: World, found: list[Thread]) -> Draft:
    """`found` is newest first."""
    right, latest = found[-1], found[0]
    return Draft(
        template="Open the first thread that was started in the {{forum}} forum in {{month}}.",
        values={"forum": right.forum.name, "month": f"{right.created:%B %Y}"},
        difficulty="hard",
        evaluation=url_match(thread_path(right)),
        plan=_open_by_age(world, right),
        wrong=[Wrong("takes the last one of that month", _open_by_age(world, latest))],
    )


def _open_by_age(world: World, thread: Thread) -> list[Step]:
    page = page_of(thread, threads_of(world, thread.forum, newest), THREADS_A_PAGE)
    return [
        *(*open_forum(thread.forum), *sort_by("Newest"), *next_pages(page)),
        *(click(thread.title), DONE),
    ]
