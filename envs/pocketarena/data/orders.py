"""Two years of orders. What was paid then is not always what a thing costs now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.people import Customer

FIRST_ORDER = datetime(2021, 7, 3, 8, 15, tzinfo=UTC)
LAST_ORDER = datetime(2023, 6, 24, 18, 40, tzinfo=UTC)
PRICE_RISE = datetime(2022, 9, 1, tzinfo=UTC)  # a tenth cheaper before
FIRST_NUMBER = 100001
SHOPPERS_ORDERS, OTHERS_ORDERS = 44, 620


@dataclass(frozen=True)
class Line:
    product: Product
    quantity: int
    cents: int  # of one piece


@dataclass(frozen=True)
class Order:
    number: int
    customer: Customer
    date: datetime
    status: str  # Pending, Processing, Complete or Canceled
    lines: tuple[Line, ...]

    @property
    def cents(self) -> int:
        return sum(line.cents * line.quantity for line in self.lines)


def make_orders(random: Random, customers: list[Customer], products: list[Product]) -> list[Order]:
    """Numbered by date. The first customer is the shopper; no two of her orders share a day."""
    shopper, others = customers[0], customers[1:]
    days = (LAST_ORDER - FIRST_ORDER).days
    whose = [(day, shopper) for day in random.sample(range(days), SHOPPERS_ORDERS)]
    whose += [(random.randrange(days), random.choice(others)) for _ in range(OTHERS_ORDERS)]
    dated = [(FIRST_ORDER + timedelta(days=day, minutes=random.randrange(600)), who) for day, who in whose]
    dated.sort(key=lambda pair: (pair[0], pair[1].id))
    return [
        Order(number, customer, date, _status(random, date), _lines(random, date, products))
        for number, (date, customer) in enumerate(dated, start=FIRST_NUMBER)
    ]


def _status(random: Random, date: datetime) -> str:
    if random.random() < 0.24:
        return "Canceled"
    age = (LAST_ORDER - date).days
    if age < 25:
        return random.choice(("Pending", "Pending", "Processing"))
    if age < 90:
        return random.choice(("Processing", "Complete", "Complete"))
    return "Complete"


def _lines(random: Random, date: datetime, products: list[Product]) -> tuple[Line, ...]:
    chosen = random.sample(products, random.choice((1, 1, 2, 2, 3, 4)))
    factor = 90 if date < PRICE_RISE else 100
    return tuple(Line(p, random.choice((1, 1, 1, 2, 3)), p.cents * factor // 100) for p in chosen)
