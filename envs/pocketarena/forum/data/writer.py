"""What members ask and answer: all threads with their posts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from envs.pocketarena.forum.data.members import Member
from envs.pocketarena.forum.data.sentences import (
    CHATTER,
    OPENINGS,
    POLL_TEXT,
    POLL_TITLE,
    RULES_TEXT,
    RULES_TITLE,
    STANCES,
    TAILS,
    TITLES,
)
from envs.pocketarena.forum.data.shop_products import SHOP_PRODUCTS
from envs.pocketarena.forum.data.themes import BRANDS, CITIES, COMMON_PROBLEMS, Theme
from envs.pocketarena.forum.data.threads import Forum, Post, Thread

THREADS_A_FORUM = 21
POLLS = 8
TWINS = 12
FIRST_THREAD, LAST_THREAD = datetime(2022, 7, 1, 7, tzinfo=UTC), datetime(2023, 6, 22, 7, tzinfo=UTC)
LAST_POST = datetime(2023, 6, 30, 22, tzinfo=UTC)
LONGEST, USUAL, SALE = 36, 8, 12  # replies: at most; on average; on average to a sale
# how replies of a thread divide: stance → weight ("" is chatter)
MIX: dict[str, dict[str, int]] = {
    "recommend": {"for": 9, "against": 4, "mentions": 3, "": 4},
    "poll": {"for": 9, "against": 4, "mentions": 3, "": 4},
    "report": {"for": 4, "against": 4, "mentions": 2, "": 6},
    "problem": {"same": 8, "not_me": 6, "": 6},
    "meetup": {"in": 9, "out": 6, "": 5},
    "sale": {"offers": 10, "asks": 5, "": 5},
    "unsold": {"asks": 8, "": 8},  # for sale, but nobody offers anything
    "bought": {"bought": 12, "": 8},
}


def make_threads(random: Random, forums: list[Forum], members: list[Member]) -> list[Thread]:
    """All threads and posts, numbered in the order of their dates."""
    writer = _Writer(random, members)
    threads = [writer.rules(forum) for forum in forums]
    for forum in forums:
        titles: set[str] = set()
        while len(titles) < THREADS_A_FORUM:
            thread = writer.thread(forum)
            if thread.title not in titles:
                titles.add(thread.title)
                threads.append(thread)
    ordinary = [forum for forum in forums if forum.category != "Community"]
    threads += list(writer.polls(ordinary))
    threads += list(_twins(random, writer, threads, ordinary))
    return _numbered(_longest_locked(threads, forums[::2]))


def _longest_locked(threads: list[Thread], forums: list[Forum]) -> list[Thread]:
    """In these forums the thread that was discussed most is closed."""
    longest = [max((t for t in threads if t.forum == f), key=lambda t: len(t.posts)) for f in forums]
    return [replace(thread, locked=True) if thread in longest else thread for thread in threads]


def _twins(random: Random, writer: _Writer, threads: list[Thread], forums: list[Forum]) -> Iterator[Thread]:
    """Titles that stand in two forums of one category."""
    asked = [thread for thread in threads if thread.kind in ("recommend", "problem")]
    titles = {(thread.forum.name, thread.title) for thread in threads}
    for thread in random.sample([t for t in asked if t.forum in forums and t.author.id > 1], TWINS):
        nearby = [f for f in forums if f.category == thread.forum.category and f != thread.forum]
        forum = random.choice(nearby)
        if (forum.name, thread.title) not in titles:
            titles.add((forum.name, thread.title))
            yield writer.twin(thread, forum)


def _numbered(threads: list[Thread]) -> list[Thread]:
    posts = sorted((post.date, n, m) for n, t in enumerate(threads) for m, post in enumerate(t.posts))
    numbers = {(n, m): number for number, (_, n, m) in enumerate(posts, start=1)}
    done = [
        replace(t, posts=tuple(replace(p, id=numbers[n, m]) for m, p in enumerate(t.posts)))
        for n, t in enumerate(threads)
    ]
    done.sort(key=lambda thread: thread.posts[0].id)
    return [replace(thread, id=number) for number, thread in enumerate(done, start=1)]


class _Writer:
    """Writes threads with one generator; remembers which minutes are taken, so that dates never tie."""

    def __init__(self, random: Random, members: list[Member]) -> None:
        self.random, self.members = random, members
        self.account = members[0]
        self.taken: set[datetime] = set()

    def rules(self, forum: Forum) -> Thread:
        """Pinned and locked; older than everything else."""
        words = {"forum": forum.name, "description": forum.theme.description}
        date = self._free(datetime(2022, 6, 1 + forum.id % 28, 12, tzinfo=UTC))
        post = Post(0, self.members[1], date, RULES_TEXT.format(**words))
        title = RULES_TITLE.format(**words)
        return Thread(0, forum, "rules", title, (post,), pinned=True, locked=True)

    def thread(self, forum: Forum) -> Thread:
        kind = self.random.choice(forum.theme.kinds)
        date = self._some_date()
        words = self._words(forum.theme, date)
        # the account has its favourite forums
        own = self.random.random() < (1 / 6 if forum.id % 3 == 0 else 1 / 24)
        author = self.account if own else self.random.choice(self.members[1:])
        return self._thread(
            forum, kind, self.random.choice(TITLES[kind]).format(**words), author, date, words
        )

    def twin(self, thread: Thread, forum: Forum) -> Thread:
        """A thread of the same title in another forum, by somebody else."""
        others = [member for member in self.members[1:] if member != thread.author]
        date = self._some_date()
        same = {"item": thread.item, "use": thread.use, "problem": thread.problem}
        same["brand"] = thread.posts[0].about
        words = self._words(forum.theme, date) | same
        return self._thread(forum, thread.kind, thread.title, self.random.choice(others), date, words)

    def _thread(
        self, forum: Forum, kind: str, title: str, author: Member, date: datetime, words: dict[str, str]
    ) -> Thread:
        random = self.random
        opening = Post(0, author, date, random.choice(OPENINGS[kind]).format(**words), about=words["brand"])
        mix = "unsold" if kind == "sale" and random.random() < 0.3 else kind
        posts = (opening, *self._replies(opening, MIX[mix], words))
        locked = len(posts) > 6 and random.random() < 0.1
        item, use, problem = (words[name] for name in ("item", "use", "problem"))
        return Thread(0, forum, kind, title, posts, item, use, problem, locked=locked)

    def polls(self, forums: list[Forum]) -> Iterator[Thread]:
        for forum in self.random.sample(forums, POLLS):
            date = self._some_date()
            words = self._words(forum.theme, date)
            opening = Post(0, self.random.choice(self.members[1:]), date, POLL_TEXT)
            posts = (opening, *self._replies(opening, MIX["poll"], words))
            yield Thread(0, forum, "poll", POLL_TITLE.format(**words), posts, item=words["item"])

    def _some_date(self) -> datetime:
        minutes = self.random.randrange(int((LAST_THREAD - FIRST_THREAD) / timedelta(minutes=1)))
        return self._free(FIRST_THREAD + timedelta(minutes=minutes))

    def _words(self, theme: Theme, date: datetime) -> dict[str, str]:
        random = self.random
        day = date + timedelta(days=random.randint(10, 40))
        item = random.choice(theme.items)
        own = dict(zip(theme.items, theme.problems, strict=False)).get(item, COMMON_PROBLEMS[0])
        return {
            "item": item,
            "use": random.choice(theme.uses),
            "problem": random.choice((own, own, *COMMON_PROBLEMS)),
            "brand": random.choice(BRANDS),
            "number": str(random.randint(2, 14)),
            "city": random.choice(CITIES),
            "day": f"{day:%B} {day.day}",
        }

    def _replies(self, opening: Post, mix: dict[str, int], words: dict[str, str]) -> list[Post]:
        random = self.random
        average = SALE if "offers" in mix else USUAL
        none = random.random() < 0.12
        count = 0 if none else min(LONGEST, int(random.expovariate(1 / average)))
        others = [member for member in self.members if member != opening.author]
        brands = random.sample(BRANDS, random.randint(3, 5))
        prices = random.sample(range(5, 95), count)
        stances = random.choices(list(mix), weights=list(mix.values()), k=count)
        pace = random.choice((500, 3000, 9000))  # minutes: some threads live for days, some for months
        posts, date = [], opening.date
        for author, stance, price in zip(random.sample(others, count), stances, prices, strict=True):
            date = self._free(date + timedelta(minutes=1 + int(random.expovariate(1 / pace))))
            if date > LAST_POST:
                break
            fitting = {"brand": random.choice(brands)} if stance in ("for", "against", "mentions") else {}
            posts.append(
                self._reply(author, date, stance, words | fitting | {"price": str(price)})
                if stance
                else self._chatter(author, opening, date, words)
            )
        return posts

    def _reply(self, author: Member, date: datetime, stance: str, words: dict[str, str]) -> Post:
        random = self.random
        words = words | {"product": random.choice(SHOP_PRODUCTS), "number": str(random.randint(2, 14))}
        if stance == "asks":
            words["price"] = str(random.randint(95, 180))  # new, it cost more than anybody offers
        text = random.choice(STANCES[stance]).format(**words)
        if random.random() < 0.5 and stance in ("for", "against", "bought", "same"):
            text += " " + random.choice(TAILS).format(**words)
        keys = {"offers": "price", "bought": "product", "same": "problem", "not_me": "problem"}
        about = words.get(keys.get(stance, "brand"), "")
        return Post(0, author, date, text, stance, about)

    def _chatter(self, author: Member, opening: Post, date: datetime, words: dict[str, str]) -> Post:
        """Now and then it is whoever opened the thread."""
        if self.random.random() < 0.3:
            return Post(0, opening.author, date, "Thank you all, keep it coming.")
        return Post(0, author, date, self.random.choice(CHATTER))

    def _free(self, date: datetime) -> datetime:
        while date in self.taken:
            date += timedelta(minutes=1)
        self.taken.add(date)
        return date
