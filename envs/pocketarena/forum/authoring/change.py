"""Content modification: the task ends with the forum in one state, checked by what its pages show.

The account's own lists (posts, votes, subscriptions) tell all that it did: one thing too many is wrong.
"""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.draft import DONE, Draft, Wrong, click, fill, press, sort_by
from envs.pocketarena.forum.authoring.draft import exactly, program_html
from envs.pocketarena.forum.authoring.lookup import (
    first_page,
    highest_score,
    latest_reply,
    most_replies,
    namesake,
    newest,
    only_first,
    open_forum,
    open_thread,
    open_threads_of,
    ordinary,
    pick,
    started_by,
    thread_path,
    threads_of,
    with_,
)
from envs.pocketarena.forum.data.members import ACCOUNT_NAME, Member
from envs.pocketarena.forum.data.threads import Forum, Thread
from envs.pocketarena.forum.data.world import Poll, World
from envs.pocketarena.plan import Step

# what, in an order that does not depend on the page; everything seeded is older than the forum's today
LIST = "[...document.querySelectorAll('{what}')].map(e => {shown}).sort().join(' | ')"
MY_POSTS = f"/user/{ACCOUNT_NAME}/posts/"
WRITTEN = LIST.format(
    what='#posts article[data-day="2023-07-01"]',
    shown="e.dataset.forum + ' / ' + (e.dataset.opens == 'yes' ? e.querySelector('a').innerText : "
    "'reply in ' + e.dataset.thread) + ' / ' + e.querySelector('.content').innerText.trim()",
)
VOTED = LIST.format(what='#votes li[data-day="2023-07-01"]', shown="e.dataset.vote + ' ' + e.dataset.post")
SUBSCRIBED = LIST.format(what="#subscriptions li", shown="e.dataset.thread")
POLLED = LIST.format(what="#poll tr", shown="e.dataset.option + ' ' + e.dataset.votes")
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


def upvote_all(world: World) -> list[Draft]:
    """All threads of a member in one forum, and none of a namesake nor of another forum."""
    mine = {vote.post for vote in world.votes if vote.voter.id == 1}

    def suitable(case: tuple[Member, Forum]) -> bool:
        member, forum = case
        other = namesake(world, member)
        here = started_by(world, member, forum)
        return (
            other is not None
            and 2 <= len(here) <= 3
            and len(here) < len(started_by(world, member))
            and bool(started_by(world, other))
            and not {t.posts[0] for t in here} & mine
        )

    cases = [(m, f) for m in world.members[1:] for f in world.forums]
    drafts: list[Draft] = []
    for member, forum in pick(Random("upvote").sample(cases, len(cases)), suitable, 3):
        here = started_by(world, member, forum)
        other = next(t for t in started_by(world, member) if t.forum != forum)
        twin = namesake(world, member)
        assert twin is not None
        votes = [f"up {thread.posts[0].id}" for thread in here]
        drafts.append(
            Draft(
                template="Upvote every thread that {{member}} has started in the {{forum}} forum, "
                "and nothing else.",
                values={"member": member.name, "forum": forum.name},
                difficulty="hard",
                evaluation=program_html(("/votes/", VOTED, exactly(votes))),
                plan=[*_upvote(world, member, here), DONE],
                wrong=[
                    Wrong("stops after the first", [*_upvote(world, member, here[:1]), DONE]),
                    Wrong("takes other forums as well", [*_upvote(world, member, [*here, other]), DONE]),
                    Wrong("takes a namesake", [*_upvote(world, twin, started_by(world, twin)[:1]), DONE]),
                ],
            )
        )
    return drafts


def _upvote(world: World, member: Member, threads: list[Thread]) -> list[Step]:
    """The opening message of each; its button is the first of the page."""
    start = open_threads_of(world, member)
    return [step for thread in threads for step in (*start, click(thread.title), press("Upvote"))]


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


RANKS = {"most": -1, "fewest": 0, "second most": -2}


def vote_in_poll(world: World) -> list[Draft]:
    """The results are on a page of their own; the order of the options says nothing."""

    def suitable(case: tuple[Poll, str]) -> bool:
        poll, which = case
        return next(iter(poll.votes)) != _ranked(poll)[RANKS[which]] and not poll.thread.locked

    drafts: list[Draft] = []
    for which in RANKS:
        used = {draft.values["thread"] for draft in drafts}
        fresh = [(poll, which) for poll in world.polls if poll.thread.title not in used]
        drafts.append(_vote(world, *pick(fresh, suitable, 1)[0]))
    return drafts


def _ranked(poll: Poll) -> list[str]:
    return sorted(poll.votes, key=lambda option: len(poll.votes[option]))


def _vote(world: World, poll: Poll, which: str) -> Draft:
    right, first = _ranked(poll)[RANKS[which]], next(iter(poll.votes))
    opposite = _ranked(poll)[{-1: 0, 0: -1, -2: -1}[RANKS[which]]]
    counts = [f"{name} {len(voters) + (name == right)}" for name, voters in poll.votes.items()]
    look = [*open_thread(world, poll.thread), click("View results"), click("Back to voting")]
    return Draft(
        template="In the thread '{{thread}}' of the {{forum}} forum, vote for the option that has the "
        "{{which}} votes so far.",
        values={**with_(poll.thread), "which": which},
        difficulty="medium",
        evaluation=program_html((f"{thread_path(poll.thread)}?view_results=1", POLLED, exactly(counts))),
        plan=[*look, click(right, "radio"), press("Vote"), DONE],
        wrong=[
            Wrong(
                "votes for the first option without looking",
                [*open_thread(world, poll.thread), click(first, "radio"), press("Vote"), DONE],
            ),
            Wrong("reads the wrong rank", [*look, click(opposite, "radio"), press("Vote"), DONE]),
            Wrong("chooses and does not vote", [*look, click(right, "radio"), DONE]),
        ],
    )


def subscribe_to_top(world: World) -> list[Draft]:
    """By score, where one may take the number of replies for it."""

    def suitable(forum: Forum) -> bool:
        listed = ordinary(threads_of(world, forum, highest_score))
        busiest = ordinary(threads_of(world, forum, most_replies))[0]
        return (
            only_first([highest_score(t)[0] for t in listed])
            and listed[0] not in (busiest, *first_page(threads_of(world, forum)), *world.subscriptions)
            and listed[0].author.id > 1
        )

    drafts: list[Draft] = []
    for forum in pick(Random("subscribe").sample(world.forums, len(world.forums)), suitable, 3):
        right = ordinary(threads_of(world, forum, highest_score))[0]
        busiest = ordinary(threads_of(world, forum, most_replies))[0]
        seen = max(ordinary(first_page(threads_of(world, forum, latest_reply))), key=highest_score)
        all_ = [str(thread.id) for thread in (*world.subscriptions, right)]
        drafts.append(
            Draft(
                template="Subscribe to the thread with the highest score in the {{forum}} forum.",
                values={"forum": forum.name},
                difficulty="medium",
                evaluation=program_html(("/subscriptions/", SUBSCRIBED, exactly(all_))),
                plan=[
                    *(*open_forum(forum), *sort_by("Highest score"), click(right.title)),
                    *(press("Subscribe"), DONE),
                ],
                wrong=[
                    Wrong(
                        "takes the busiest thread",
                        [
                            *(*open_forum(forum), *sort_by("Most replies"), click(busiest.title)),
                            *(press("Subscribe"), DONE),
                        ],
                    ),
                    Wrong(
                        "looks at the first page only",
                        [*open_thread(world, seen), press("Subscribe"), DONE],
                    ),
                ],
            )
        )
    return drafts
