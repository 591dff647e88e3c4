"""The whole content of the forum, from one seed."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from envs.pocketarena.forum.data.members import Member, make_members
from envs.pocketarena.forum.data.themes import BRANDS
from envs.pocketarena.forum.data.threads import Forum, Post, Thread, make_forums
from envs.pocketarena.forum.data.writer import LAST_POST, make_threads

SEED = 20230701


@dataclass(frozen=True)
class Vote:
    post: Post
    voter: Member
    value: int  # 1 or -1
    cast: datetime


@dataclass(frozen=True)
class Poll:
    """`votes` names the members who chose each option; no two options have as many."""

    thread: Thread
    votes: dict[str, tuple[Member, ...]]


@dataclass(frozen=True)
class World:
    members: list[Member]
    forums: list[Forum]
    threads: list[Thread]
    votes: list[Vote]
    polls: list[Poll]
    subscriptions: list[Thread]  # of the account


@functools.cache
def make_world() -> World:
    """Each part has a generator of its own, so that a change in one leaves the others as they are."""
    members = make_members(Random(f"{SEED} members"))
    forums = make_forums()
    threads = make_threads(Random(f"{SEED} threads"), forums, members)
    plain = [thread for thread in threads if not thread.pinned and thread.author != members[0]]
    return World(
        members=members,
        forums=forums,
        threads=threads,
        votes=_votes(Random(f"{SEED} votes"), threads, members),
        polls=_polls(Random(f"{SEED} polls"), threads, members),
        subscriptions=Random(f"{SEED} subscriptions").sample(plain, 3),
    )


def _votes(random: Random, threads: list[Thread], members: list[Member]) -> list[Vote]:
    votes = []
    for thread in threads:
        for post in thread.posts:
            mean = 9 if post == thread.posts[0] else 2.5
            count = min(len(members) - 1, int(random.expovariate(1 / mean)))
            liked = random.uniform(0.45, 0.98)
            others = [member for member in members if member != post.author]
            for voter in random.sample(others, count):
                cast = min(LAST_POST, post.date + timedelta(minutes=random.randint(1, 5000)))
                votes.append(Vote(post, voter, 1 if random.random() < liked else -1, cast))
    return votes


def _polls(random: Random, threads: list[Thread], members: list[Member]) -> list[Poll]:
    """The account of the tasks has voted in none."""
    polls = []
    for thread in threads:
        if thread.kind == "poll":
            counts = random.sample(range(3, 16), 5)
            voters = random.sample(members[1:], sum(counts))
            chosen = {}
            for brand, count in zip(random.sample(BRANDS, 5), counts, strict=True):
                chosen[brand], voters = tuple(voters[:count]), voters[count:]
            polls.append(Poll(thread, chosen))
    return polls
