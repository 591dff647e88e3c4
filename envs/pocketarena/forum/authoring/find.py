"""Information seeking.

Lessons: sort, or read all pages, before naming an extreme; count what is meant, not what is mentioned;
a list's first entry may be pinned there; say so when there is nothing to find.
"""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.draft import Draft, Wrong, answer, search, sort_by, string_match
from envs.pocketarena.forum.authoring.lookup import (
    POSTS_A_PAGE,
    THREADS_A_PAGE,
    first_page,
    most_replies,
    namesake,
    only_first,
    open_forum,
    open_thread,
    open_threads_of,
    ordinary,
    pick,
    read_thread,
    score,
    started_by,
    threads_of,
    with_,
)
from envs.pocketarena.forum.data.members import Member
from envs.pocketarena.forum.data.threads import Forum, Post, Thread
from envs.pocketarena.forum.data.world import World

NOTHING = "N/A"


def most_replied(world: World) -> list[Draft]:
    """Never on the first page of the usual order, nor at the top of the sorted one."""

    def suitable(forum: Forum) -> bool:
        listed = ordinary(threads_of(world, forum, most_replies))
        usual = first_page(threads_of(world, forum))
        return only_first([len(t.posts) for t in listed]) and listed[0] not in usual

    drafts: list[Draft] = []
    for forum in pick(world.forums, suitable, 3):
        listed = threads_of(world, forum, most_replies)
        right, pinned = ordinary(listed)[0], listed[0]
        seen = max(first_page(threads_of(world, forum)), key=most_replies)
        drafts.append(
            Draft(
                template="Which thread in the {{forum}} forum has the most replies? "
                "Answer with its full title.",
                values={"forum": forum.name},
                difficulty="easy",
                evaluation=string_match(must_include=[right.title]),
                plan=[*open_forum(forum), *sort_by("Most replies"), answer(f"It is '{right.title}'.")],
                wrong=[
                    Wrong("looks at the first page only", [*open_forum(forum), answer(seen.title)]),
                    Wrong(
                        "takes what is pinned for the first",
                        [*open_forum(forum), *sort_by("Most replies"), answer(pinned.title)],
                    ),
                ],
            )
        )
    return drafts


def count_recommendations(world: World) -> list[Draft]:
    """By their sense, over several pages: others warn of the brand, or only mention it."""
    drafts: list[Draft] = []
    brands: set[str] = set()
    for thread in Random("recommend").sample(world.threads, len(world.threads)):
        for brand in sorted({post.about for post in thread.replies if post.stance == "for"} - brands):
            right = _count(thread.replies, brand, "for")
            first = _count(thread.posts[1:POSTS_A_PAGE], brand, "for")
            mentioned = _count(thread.replies, brand, "for", "against", "mentions")
            if thread.kind != "recommend" or not (1 <= first < right < mentioned):
                continue
            brands.add(brand)
            counts = [answer(str(count)) for count in (right, first, mentioned)]
            drafts.append(
                Draft(
                    template="How many members recommend {{brand}} in the thread '{{thread}}' of the "
                    "{{forum}} forum? Answer with the number only.",
                    values={"brand": brand, **with_(thread)},
                    difficulty="hard",
                    evaluation=string_match(exact_match=str(right)),
                    plan=[*read_thread(world, thread), counts[0]],
                    wrong=[
                        Wrong("reads the first page only", [*open_thread(world, thread), counts[1]]),
                        Wrong("counts warnings as well", [*read_thread(world, thread), counts[2]]),
                    ],
                )
            )
            break
        if len(drafts) == 3:
            return drafts
    raise LookupError("too few threads with such recommendations")


def _count(posts: tuple[Post, ...], brand: str, *stances: str) -> int:
    return sum(post.about == brand and post.stance in stances for post in posts)


def best_reply(world: World) -> list[Draft]:
    """Inside a thread nothing can be sorted; and the opening message is no reply."""

    def suitable(thread: Thread) -> bool:
        best = sorted(thread.replies, key=score, reverse=True)
        on_first_page = thread.posts[:POSTS_A_PAGE]
        return (
            len(thread.replies) > POSTS_A_PAGE
            and only_first([score(post) for post in best])
            and best[0] not in on_first_page
            and best[0].author != max(on_first_page[1:], key=score).author
            and best[0].author != thread.author
            and score(thread.posts[0]) > score(best[0])
        )

    drafts: list[Draft] = []
    for thread in pick(Random("best").sample(world.threads, len(world.threads)), suitable, 3):
        right = max(thread.replies, key=score)
        seen = max(thread.posts[1:POSTS_A_PAGE], key=score)
        drafts.append(
            Draft(
                template="Who wrote the reply with the highest score in the thread '{{thread}}' of the "
                "{{forum}} forum?",
                values=dict(with_(thread)),
                difficulty="medium",
                evaluation=string_match(must_include=[right.author.name]),
                plan=[*read_thread(world, thread), answer(f"{right.author.name} did.")],
                wrong=[
                    Wrong(
                        "reads the first page only", [*open_thread(world, thread), answer(seen.author.name)]
                    ),
                    Wrong(
                        "takes the opening message for a reply",
                        [*read_thread(world, thread), answer(thread.author.name)],
                    ),
                ],
            )
        )
    return drafts


def count_threads(world: World) -> list[Draft]:
    """Of one member among namesakes, in one forum among many."""

    def counts(case: tuple[Member, Forum]) -> list[int]:
        member, forum = case
        other = namesake(world, member)
        assert other is not None
        return [
            len(started_by(world, member, forum)),
            len(started_by(world, other, forum)),
            len(started_by(world, member)),
        ]

    known = [member for member in world.members if namesake(world, member)]
    cases = Random("authors").sample([(m, f) for m in known for f in world.forums], len(known) * 16)

    def suitable(case: tuple[Member, Forum]) -> bool:
        here, others, everywhere = counts(case)
        return here >= 1 and len({here, others, everywhere}) == 3 and everywhere <= THREADS_A_PAGE

    drafts: list[Draft] = []
    chosen = pick(cases, lambda case: suitable(case) and counts(case)[0] >= 2, 3)
    for case in chosen:
        member, forum = case
        here, others, everywhere = counts(case)
        other = namesake(world, member)
        assert other is not None
        start = open_threads_of(world, member)
        drafts.append(
            Draft(
                template="How many threads has {{member}} started in the {{forum}} forum? "
                "Answer with the number only.",
                values={"member": member.name, "forum": forum.name},
                difficulty="medium",
                evaluation=string_match(exact_match=str(here)),
                plan=[*start, answer(str(here))],
                wrong=[
                    Wrong("counts all forums", [*start, answer(str(everywhere))]),
                    Wrong("takes a namesake", [*open_threads_of(world, other), answer(str(others))]),
                ],
            )
        )
    return drafts


def highest_offer(world: World) -> list[Draft]:
    """Somebody tells what they once paid; and of one thing nobody wants to have it."""

    def offers(posts: tuple[Post, ...]) -> list[int]:
        return [int(post.about) for post in posts if post.stance == "offers"]

    def paid(thread: Thread) -> list[int]:
        return [int(p.text.split("$")[1].split()[0]) for p in thread.replies if "I paid $" in p.text]

    def wanted(thread: Thread) -> bool:
        early = offers(thread.posts[:POSTS_A_PAGE])
        return bool(early) and max(early) < max(offers(thread.posts))

    sales = [thread for thread in world.threads if thread.kind == "sale"]
    unsold = pick(sales, lambda t: not offers(t.posts) and bool(paid(t)), 1)
    asked = [thread for thread in sales if offers(thread.posts) and paid(thread)]
    traps = pick(asked, lambda t: max(paid(t)) > max(offers(t.posts)), 1)
    late = pick(sales, lambda t: wanted(t) and t not in traps, 1)
    return [
        _offer(world, t, offers(t.posts), paid(t), offers(t.posts[:POSTS_A_PAGE]))
        for t in traps + unsold + late
    ]


def _offer(world: World, thread: Thread, all_: list[int], paid: list[int], early: list[int]) -> Draft:
    right = f"${max(all_)}" if all_ else NOTHING
    wrong = []
    if paid and max(paid) > max(all_, default=0):
        wrong.append(
            Wrong("takes what somebody paid", [*read_thread(world, thread), answer(f"${max(paid)}")])
        )
    if early and max(early) < max(all_):
        wrong.append(
            Wrong("reads the first page only", [*open_thread(world, thread), answer(f"${max(early)}")])
        )
    return Draft(
        template="What is the highest offer for what is sold in the thread '{{thread}}' of the {{forum}} "
        "forum? If nobody has made an offer, answer 'N/A'.",
        values=dict(with_(thread)),
        difficulty="medium",
        evaluation=string_match(must_include=[right]),
        plan=[*read_thread(world, thread), answer(f"The answer is {right}." if all_ else NOTHING)],
        wrong=wrong,
    )


def who_started(world: World) -> list[Draft]:
    """One title, two forums; and one title that is not in the forum that is asked about."""

    def twin(thread: Thread) -> Thread | None:
        same = (t for t in world.threads if t.title == thread.title and t.forum != thread.forum)
        return next((t for t in same if t.author != thread.author and not t.pinned), None)

    threads = Random("twins").sample(world.threads, len(world.threads))
    two = pick(threads, lambda t: twin(t) is not None and t.author.id > 1, 2)
    alone = pick(threads, lambda t: twin(t) is None and t.kind == "recommend" and t.author.id > 1, 1)
    drafts: list[Draft] = []
    for thread in (two[0], alone[0], two[1]):
        other = twin(thread)
        near = [f for f in world.forums if f.category == thread.forum.category and f != thread.forum]
        asked = thread.forum if other else near[0]
        right = thread.author.name if other else NOTHING
        mistaken = (other or thread).author.name
        drafts.append(
            Draft(
                template="Who started the thread '{{thread}}' in the {{forum}} forum? "
                "If there is no such thread in that forum, answer 'N/A'.",
                values={"thread": thread.title, "forum": asked.name},
                difficulty="easy",
                evaluation=string_match(must_include=[right]),
                plan=[*search(thread.title), answer(right)],
                wrong=[Wrong("takes the thread of another forum", [*search(thread.title), answer(mistaken)])],
            )
        )
    return drafts
