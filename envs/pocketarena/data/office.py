"""What only the back office shows: vouchers, reviews that wait, notes on orders, stock alerts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.reviews import Review, make_review
from envs.pocketarena.data.words import DEPARTMENTS, FIRST_NAMES, LAST_NAMES

FIRST_PENDING = datetime(2023, 6, 5, 9, 0, tzinfo=UTC)
PENDING_MINUTES = 24 * 24 * 60
PENDING_PRODUCTS = 16
NOTES, NOTED_AFTER = 60, timedelta(hours=5)
THRESHOLDS = (None, None, 5, 10, 15)

OFFERS = (
    # name, kind as Oscar calls it, amount
    ("5% off the whole basket", "Percentage", 5),
    ("10% off the whole basket", "Percentage", 10),
    ("20% off the whole basket", "Percentage", 20),
    ("$5 off the whole basket", "Absolute", 5),
    ("$15 off the whole basket", "Absolute", 15),
)
USAGES = ("Single use", "Multi-use", "Once per customer")
CAMPAIGNS = (
    # name, code, first month, months: alike on purpose
    ("Spring Sale 2022", "SPRING22", (2022, 3), 2),
    ("Spring Sale 2023", "SPRING23", (2023, 3), 2),
    ("Summer Sale 2022", "SUMMER22", (2022, 6), 3),
    ("Summer Sale 2023", "SUMMER23", (2023, 6), 3),
    ("Autumn Days 2022", "AUTUMN22", (2022, 9), 2),
    ("Autumn Days 2023", "AUTUMN23", (2023, 9), 2),
    ("Winter Warmers 2022", "WINTER22", (2022, 12), 2),
    ("Back to School 2022", "SCHOOL22", (2022, 8), 1),
    ("Back to School 2023", "SCHOOL23", (2023, 8), 1),
    ("Black Week 2021", "BLACK21", (2021, 11), 1),
    ("Black Week 2022", "BLACK22", (2022, 11), 1),
    ("Newsletter Welcome", "HELLO", (2021, 7), 48),
    ("Newsletter Thanks", "THANKS", (2022, 1), 36),
    ("Kitchen Weeks", "KITCHEN", (2023, 5), 3),
    ("Outdoor Weeks", "OUTDOOR", (2023, 4), 4),
    ("Home Office Weeks", "DESK", (2022, 10), 2),
    ("Garden Opening", "GARDEN", (2023, 4), 1),
    ("Early Bird", "EARLYBIRD", (2023, 7), 2),
    ("Customer Birthday", "BIRTHDAY", (2021, 7), 60),
    ("Review Reward", "REVIEW", (2022, 5), 24),
    ("Staff Discount", "STAFF", (2021, 7), 60),
    ("Sorry for the Wait", "SORRY", (2022, 2), 36),
    ("Second Order", "AGAIN", (2021, 9), 30),
    ("Free Delivery Weekend", "WEEKEND", (2023, 2), 1),
)
NOTE_TEXTS = (
    "Customer asked to leave the parcel with the neighbor at number {n}.",
    "Called the customer: the bell does not work, use the side door.",
    "Gift wrapping requested, card says 'Happy birthday'.",
    "Customer wants the invoice made out to company number {n}.",
    "Carrier reports a damaged box, replacement promised by day {n}.",
    "Second delivery attempt failed, parcel waits at pick-up point {n}.",
    "Customer asked whether item {n} can be exchanged for a larger size.",
    "Address confirmed by phone, apartment {n}.",
    "Refund of ${n}.00 for a scratched surface was agreed.",
    "Customer is on holiday, deliver after day {n} of the month.",
)


@dataclass(frozen=True)
class Voucher:
    name: str
    code: str
    usage: str
    start: datetime
    end: datetime
    added: int  # to how many baskets
    orders: int
    discount_cents: int
    offer: str


@dataclass(frozen=True)
class Note:
    order: Order
    text: str
    date: datetime


def make_vouchers(random: Random) -> list[Voucher]:
    """No two have the same number of orders."""
    counts = random.sample(range(3, 160), len(CAMPAIGNS))
    return [
        Voucher(
            name=name,
            code=code,
            usage=random.choice(USAGES),
            start=datetime(*first, 1, tzinfo=UTC),
            end=_months_later(first, months) - timedelta(days=1),
            added=orders + random.randint(2, 60),
            orders=orders,
            discount_cents=orders * random.randint(210, 1490),
            offer=random.choice(OFFERS)[0],
        )
        for (name, code, first, months), orders in zip(CAMPAIGNS, counts, strict=True)
    ]


def _months_later(first: tuple[int, int], months: int) -> datetime:
    years, month = divmod(first[1] - 1 + months, 12)
    return datetime(first[0] + years, month + 1, 1, tzinfo=UTC)


def make_pending_reviews(random: Random, products: list[Product]) -> list[Review]:
    """Reviews that nobody has read yet: several of each of some products, good and bad."""
    names = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    faults = {shelf.name: shelf.faults for shelves in DEPARTMENTS.values() for shelf in shelves}
    made = []
    minutes = iter(sorted(random.sample(range(PENDING_MINUTES), PENDING_PRODUCTS * 4)))
    for product in random.sample(products, PENDING_PRODUCTS):
        for author in random.sample(names, random.randint(2, 4)):
            date = FIRST_PENDING + timedelta(minutes=next(minutes))
            made.append(
                make_review(random, product.id, author, random.choice((0, 2)), faults[product.shelf], date)
            )
    random.shuffle(made)
    return made


def make_notes(random: Random, orders: list[Order]) -> list[Note]:
    """One note an order, of the last year."""
    recent = [order for order in orders if order.date.year == 2023 or order.date.month > 6]
    return [
        Note(
            order, random.choice(NOTE_TEXTS).format(n=random.randint(2, 29)), order.date + timedelta(hours=5)
        )
        for order in sorted(random.sample(recent, NOTES), key=lambda order: order.number)
    ]


def make_thresholds(random: Random, products: list[Product]) -> dict[int, int]:
    """Below which stock a product raises an alert; many have none."""
    chosen = {product.id: random.choice(THRESHOLDS) for product in products}
    return {product: threshold for product, threshold in chosen.items() if threshold is not None}
