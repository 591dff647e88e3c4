"""Content modification: the task ends with the shop in one state, checked by what its pages show."""

from __future__ import annotations

from random import Random
from typing import Any

from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    click,
    fill,
    press,
    program_html,
    search,
    select,
    sort_by,
)
from envs.pocketarena.authoring.find_products import EXTREMES, extreme
from envs.pocketarena.authoring.lookup import (
    SHELVES,
    first_page,
    model_of,
    open_order,
    open_product,
    pick,
    product_path,
    shelf_of,
    shoppers_orders,
    twins,
)
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import WishList, World
from envs.pocketarena.plan import Step

# what and how many, in an order that does not depend on the page
ROWS = "[...document.querySelectorAll('{table} tbody tr')].map(r => {what}).sort().join(' | ')"
BASKET = ROWS.format(table="#basket", what="r.dataset.sku + ' x ' + r.dataset.quantity")
ORDERED = ROWS.format(table="#order-lines", what="r.dataset.sku + ' x ' + r.dataset.quantity")
WISHES = ROWS.format(table="#wish-list", what="r.dataset.sku")
SENT_TO = "document.querySelector('#order-address').innerText"
ADDRESSES = ROWS.format(table="#addresses", what="r.cells[0].innerText.trim()")


def exactly(items: list[str]) -> dict[str, Any]:
    return {"exact_match": " | ".join(sorted(items))}


def fill_basket(world: World) -> list[Draft]:
    """One of several twins, in a number."""
    products = Random("basket").sample(world.products, len(world.products))

    def suitable(product: Product) -> bool:
        alike = twins(world, product)
        return product.stock > 5 and bool(alike) and alike[0].stock > 5

    drafts = []
    for quantity, product in zip((3, 2, 4), pick(products, suitable, 3), strict=True):
        put = [fill("Quantity", str(quantity)), press("Add to Basket"), DONE]
        twin = twins(world, product)[0]
        drafts.append(
            Draft(
                template="Put {{quantity}} pieces of the {{product}} into my basket.",
                values={"quantity": quantity, "product": product.title},
                difficulty="easy",
                evaluation=program_html(("/basket/", BASKET, exactly([f"{product.sku} x {quantity}"]))),
                plan=[*open_product(world, product), *put],
                wrong=[
                    Wrong("takes a twin", [*search(model_of(product)), click(twin.title), *put]),
                    Wrong("takes one piece", [*open_product(world, product), press("Add to Basket"), DONE]),
                ],
            )
        )
    return drafts


def wish_for_extreme(world: World) -> list[Draft]:
    """The cheapest or dearest of a category, onto one of two lists."""

    def suitable(case: tuple[str, str]) -> bool:
        products = shelf_of(world, case[0])
        return extreme(products, case[1]) not in first_page(products)

    cases = [(shelf, which) for shelf, which in zip(SHELVES, [*EXTREMES] * len(SHELVES), strict=False)]
    chosen = pick(reversed(cases), suitable, 3)
    lists = [world.wish_lists[n] for n in (1, 0, 1)]
    return [_wish(world, shelf, which, wanted) for (shelf, which), wanted in zip(chosen, lists, strict=True)]


def _wish(world: World, shelf: str, which: str, wanted: WishList) -> Draft:
    right = extreme(shelf_of(world, shelf), which)
    seen = extreme(first_page(shelf_of(world, shelf)), which)
    other = next(wish_list for wish_list in world.wish_lists if wish_list != wanted)
    skus = [product.sku for product in (*wanted.products, right)]
    find = [click(shelf), *sort_by(EXTREMES[which]), click(right.title)]
    return Draft(
        template="Add the {{superlative}} product of the {{category}} category to my wish list '{{list}}'.",
        values={"superlative": which, "category": shelf, "list": wanted.name},
        difficulty="medium",
        evaluation=program_html((f"/accounts/wishlists/{wanted.key}/", WISHES, exactly(skus))),
        plan=[*find, press(f"Add to {wanted.name}"), DONE],
        wrong=[
            Wrong(
                "takes the first page of an unsorted listing for all of it",
                [click(shelf), click(seen.title), press(f"Add to {wanted.name}"), DONE],
            ),
            Wrong("uses the other list", [*find, press(f"Add to {other.name}"), DONE]),
        ],
    )


REVIEWS = (
    (4, "Good in daily use", "Does what it should and looks fine."),
    (2, "Not what I expected", "I had to fix it after a week."),
    (5, "Simply great", "I have bought a second one for my office."),
)


def write_review(world: World) -> list[Draft]:
    """Of the one thing in an order; the official helpers look at the latest review."""
    mine = shoppers_orders(world)

    def suitable(order: Order) -> bool:
        return len(order.lines) == 1 and order.status == "Complete" and order.lines[0].product.id % 2 == 0

    drafts = []
    for order, (stars, title, body) in zip(pick(mine, suitable, 3), REVIEWS, strict=True):
        product = order.lines[0].product
        start = [*open_order(world, order), click(product.title), click("Write a Review")]
        latest, page = "func:shopping_get_sku_latest_review_", f"{product_path(product)}reviews/"
        drafts.append(
            Draft(
                template="I bought a single product in my order {{order}}. Review it with {{stars}} stars, "
                "the title '{{title}}' and the text '{{body}}'.",
                values={"order": order.number, "stars": stars, "title": title, "body": body},
                difficulty="medium",
                evaluation=program_html(
                    ("last", f"{latest}author('{product.sku}')", {"exact_match": "Emma Lopez"}),
                    ("last", f"{latest}rating('{product.sku}')", {"exact_match": str(stars * 20)}),
                    (page, "document.querySelector('article h2').innerText", {"exact_match": title}),
                    (page, "document.querySelector('article p:last-child').innerText", {"exact_match": body}),
                ),
                plan=[*start, *_review(stars, title, body)],
                wrong=[
                    Wrong("gives another rating", [*start, *_review(stars % 5 + 1, title, body)]),
                    Wrong("mixes up title and text", [*start, *_review(stars, body, title)]),
                ],
            )
        )
    return drafts


def _review(stars: int, title: str, body: str) -> list[Step]:
    rating = select("Rating", f"{stars} star{'s' if stars > 1 else ''}")
    return [fill("Title", title), rating, fill("Body", body), press("Submit Review"), DONE]


def change_address(world: World) -> list[Draft]:
    """One of four that look alike."""
    book = [click("My Account"), click("Address Book")]
    cases = [
        # which one (in the order of the page), its street, the new street and zip code, the mistaken one
        (1, "110 Maple Street", "48 Elm Court", "53711", 0),
        (2, "27 Harbor Road", "72 Harbor Road", "97214", 0),
        (0, "101 Maple Street", "15 Mill Lane", "97201", 1),
    ]
    drafts = []
    for number, old, street, code, mistaken in cases:
        street_in, code_in = fill("First line of address", street), fill("Post/Zip-code", code)
        save = [press("Save Address"), DONE]
        put = [street_in, code_in, *save]
        drafts.append(
            Draft(
                template="In my address book, change the address '{{old}}': the street is now '{{street}}' "
                "and the zip code '{{code}}'. City and state stay.",
                values={"old": old, "street": street, "code": code},
                difficulty="easy",
                evaluation=program_html(
                    ("/accounts/addresses/", ADDRESSES, exactly(_book(world, {number: (street, code)})))
                ),
                plan=[*book, click("Edit", nth=number), *put],
                wrong=[
                    Wrong("edits one that looks alike", [*book, click("Edit", nth=mistaken), *put]),
                    Wrong("forgets the zip code", [*book, click("Edit", nth=number), street_in, *save]),
                ],
            )
        )
    return drafts


def _book(world: World, changed: dict[int, tuple[str, str]]) -> list[str]:
    """The address book's rows as the page shows them."""
    rows = []
    for number, address in enumerate(world.customers[0].addresses):
        street, code = changed.get(number, (address.line1, address.postcode))
        rows.append(f"{one_line(address, street, code)}{'' if number else ' (default shipping address)'}")
    return rows


def one_line(address: Any, street: str = "", code: str = "") -> str:
    """An address as the pages show it; `street` and `code` are what was changed."""
    name = f"{address.first_name} {address.last_name}"
    place = (address.city, address.state, code or address.postcode, "United States")
    return ", ".join((name, street or address.line1, *place))


def _day(order: Order) -> str:
    return f"{order.date:%B} {order.date.day}, {order.date.year}"


def order_again(world: World) -> list[Draft]:
    """An old order again, to an address that is not the default one."""
    mine = shoppers_orders(world)

    def suitable(order: Order) -> bool:
        enough = all(line.product.stock >= line.quantity for line in order.lines)
        return enough and order.status == "Canceled" and order.date.year == 2022

    def wrong_one() -> Order:
        return next(o for o in mine if o.status != "Canceled" and all(line.product.stock for line in o.lines))

    drafts = []
    for number, order in zip((1, 2, 1), pick(mine, suitable, 3), strict=True):
        address = world.customers[0].addresses[number]
        items = [f"{line.product.sku} x {line.quantity}" for line in order.lines]
        buy = [press("Reorder"), click("Proceed to Checkout")]
        ship, place = press("Ship Here", nth=number), [press("Place Order"), DONE]
        start = [*open_order(world, order), *buy]
        latest = "func:shopping_get_latest_order_url()"
        drafts.append(
            Draft(
                template="My order from {{date}} was canceled. Order the same things again and have them "
                "sent to {{street}}.",
                values={"date": _day(order), "street": address.line1},
                difficulty="hard",
                evaluation=program_html(
                    (latest, ORDERED, exactly(items)),
                    (latest, SENT_TO, {"exact_match": one_line(address)}),
                ),
                plan=[*start, ship, *place],
                wrong=[
                    Wrong("sends it to the default address", [*start, press("Ship Here"), *place]),
                    Wrong("stops before the order is placed", [*start, ship, DONE]),
                    Wrong(
                        "repeats another order",
                        [*open_order(world, wrong_one()), *buy, ship, *place],
                    ),
                ],
            )
        )
    return drafts
