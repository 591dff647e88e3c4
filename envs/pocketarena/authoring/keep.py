"""Wish lists, addresses and old prices; some of what is asked for is not to be had.

Lessons: removing asks for a confirmation; what no page shows is "N/A"; an order keeps the price of its day.
"""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.change import WISHES, exactly, one_line
from envs.pocketarena.authoring.draft import (
    DONE,
    GIVE_UP,
    Draft,
    Wrong,
    answer,
    click,
    dollars,
    press,
    program_html,
    search,
    string_match,
    unachievable,
)
from envs.pocketarena.authoring.lookup import (
    find_order,
    model_of,
    open_order,
    open_product,
    pick,
    shoppers_orders,
)
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import WishList, World
from envs.pocketarena.plan import Step


def _day(order: Order) -> str:
    return f"{order.date:%B} {order.date.day}, {order.date.year}"


DETAILS = ("tracking number", "total", "delivery date", "carrier")


def detail_of_order(world: World) -> list[Draft]:
    """Of these only the total is on the page of an order."""
    drafts = []
    for number, detail in enumerate(DETAILS):
        order = shoppers_orders(world)[13 + 5 * number]
        known, opened = detail == "total", open_order(world, order)
        right = answer(dollars(order.cents)) if known else GIVE_UP
        wrong = answer(dollars(order.lines[0].cents - 100)) if known else answer(str(order.number))
        drafts.append(
            Draft(
                template="What is the {{detail}} of my order from {{date}}?",
                values={"detail": detail, "date": _day(order)},
                difficulty="easy",
                evaluation=string_match(must_include=[dollars(order.cents)]) if known else unachievable(),
                plan=[*opened, right],
                wrong=[
                    Wrong("passes another number off for it", [*opened, wrong]),
                    Wrong("does not look", [*find_order(world, order), GIVE_UP if known else DONE]),
                ],
            )
        )
    return drafts


def _wishes(wish_list: WishList, products: list[Product]) -> tuple[str, str, dict[str, str]]:
    path = f"/accounts/wishlists/{wish_list.key}/"
    return path, WISHES, exactly([product.sku for product in products])


def _take_off(wish_list: WishList, product: Product) -> list[Step]:
    remove = click("Remove", nth=wish_list.products.index(product))
    return [click("Wish Lists"), click(wish_list.name), remove, press("Yes, remove")]


def remove_wish(world: World) -> list[Draft]:
    """A link that asks before it removes."""
    first, second = world.wish_lists
    drafts = []
    for wanted, other, number in ((first, second, 3), (second, first, 1), (first, second, 1)):
        product, neighbor = wanted.products[number], wanted.products[number - 1]
        left = [p for p in wanted.products if p is not product]
        drafts.append(
            Draft(
                template="Take the {{product}} off my wish list '{{list}}'.",
                values={"product": product.title, "list": wanted.name},
                difficulty="easy",
                evaluation=program_html(_wishes(wanted, left), _wishes(other, list(other.products))),
                plan=[*_take_off(wanted, product), DONE],
                wrong=[
                    Wrong("does not confirm", [*_take_off(wanted, product)[:-1], DONE]),
                    Wrong("takes another off", [*_take_off(wanted, neighbor), DONE]),
                ],
            )
        )
    return drafts


def move_wish(world: World) -> list[Draft]:
    """From one list to the other: it must leave the first."""
    first, second = world.wish_lists
    drafts = []
    for source, target, number in ((first, second, 0), (second, first, 2), (first, second, 4)):
        product = source.products[number]
        left = [p for p in source.products if p is not product]
        add = [*open_product(world, product), press(f"Add to {target.name}")]
        drafts.append(
            Draft(
                template="Move the {{product}} from my wish list '{{source}}' to '{{target}}'.",
                values={"product": product.title, "source": source.name, "target": target.name},
                difficulty="medium",
                evaluation=program_html(_wishes(source, left), _wishes(target, [*target.products, product])),
                plan=[*add, *_take_off(source, product), DONE],
                wrong=[
                    Wrong("leaves it on the first", [*add, DONE]),
                    Wrong("does not put it on the second", [*_take_off(source, product), DONE]),
                ],
            )
        )
    return drafts


def price_of_variant(world: World) -> list[Draft]:
    """Models come in some sizes and colors; two of those that are asked for do not exist."""
    products = Random("variants").sample(world.products, len(world.products))
    kinds = [(p.attributes["Size"], p.attributes["Color"]) for p in products]
    drafts = []
    for number, there in enumerate((True, False, True, False)):

        def suitable(product: Product) -> bool:
            return len(_variants(world, product)) in (3, 4)

        product = pick(products[90 * number :], suitable, 1)[0]
        of_model = _variants(world, product)
        other = next(p for p in of_model if p is not product)
        sizes, colors = ({p.attributes[name] for p in of_model} for name in ("Size", "Color"))
        taken = {(p.attributes["Size"], p.attributes["Color"]) for p in of_model}
        missing = next(k for k in sorted(kinds) if k not in taken and k[0] in sizes and k[1] in colors)
        size, color = (product.attributes["Size"], product.attributes["Color"]) if there else missing
        opened, mistaken = open_product(world, product), open_product(world, other)
        drafts.append(
            Draft(
                template="How much is the {{model}} in the size '{{size}}' and the color '{{color}}'?",
                values={"model": model_of(product), "size": size, "color": color},
                difficulty="medium",
                evaluation=string_match(must_include=[dollars(product.cents)]) if there else unachievable(),
                plan=[*opened, answer(dollars(product.cents))]
                if there
                else [*search(f"{model_of(product)} {size}, {color}"), GIVE_UP],
                wrong=[Wrong("takes another variant", [*mistaken, answer(dollars(other.cents))])],
            )
        )
    return drafts


def _variants(world: World, product: Product) -> list[Product]:
    return [other for other in world.products if model_of(other) == model_of(product)]


def default_address(world: World) -> list[Draft]:
    """One of three that are not the default."""
    book = [click("My Account"), click("Address Book")]
    addresses = world.customers[0].addresses
    shown = "document.querySelector('#addresses tr[data-default=True]').cells[0].innerText"
    drafts = []
    for number, mistaken in ((2, 1), (1, 2), (3, 2)):
        address = addresses[number]
        drafts.append(
            Draft(
                template="Make '{{street}}' my default shipping address.",
                values={"street": f"{address.line1}, {address.city}"},
                difficulty="easy",
                evaluation=program_html(
                    (
                        "/accounts/addresses/",
                        shown,
                        {"exact_match": f"{one_line(address)} (default shipping address)"},
                    )
                ),
                plan=[*book, click("Make default", nth=number - 1), DONE],
                wrong=[
                    Wrong("takes another address", [*book, click("Make default", nth=mistaken - 1), DONE]),
                    Wrong("looks only", [*book, DONE]),
                ],
            )
        )
    return drafts


def price_then(world: World) -> list[Draft]:
    """What an order was paid with, not what the product costs now."""

    def suitable(order: Order) -> bool:
        line = order.lines[0]
        return line.quantity > 1 and line.cents != line.product.cents and len(order.lines) > 1

    drafts = []
    for order in pick(shoppers_orders(world), suitable, 3):
        line = order.lines[0]
        subtotal = answer(dollars(line.cents * line.quantity))
        drafts.append(
            Draft(
                template="How much did one piece of the {{product}} cost me in my order from {{date}}?",
                values={"product": line.product.title, "date": _day(order)},
                difficulty="medium",
                evaluation=string_match(must_include=[dollars(line.cents)]),
                plan=[*open_order(world, order), answer(dollars(line.cents))],
                wrong=[
                    Wrong(
                        "gives the price of today",
                        [*open_product(world, line.product), answer(dollars(line.product.cents))],
                    ),
                    Wrong("gives the price of all pieces", [*open_order(world, order), subtotal]),
                ],
            )
        )
    return drafts
