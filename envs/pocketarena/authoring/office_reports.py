"""Admin: what the sales reports answer.

Lessons: a report covers all time and counts canceled orders until it is told otherwise; its order is by
pieces or orders, never by revenue. Where a task wants canceled orders counted, the usual box misleads.
"""

from __future__ import annotations

from collections import Counter

from envs.pocketarena.authoring.draft import Draft, Wrong, answer, dollars, next_pages, string_match
from envs.pocketarena.authoring.lookup import pick
from envs.pocketarena.authoring.office import (
    ROWS_A_PAGE,
    Period,
    month,
    of_period,
    paid,
    quarter,
    report,
)
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import World

QUARTERS = [quarter(y, q) for y in (2022, 2023) for q in (1, 2, 3, 4) if (y, q) < (2023, 3)]
HALVES = [
    month(2022, 1, 6, "the first half of 2022"),
    month(2022, 7, 6, "the second half of 2022"),
    month(2023, 1, 6, "the first half of 2023"),
    month(2021, 7, 6, "the second half of 2021"),
]


def pieces(orders: list[Order]) -> Counter[str]:
    sold = Counter[str]()
    for order in orders:
        for line in order.lines:
            sold[line.product.title] += line.quantity
    return sold


def first_row(orders: list[Order]) -> str:
    """Of the report by product: most pieces, then most revenue."""
    revenue = Counter[str]()
    for order in orders:
        for line in order.lines:
            revenue[line.product.title] += line.quantity * line.cents
    return min(pieces(orders).items(), key=lambda row: (-row[1], -revenue[row[0]], row[0]))[0]


def best_seller(world: World) -> list[Draft]:
    """Canceled orders change who is first."""

    def suitable(period: Period) -> bool:
        orders = of_period(world, period)
        (first, most), (_, second) = pieces(paid(orders)).most_common(2)
        return most > second and first != first_row(orders)

    months = [month(y, m) for y in (2022, 2023) for m in range(1, 13) if (y, m) < (2023, 7)]
    drafts = []
    for period in pick([*QUARTERS, *months], suitable, 3):
        orders = of_period(world, period)
        right, seen = first_row(paid(orders)), first_row(orders)
        drafts.append(
            Draft(
                template="Of which product did we sell the most pieces in {{period}}, not counting canceled "
                "orders? Give its full name.",
                values={"period": period.name},
                difficulty="medium",
                evaluation=string_match(must_include=[right]),
                plan=[*report("Sales by Product", period, paid_only=True), answer(right)],
                wrong=[Wrong("counts canceled orders", [*report("Sales by Product", period), answer(seen)])],
            )
        )
    return drafts


def orders_value(world: World) -> list[Draft]:
    """The one family in which canceled orders belong into the sum."""
    drafts = []
    for period in (month(2022, 12), month(2023, 4), month(2022, 6)):
        orders = of_period(world, period)
        right, mistaken = (dollars(sum(o.cents for o in found)) for found in (orders, paid(orders)))
        drafts.append(
            Draft(
                template="What were all orders of {{month}} worth when they were placed, whether or not they "
                "were canceled later? Answer with an amount such as $12.34.",
                values={"month": period.name},
                difficulty="easy",
                evaluation=string_match(must_include=[right]),
                plan=[*report("Sales by Month", period), answer(right)],
                wrong=[
                    Wrong(
                        "leaves canceled orders out",
                        [*report("Sales by Month", period, paid_only=True), answer(mistaken)],
                    )
                ],
            )
        )
    return drafts


def highest_revenue(world: World) -> list[Draft]:
    """The report is sorted by the number of orders: all of its pages must be read."""

    def rows(period: Period) -> list[tuple[str, int, int]]:
        """E-mail, number of orders and cents, as the report shows them."""
        orders = paid(of_period(world, period))
        emails = {order.customer.email for order in orders}
        totals = [(e, [o.cents for o in orders if o.customer.email == e]) for e in emails]
        return sorted(((e, len(c), sum(c)) for e, c in totals), key=lambda row: (-row[1], -row[2], row[0]))

    def winner(period: Period) -> str:
        return max(rows(period), key=lambda row: row[2])[0]

    def suitable(period: Period) -> bool:
        return winner(period) != rows(period)[0][0]

    # one period a winner: an answer that was remembered is of no use
    periods = {winner(period): period for period in filter(suitable, [*QUARTERS, *HALVES])}
    drafts = []
    for period in pick(periods.values(), suitable, 3):
        found = rows(period)
        right, seen = winner(period), found[0][0]
        pages = next_pages((len(found) - 1) // ROWS_A_PAGE)
        start = report("Sales by Customer", period, paid_only=True)
        drafts.append(
            Draft(
                template="Which customer brought us the highest revenue in {{period}}, not counting canceled "
                "orders? Answer with the email address.",
                values={"period": period.name},
                difficulty="hard",
                evaluation=string_match(must_include=[right]),
                plan=[*start, *pages, answer(right)],
                wrong=[Wrong("takes the first row, which has the most orders", [*start, answer(seen)])],
            )
        )
    return drafts
