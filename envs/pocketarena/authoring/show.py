"""Site navigation: the task ends on a page with one address."""

from __future__ import annotations

from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    click,
    fill,
    press,
    select,
    sort_by,
    url_match,
)
from envs.pocketarena.authoring.find_products import extreme
from envs.pocketarena.authoring.lookup import (
    ORDERS_A_PAGE,
    SHELVES,
    category_path,
    find_order,
    open_order,
    page_of,
    pick,
    product_path,
    shelf_of,
    shoppers_orders,
)
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import World

ORDERINGS = {
    "from the cheapest to the most expensive": ("Price: low to high", "price-asc"),
    "from the most expensive to the cheapest": ("Price: high to low", "price-desc"),
    "with the best rated first": ("Best rated", "rating-desc"),
}


def sorted_category(world: World) -> list[Draft]:
    """One category, sorted."""
    drafts = []
    for shelf, wording in zip(("Tents", "Keyboards", "Yoga"), ORDERINGS, strict=True):
        option, value = ORDERINGS[wording]
        other = next(label for label, _ in ORDERINGS.values() if label != option)
        drafts.append(
            Draft(
                template="Show me the products of the {{category}} category {{order}}.",
                values={"category": shelf, "order": wording},
                difficulty="easy",
                evaluation=url_match(f"{category_path(shelf)}?sort={value}"),
                plan=[click(shelf), *sort_by(option), DONE],
                wrong=[
                    Wrong("does not apply the order", [click(shelf), select("Sort by", option), DONE]),
                    Wrong("sorts another way", [click(shelf), *sort_by(other), DONE]),
                ],
            )
        )
    return drafts


def filtered_category(world: World) -> list[Draft]:
    """One category between two prices, with what else was asked for."""
    drafts = []
    for shelf, low, high in (("Backpacks", 40, 90), ("Desk Lamps", 25, 60), ("Cycling", 10, 35)):
        prices = [click(shelf), fill("Minimum price", str(low)), fill("Maximum price", str(high))]
        stock = click("In stock only", "checkbox")
        drafts.append(
            Draft(
                template="Show me only those products of the {{category}} category that are in stock and "
                "cost between ${{low}} and ${{high}}.",
                values={"category": shelf, "low": low, "high": high},
                difficulty="easy",
                evaluation=url_match(f"{category_path(shelf)}?min_price={low}&max_price={high}&in_stock=1"),
                plan=[*prices, stock, press("Apply"), DONE],
                wrong=[
                    Wrong("leaves the stock out", [*prices, press("Apply"), DONE]),
                    Wrong("sets the upper price only", [prices[0], prices[2], stock, press("Apply"), DONE]),
                ],
            )
        )
    return drafts


def extreme_in_stock(world: World) -> list[Draft]:
    """The first of the sorted listing is sold out."""

    def suitable(case: tuple[str, str]) -> bool:
        return extreme(shelf_of(world, case[0]), case[1]).stock == 0

    cases = [(shelf, which) for which in ("cheapest", "most expensive") for shelf in SHELVES]
    drafts = []
    for shelf, which in pick(cases, suitable, 3):
        products = shelf_of(world, shelf)
        right = extreme([p for p in products if p.stock], which)
        sold_out = extreme(products, which)
        order = select("Sort by", "Price: low to high" if which == "cheapest" else "Price: high to low")
        drafts.append(
            Draft(
                template="Open the page of the {{superlative}} product in the {{category}} category "
                "that I can buy right now.",
                values={"superlative": which, "category": shelf},
                difficulty="medium",
                evaluation=url_match(product_path(right)),
                plan=[
                    *(click(shelf), order, click("In stock only", "checkbox"), press("Apply")),
                    click(right.title),
                    DONE,
                ],
                wrong=[
                    Wrong(
                        "does not look at the stock",
                        [click(shelf), order, press("Apply"), click(sold_out.title), DONE],
                    )
                ],
            )
        )
    return drafts


def order_with_product(world: World) -> list[Draft]:
    """One of the orders of a month, found by what is in it."""
    mine = shoppers_orders(world)

    def of_month(order: Order) -> list[Order]:
        return [o for o in mine if (o.date.year, o.date.month) == (order.date.year, order.date.month)]

    def suitable(order: Order) -> bool:
        # not the first that one would open, and not on the first page
        return page_of(order, mine, ORDERS_A_PAGE) > 0 and order in of_month(order)[1:]

    months: set[tuple[int, int]] = set()
    drafts: list[Draft] = []
    for order in pick(mine, suitable, 20):
        month = (order.date.year, order.date.month)
        if month in months or len(drafts) == 3:
            continue
        months.add(month)
        mistaken = of_month(order)[0]
        drafts.append(
            Draft(
                template="Open the page of the order from {{month}} in which I bought the {{product}}.",
                values={"month": f"{order.date:%B %Y}", "product": order.lines[0].product.title},
                difficulty="medium",
                evaluation=url_match(f"/sales/order/view/order_id/{order.number}/"),
                plan=[*open_order(world, order), DONE],
                wrong=[
                    Wrong("opens another order of that month", [*open_order(world, mistaken), DONE]),
                    Wrong("stays on the list", [*find_order(world, order), DONE]),
                ],
            )
        )
    return drafts
