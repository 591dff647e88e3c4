"""Information seeking in the order history.

Lessons: the list begins with the newest and goes on over pages; canceled orders cost nothing.
"""

from __future__ import annotations

from envs.pocketarena.authoring.draft import Draft, Wrong, answer, click, dollars, next_pages, string_match
from envs.pocketarena.authoring.lookup import ORDERS_A_PAGE, find_order, page_of, shoppers_orders
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step


def oldest_order(world: World) -> list[Draft]:
    """The end of a list that begins with the newest."""
    mine = shoppers_orders(world)
    first_page = mine[:ORDERS_A_PAGE]
    canceled = [order for order in mine if order.status == "Canceled"]
    of_2022 = [order for order in mine if order.date.year == 2022]
    seen_canceled = [order for order in first_page if order.status == "Canceled"]
    cases = [
        ("oldest", mine[-1], first_page[-1]),
        ("oldest canceled", canceled[-1], seen_canceled[-1]),
        ("first 2022", of_2022[-1], of_2022[0]),
    ]
    return [_oldest_order(world, *case) for case in cases]


def _oldest_order(world: World, which: str, right: Order, mistaken: Order) -> Draft:
    return Draft(
        template="What is the number of my {{which}} order?",
        values={"which": which},
        difficulty="easy",
        evaluation=string_match(must_include=[str(right.number)]),
        plan=[*find_order(world, right), answer(str(right.number))],
        wrong=[
            Wrong(
                "stops before the end of the list, or reads it the wrong way round",
                [*find_order(world, mistaken), answer(str(mistaken.number))],
            )
        ],
    )


def spent_in_month(world: World) -> list[Draft]:
    """A sum over a month whose canceled orders must be left out."""
    drafts = []
    for name, year, month in (("July 2022", 2022, 7), ("April 2022", 2022, 4), ("January 2022", 2022, 1)):
        orders = [o for o in shoppers_orders(world) if (o.date.year, o.date.month) == (year, month)]
        paid = sum(order.cents for order in orders if order.status != "Canceled")
        everything = sum(order.cents for order in orders)
        drafts.append(
            Draft(
                template="How much did I spend in {{month}} in the end, given that canceled orders were "
                "refunded? Answer with an amount such as $12.34.",
                values={"month": name},
                difficulty="medium",
                evaluation=string_match(must_include=[dollars(paid)]),
                plan=[*_through(world, orders), answer(dollars(paid))],
                wrong=[
                    Wrong("counts canceled orders", [*_through(world, orders), answer(dollars(everything))]),
                    Wrong(
                        "adds up only a part of the month",
                        [*_through(world, orders), answer(dollars(max(o.cents for o in orders)))],
                    ),
                ],
            )
        )
    return drafts


def count_by_status(world: World) -> list[Draft]:
    """Counting over several pages."""
    drafts = []
    for year, status in ((2022, "canceled"), (2023, "complete"), (2021, "complete")):
        of_year = [order for order in shoppers_orders(world) if order.date.year == year]
        right = [order for order in of_year if order.status.lower() == status]
        pages = [page_of(order, shoppers_orders(world), ORDERS_A_PAGE) for order in right]
        on_one_page = max(pages.count(page) for page in pages)
        mistaken = on_one_page if on_one_page < len(right) else len(of_year) + 1
        drafts.append(
            Draft(
                template="How many of the orders that I placed in {{year}} are {{status}}? "
                "Answer with the number only.",
                values={"year": year, "status": status},
                difficulty="medium",
                evaluation=string_match(exact_match=str(len(right))),
                plan=[*_through(world, of_year), answer(str(len(right)))],
                wrong=[Wrong("counts one page only", [*find_order(world, right[0]), answer(str(mistaken))])],
            )
        )
    return drafts


def _through(world: World, orders: list[Order]) -> list[Step]:
    """All pages from the newest order to the oldest of these."""
    last = max(page_of(order, shoppers_orders(world), ORDERS_A_PAGE) for order in orders)
    return [click("My Orders"), *next_pages(last)]
