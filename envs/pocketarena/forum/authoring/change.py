"""Content modification by writing: the task ends with the forum in one state, checked on its pages.

The list of the account's own posts tells all that it wrote: one thing too many is wrong.
"""

from __future__ import annotations

from envs.pocketarena.authoring.change import exactly
from envs.pocketarena.authoring.draft import DONE, Draft, Wrong, click, fill, press, sort_by
from envs.pocketarena.forum.authoring.draft import LIST, program_html
from envs.pocketarena.forum.authoring.lookup import (
    most_replies,
    newest,
    only_first,
    open_forum,
    open_thread,
    ordinary,
    pick,
    started_by,
    thread_path,
    threads_of,
)
from envs.pocketarena.forum.data.members import ACCOUNT_NAME
from envs.pocketarena.forum.data.threads import Forum, Thread
from envs.pocketarena.forum.data.world import World
from envs.pocketarena.plan import Step

MY_POSTS = f"/user/{ACCOUNT_NAME}/posts/"
WRITTEN = LIST.format(
    what='#posts article[data-day="2023-07-01"]',
    shown="e.dataset.forum + ' / ' + (e.dataset.opens == 'yes' ? e.querySelector('a').innerText : "
    "'reply in ' + e.dataset.thread) + ' / ' + e.querySelector('.content').innerText.trim()",
)
NEW_THREADS = (
    ("Coffee", "Tea", "Where do you buy your filters?", "The shop around the corner has closed."),
    ("Hiking", "Camping", "Trail closed near Denver", "The bridge is gone, go around by the lake."),
    ("Running", "Cycling", "First half marathon in autumn", "Which plan did you follow?"),
)
REPLIES = (
    "Thank you, this helped me a lot.",
    "I have nothing to add but my thanks.",
    "I will report back in a month.",
)
EDITS = (
    "EDIT: This is solved.",
    "EDIT: Thanks for all answers.",
    "EDIT: I have made up my mind.",
)


def start_thread(world: World) -> list[Draft]:
    """In one of two forums that are much alike."""

    def write(forum: Forum, title: str, message: str) -> list[Step]:
        form = [fill("Title", title), fill("Message", message), press("Post"), DONE]
        return [*open_forum(forum), click("New thread"), *form]

    drafts: list[Draft] = []
    for name, near, title, message in NEW_THREADS:
        forum, other = (next(f for f in world.forums if f.name == n) for n in (name, near))
        drafts.append(
            Draft(
                template="Start a thread with the title '{{title}}' and the message '{{message}}' in the "
                "{{forum}} forum.",
                values={"title": title, "message": message, "forum": name},
                difficulty="easy",
                evaluation=program_html((MY_POSTS, WRITTEN, exactly([f"{name} / {title} / {message}"]))),
                plan=write(forum, title, message),
                wrong=[
                    Wrong("posts in a forum nearby", write(other, title, message)),
                    Wrong("writes something else", write(forum, title, title)),
                    Wrong("does not post it", [*write(forum, title, message)[:-2], DONE]),
                ],
            )
        )
    return drafts


def reply_to_open(world: World) -> list[Draft]:
    """The most discussed thread is locked, so that the next one is meant."""

    def suitable(forum: Forum) -> bool:
        listed = ordinary(threads_of(world, forum, most_replies))
        open_ones = [t for t in listed if not t.locked]
        return listed[0].locked and only_first([len(t.posts) for t in open_ones])

    drafts: list[Draft] = []
    for forum, text in zip(pick(world.forums, suitable, 3), REPLIES, strict=True):
        listed = ordinary(threads_of(world, forum, most_replies))
        locked, right = listed[0], next(t for t in listed if not t.locked)
        usual = next(t for t in ordinary(threads_of(world, forum)) if not t.locked and t != right)
        say = [click("Reply"), fill("Message", text), press("Post"), DONE]
        drafts.append(
            Draft(
                template="Reply '{{text}}' in the thread of the {{forum}} forum that has the most replies "
                "of all that are not locked.",
                values={"text": text, "forum": forum.name},
                difficulty="medium",
                evaluation=program_html(
                    (MY_POSTS, WRITTEN, exactly([f"{forum.name} / reply in {right.id} / {text}"]))
                ),
                plan=[*open_forum(forum), *sort_by("Most replies"), click(right.title), *say],
                wrong=[
                    Wrong(
                        "gives up at the locked one",
                        [*open_forum(forum), *sort_by("Most replies"), click(locked.title), DONE],
                    ),
                    Wrong("replies without sorting", [*open_thread(world, usual), *say]),
                ],
            )
        )
    return drafts


def edit_own(world: World) -> list[Draft]:
    """One of several threads of one's own in a forum."""
    me = world.members[0]

    def mine(forum: Forum) -> list[Thread]:
        return sorted(started_by(world, me, forum), key=newest)

    def suitable(forum: Forum) -> bool:
        return len(mine(forum)) >= 2 and not (mine(forum)[0].locked or mine(forum)[-1].locked)

    drafts: list[Draft] = []
    chosen = zip(pick(world.forums, suitable, 3), EDITS, ("first", "last", "first"), strict=True)
    for forum, line, which in chosen:
        right, other = mine(forum)[0], mine(forum)[-1]
        if which == "last":
            right, other = other, right
        page = thread_path(right)
        text = f"document.getElementById('{right.posts[0].id}').querySelector('.content').innerText"
        drafts.append(
            Draft(
                template="Add the line '{{line}}' to the end of the opening message of the thread that I "
                "started {{which}} in the {{forum}} forum.",
                values={"line": line, "which": which, "forum": forum.name},
                difficulty="medium",
                evaluation=program_html(
                    (
                        page,
                        f"{text}.replace(/\\s+/g, ' ').trim()",
                        {"exact_match": f"{right.posts[0].text} {line}"},
                    )
                ),
                plan=_edit(world, right, f"{right.posts[0].text}\n{line}"),
                wrong=[
                    Wrong("replaces the message", _edit(world, right, line)),
                    Wrong(
                        "takes another thread of mine",
                        _edit(world, other, f"{other.posts[0].text}\n{line}"),
                    ),
                    Wrong(
                        "replies instead",
                        [
                            *(*open_thread(world, right), click("Reply"), fill("Message", line)),
                            *(press("Post"), DONE),
                        ],
                    ),
                ],
            )
        )
    return drafts


def _edit(world: World, thread: Thread, text: str) -> list[Step]:
    return [
        *open_thread(world, thread),
        *(click("Edit"), fill("Message", text), press("Save"), DONE),
    ]
