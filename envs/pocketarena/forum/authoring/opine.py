"""Content modification by a click: votes, polls, subscriptions.

The account's own lists tell all that it did: one thing too many is wrong.
"""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.change import exactly
from envs.pocketarena.authoring.draft import DONE, Draft, Wrong, click, press, sort_by
from envs.pocketarena.forum.authoring.draft import LIST, program_html
from envs.pocketarena.forum.authoring.lookup import (
    first_page,
    highest_score,
    latest_reply,
    most_replies,
    namesake,
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
from envs.pocketarena.forum.data.members import Member
from envs.pocketarena.forum.data.threads import Forum, Thread
from envs.pocketarena.forum.data.world import Poll, World
from envs.pocketarena.plan import Step

VOTED = LIST.format(what='#votes li[data-day="2023-07-01"]', shown="e.dataset.vote + ' ' + e.dataset.post")
SUBSCRIBED = LIST.format(what="#subscriptions li", shown="e.dataset.thread")
POLLED = LIST.format(what="#poll tr", shown="e.dataset.option + ' ' + e.dataset.votes")


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
