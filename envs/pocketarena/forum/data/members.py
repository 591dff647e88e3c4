"""Members. The account of the tasks is WebArena's public one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

MEMBERS = 72
# public test account, as in libwebarena's ACCOUNTS
ACCOUNT_NAME, ACCOUNT_PASSWORD = "MarvelsGrantMan136", "test1234"
FIRST_DAY = datetime(2019, 3, 1, tzinfo=UTC)
JOINING_DAYS = 1200

ADJECTIVES = (
    *("Quiet", "Mossy", "Brisk", "Salty", "Amber", "Lucky", "Rusty", "Nimble", "Foggy", "Dusty"),
    *("Copper", "Hazel", "Sleepy", "Windy"),
)
ANIMALS = ("Heron", "Badger", "Otter", "Finch", "Marten", "Lynx", "Wren", "Toad", "Ibex", "Raven")
SIGNATURES = (
    "Measure twice, pack once.",
    "There is no bad weather.",
    "Currently reading too many threads.",
    "Ask me about kettles.",
    "Slow is smooth.",
    "Collector of things that still work.",
    "Looking for the perfect bag since 2015.",
    "Up before the birds.",
)


@dataclass(frozen=True)
class Member:
    id: int
    name: str
    joined: datetime
    signature: str


def make_members(random: Random) -> list[Member]:
    """The account of the tasks first; a third of the others have a namesake with other digits."""
    names = [ACCOUNT_NAME, *_names(random)]
    days = random.sample(range(JOINING_DAYS), len(names))
    return [
        Member(
            number,
            name,
            FIRST_DAY + timedelta(days=day, hours=9),
            random.choice(SIGNATURES) if random.random() < 0.6 else "",
        )
        for number, (name, day) in enumerate(zip(names, days, strict=True), start=1)
    ]


def _names(random: Random) -> list[str]:
    """All digits are two different ones, so that they can be swapped and no name is part of another."""
    words = [f"{adjective}{animal}" for adjective in ADJECTIVES for animal in ANIMALS]
    chosen = random.sample(words, MEMBERS * 3 // 4)
    names = [f"{word}{random.choice('2468')}{random.choice('13579')}" for word in chosen]
    namesakes = [f"{name[:-2]}{name[-1]}{name[-2]}" for name in names[: MEMBERS - len(names)]]
    both = names + namesakes
    random.shuffle(both)
    return both
