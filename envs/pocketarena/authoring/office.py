"""The world as the pages of the office show it, and the ways through them."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from envs.pocketarena.authoring.draft import (
    ADMIN,
    click,
    fill,
    next_pages,
    press,
    program_html,
    select,
    url_match,
)
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.people import Customer
from envs.pocketarena.data.reviews import Review
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step

ROWS_A_PAGE = 10
ORDERINGS: dict[str, Callable[[Order], Any]] = {
    "Newest first": lambda order: (-order.date.timestamp(), -order.number),
    "Oldest first": lambda order: (order.date, order.number),
    "Highest total first": lambda order: (-order.cents, order.number),
    "Lowest total first": lambda order: (order.cents, order.number),
}


@dataclass(frozen=True)
class Period:
    """Some whole months; both days included."""

    name: str
    first: date
    last: date

    def holds(self, order: Order) -> bool:
        return self.first <= order.date.date() <= self.last


def month(year: int, number: int, months: int = 1, name: str = "") -> Period:
    last = number + months - 1
    end = date(year, last, calendar.monthrange(year, last)[1])
    return Period(name or f"{calendar.month_name[number]} {year}", date(year, number, 1), end)


def year(number: int) -> Period:
    return month(number, 1, 12, str(number))


def quarter(number: int, q: int) -> Period:
    names = ("first", "second", "third", "fourth")
    return month(number, 3 * q - 2, 3, f"the {names[q - 1]} quarter of {number}")


def full_name(customer: Customer) -> str:
    return f"{customer.first_name} {customer.last_name}"


@dataclass(frozen=True)
class Search:
    """A search in the list of orders: what it finds, and how it is typed in."""

    customer: str = ""
    status: str = ""
    period: Period | None = None
    sort: str = "Newest first"

    def found(self, world: World) -> list[Order]:
        return sorted(filter(self._fits, world.orders), key=ORDERINGS[self.sort])

    def _fits(self, order: Order) -> bool:
        right_customer = not self.customer or full_name(order.customer) == self.customer
        right_status = not self.status or order.status == self.status
        return right_customer and right_status and (not self.period or self.period.holds(order))

    def steps(self) -> list[Step]:
        return [
            click("Orders"),
            *([fill("Customer", self.customer)] if self.customer else []),
            *([select("Status", self.status)] if self.status else []),
            *(between(self.period) if self.period else []),
            *([select("Sort by", self.sort)] if self.sort != "Newest first" else []),
            press("Apply"),
        ]

    def open(self, world: World, order: Order) -> list[Step]:
        """Up to the page of an order among those that are found."""
        pages = self.found(world).index(order) // ROWS_A_PAGE
        return [*self.steps(), *next_pages(pages), click(str(order.number))]

    def through(self, world: World) -> list[Step]:
        """All pages of what is found."""
        return [*self.steps(), *next_pages((len(self.found(world)) - 1) // ROWS_A_PAGE)]


def between(period: Period) -> list[Step]:
    return [
        fill("From (YYYY-MM-DD)", period.first.isoformat()),
        fill("To (YYYY-MM-DD)", period.last.isoformat()),
    ]


def report(name: str, period: Period, paid_only: bool = False) -> list[Step]:
    box = [click("Leave out canceled orders", "checkbox")] if paid_only else []
    return [click("Reports"), click(name), *between(period), *box, press("Apply")]


def paid(orders: Iterable[Order]) -> list[Order]:
    return [order for order in orders if order.status != "Canceled"]


def of_period(world: World, period: Period) -> list[Order]:
    return [order for order in world.orders if period.holds(order)]


def edit_product(world: World, product: Product) -> list[Step]:
    """By its whole name; names differ in a word, so that few are found."""
    return [click("Products"), fill("Name or SKU", product.title), press("Apply"), click(product.title)]


def pending_of(world: World, product: Product) -> list[Review]:
    return [review for review in world.pending_reviews if review.product_id == product.id]


def review_id(world: World, review: Review) -> int:
    """Seeded after those that are approved."""
    return len(world.reviews) + world.pending_reviews.index(review) + 1


def office_html(*targets: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    return program_html(*targets, site=ADMIN)


def office_url(path: str) -> dict[str, Any]:
    return url_match(path, ADMIN)


def value_of(field: str) -> str:
    return f"document.querySelector('#id_{field}').value"


def text_of(element: str) -> str:
    return f"document.querySelector('#{element}').innerText"


def in_words(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
