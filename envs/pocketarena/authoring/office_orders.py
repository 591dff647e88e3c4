"""Admin: orders that are counted, summed up, looked into and listed.

Lessons: filters count better than pages do; canceled orders were refunded, unless a task says otherwise.
"""

from __future__ import annotations

from datetime import date

from envs.pocketarena.authoring.draft import (
    DONE,
    GIVE_UP,
    Draft,
    Wrong,
    answer,
    click,
    dollars,
    string_match,
    unachievable,
)
from envs.pocketarena.authoring.lookup import pick
from envs.pocketarena.authoring.office import (
    ROWS_A_PAGE,
    Period,
    Search,
    full_name,
    in_words,
    month,
    office_url,
    paid,
    year,
)
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.people import Customer
from envs.pocketarena.data.world import World


def count_of_month(world: World) -> list[Draft]:
    """The list says how many there are, once it is filtered."""
    cases = [
        ("canceled", month(2023, 3)),
        ("complete", month(2022, 11)),
        ("canceled", month(2022, 8)),
        ("complete", month(2021, 12)),
    ]
    drafts = []
    for status, period in cases:
        wanted = Search(status=status.capitalize(), period=period)
        everything = Search(period=period)
        seen = sum(o.status == wanted.status for o in everything.found(world)[:ROWS_A_PAGE])
        right = len(wanted.found(world))
        drafts.append(
            Draft(
                template="How many of the orders that were placed in {{month}} are {{status}}? "
                "Answer with the number only.",
                values={"month": period.name, "status": status},
                difficulty="easy",
                evaluation=string_match(exact_match=str(right)),
                plan=[*wanted.steps(), answer(str(right))],
                wrong=[
                    Wrong("counts the first page only", [*everything.steps(), answer(str(seen))]),
                    Wrong(
                        "counts every status",
                        [*everything.steps(), answer(str(len(everything.found(world))))],
                    ),
                ],
            )
        )
    return drafts


def paid_by_customer(world: World) -> list[Draft]:
    """A sum without what was refunded; one name is nobody's."""

    def orders(customer: Customer) -> list[Order]:
        return Search(customer=full_name(customer), period=year(2022)).found(world)

    def suitable(customer: Customer) -> bool:
        kept = paid(orders(customer))
        return 4 <= len(orders(customer)) <= 20 and 2 <= len(kept) <= len(orders(customer)) - 2

    drafts = [_paid(world, full_name(c), year(2022)) for c in pick(world.customers[1:], suitable, 3)]
    first, second = world.customers[4], world.customers[7]
    nobody = f"{first.first_name} {second.last_name}"
    assert nobody not in map(full_name, world.customers)
    return [*drafts[:2], _paid_by_nobody(world, nobody, first), drafts[2]]


PAID = (
    "How much did {{customer}} pay us for the orders of {{year}}, given that canceled orders were "
    "refunded? Answer with an amount such as $12.34."
)


def _paid(world: World, name: str, period: Period) -> Draft:
    search = Search(customer=name, period=period)
    found = search.found(world)
    right, everything = (sum(o.cents for o in orders) for orders in (paid(found), found))
    return Draft(
        template=PAID,
        values={"customer": name, "year": period.name},
        difficulty="medium",
        evaluation=string_match(must_include=[dollars(right)]),
        plan=[*search.through(world), answer(dollars(right))],
        wrong=[
            Wrong("counts canceled orders", [*search.through(world), answer(dollars(everything))]),
            Wrong(
                "leaves the year out",
                [
                    *Search(customer=name).through(world),
                    answer(dollars(sum(o.cents for o in paid(Search(customer=name).found(world))))),
                ],
            ),
        ],
    )


def _paid_by_nobody(world: World, nobody: str, alike: Customer) -> Draft:
    found = Search(customer=full_name(alike), period=year(2022))
    mistaken = sum(o.cents for o in paid(found.found(world)))
    return Draft(
        template=PAID,
        values={"customer": nobody, "year": "2022"},
        difficulty="medium",
        evaluation=unachievable(),
        plan=[*Search(customer=nobody, period=year(2022)).steps(), GIVE_UP],
        wrong=[
            Wrong(
                "takes a customer with that first name", [*found.through(world), answer(dollars(mistaken))]
            ),
            Wrong("answers nothing found with zero", [*Search(customer=nobody).steps(), answer("$0.00")]),
        ],
    )


def dearest_orders_customer(world: World) -> list[Draft]:
    """The list is newest first and shows no e-mail addresses."""
    drafts = []
    for period in (month(2023, 2), month(2022, 10), month(2022, 5)):
        by_total = Search(period=period, sort="Highest total first")
        right = by_total.found(world)[0]
        seen = max(Search(period=period).found(world)[:ROWS_A_PAGE], key=lambda o: o.cents)
        mistaken = seen if seen.customer is not right.customer else by_total.found(world)[1]
        open_right = [*by_total.open(world, right), click(full_name(right.customer))]
        open_wrong = [*Search(period=period).open(world, mistaken), click(full_name(mistaken.customer))]
        drafts.append(
            Draft(
                template="What is the email address of the customer who placed the order with the highest "
                "total in {{month}}?",
                values={"month": period.name},
                difficulty="medium",
                evaluation=string_match(must_include=[right.customer.email]),
                plan=[*open_right, answer(right.customer.email)],
                wrong=[Wrong("takes another order", [*open_wrong, answer(mistaken.customer.email)])],
            )
        )
    return drafts


def show_orders(world: World) -> list[Draft]:
    """A list with three filters."""
    cases = [
        ("canceled", date(2023, 3, 10), date(2023, 4, 20)),
        ("complete", date(2022, 9, 1), date(2022, 9, 15)),
        ("processing", date(2023, 4, 5), date(2023, 6, 5)),
    ]
    drafts = []
    for status, first, last in cases:
        wanted = Search(status=status.capitalize(), period=Period("", first, last))
        days = f"date_from={first.isoformat()}&date_to={last.isoformat()}"
        drafts.append(
            Draft(
                template="Show me the {{status}} orders that were placed from {{first}} to {{last}}.",
                values={"status": status, "first": in_words(first), "last": in_words(last)},
                difficulty="easy",
                evaluation=office_url(f"/orders/?status={wanted.status}&{days}"),
                plan=[*wanted.steps(), DONE],
                wrong=[
                    Wrong("leaves the dates out", [*Search(status=wanted.status).steps(), DONE]),
                    Wrong("leaves the status out", [*Search(period=wanted.period).steps(), DONE]),
                ],
            )
        )
    return drafts
