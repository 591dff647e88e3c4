"""Reviews: some complain of a fault, some say that they do not have it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.sentences import COMPLAINTS, OPENINGS, TITLES
from envs.pocketarena.data.words import DEPARTMENTS, FIRST_NAMES, LAST_NAMES

FIRST_REVIEW = datetime(2021, 7, 5, 9, 30, tzinfo=UTC)
MINUTES = 700 * 24 * 60


@dataclass(frozen=True)
class Review:
    product_id: int
    author: str
    score: int
    title: str
    body: str
    date: datetime
    about: str  # a key of COMPLAINTS
    complains: bool  # or says that there is nothing to complain of

    @property
    def complains_of(self) -> str:
        return self.about if self.complains else ""


def make_reviews(random: Random, products: list[Product]) -> list[Review]:
    """In order of their dates, so that ids and dates agree."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    faults = {shelf.name: shelf.faults for shelves in DEPARTMENTS.values() for shelf in shelves}
    made: list[Review] = []
    for product in products:
        bias = random.choice((0, 0, 1, 2))  # some products are worse than others
        for author in random.sample(names, _how_many(random)):
            made.append(make_review(random, product.id, author, bias, faults[product.shelf]))
    return sorted(made, key=lambda review: review.date)


def _how_many(random: Random) -> int:
    kind = random.random()
    if kind < 0.35:
        return random.randint(0, 1)
    if kind < 0.80:
        return random.randint(2, 5)
    return random.randint(7, 17)


def make_review(
    random: Random,
    product_id: int,
    author: str,
    bias: int,
    faults: tuple[str, ...],
    date: datetime | None = None,
) -> Review:
    """One review; `bias` lowers its score at times, and without a date it gets one of the two years."""
    score = max(1, random.choice((5, 5, 4, 4, 3, 5, 2)) - random.choice((0, bias)))
    fault = random.choice(faults)
    complaints, denials = COMPLAINTS[fault]
    complains = score <= 2 or (score == 3 and random.random() < 0.5)
    sentence = random.choice(complaints if complains else denials)
    return Review(
        product_id=product_id,
        author=author,
        score=score,
        title=random.choice(TITLES[score]),
        body=f"{random.choice(OPENINGS[score])} {sentence}",
        date=date or FIRST_REVIEW + timedelta(minutes=random.randrange(MINUTES)),
        about=fault,
        complains=complains,
    )
