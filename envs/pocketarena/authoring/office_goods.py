"""Admin: products, prices, stock and its alerts.

Lessons: names differ in a word; "more pieces" adds to the stock, while a recount replaces it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    answer,
    click,
    fill,
    press,
    select,
    string_match,
)
from envs.pocketarena.authoring.lookup import category_id, model_of, pick, twins
from envs.pocketarena.authoring.office import ROWS_A_PAGE, edit_product, office_html, office_url, value_of
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.words import BRANDS
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step

SORTED = {
    "the cheapest first": ("Price: low to high", "price-asc"),
    "the most expensive first": ("Price: high to low", "price-desc"),
}


def _page(product: Product) -> str:
    return f"/catalogue/products/{product.id}/"


def _choose(world: World, seed: str, suitable: Callable[[Product], bool], count: int = 3) -> list[Product]:
    """Some with twins before them in a search for the model."""
    shuffled = Random(seed).sample(world.products, len(world.products))
    return pick(shuffled, lambda product: bool(twins(world, product)) and suitable(product), count)


def _set(field: str, value: str) -> list[Step]:
    return [fill(field, value), press("Save"), DONE]


def lower_price(world: World) -> list[Draft]:
    """A computed price; the twin keeps its own."""
    return [_lower_price(world, percent) for percent in (20, 10, 40)]


def _lower_price(world: World, percent: int) -> Draft:
    def suitable(product: Product) -> bool:
        return product.cents * (100 - percent) % 100 == 0

    product = _choose(world, f"{percent} percent", suitable, 1)[0]
    twin = twins(world, product)[0]
    right, off = (f"{product.cents * n / 10_000:.2f}" for n in (100 - percent, percent))
    set_right = _set("Price (USD)", right)
    by_model = [click("Products"), fill("Name or SKU", model_of(product)), press("Apply")]
    return Draft(
        template="Lower the price of the {{product}} by {{percent}} percent.",
        values={"product": product.title, "percent": percent},
        difficulty="medium",
        evaluation=office_html(
            (_page(product), value_of("price"), {"exact_match": right}),
            (_page(twin), value_of("price"), {"exact_match": f"{twin.cents / 100:.2f}"}),
        ),
        plan=[*edit_product(world, product), *set_right],
        wrong=[
            Wrong("changes a twin", [*by_model, click(twin.title), *set_right]),
            Wrong("types what is taken off", [*edit_product(world, product), *_set("Price (USD)", off)]),
        ],
    )


def add_stock(world: World) -> list[Draft]:
    """The number in the task is not the one to type."""
    chosen = _choose(world, "arrived", lambda p: p.stock > 4)
    template = "{{number}} more pieces of the {{product}} have arrived. Update its stock."
    return [
        _stock(world, product, n, template, adds=True)
        for product, n in zip(chosen, (25, 40, 12), strict=True)
    ]


def set_stock(world: World) -> list[Draft]:
    """Here it is the one to type: what was learnt about arrivals misleads."""
    chosen = _choose(world, "recount", lambda p: p.stock > 20)
    template = "A recount has found {{number}} pieces of the {{product}}. Update its stock."
    return [
        _stock(world, product, n, template, adds=False)
        for product, n in zip(chosen, (17, 9, 31), strict=True)
    ]


def _stock(world: World, product: Product, number: int, template: str, adds: bool) -> Draft:
    values = (product.stock + number, number)
    right, mistaken = values if adds else values[::-1]
    twin, start = twins(world, product)[0], edit_product(world, product)
    return Draft(
        template=template,
        values={"number": number, "product": product.title},
        difficulty="medium" if adds else "easy",
        evaluation=office_html(
            (_page(product), value_of("num_in_stock"), {"exact_match": str(right)}),
            (_page(twin), value_of("num_in_stock"), {"exact_match": str(twin.stock)}),
        ),
        plan=[*start, *_set("Number in stock", str(right))],
        wrong=[
            Wrong(
                "replaces where it should add, or the other way round",
                [*start, *_set("Number in stock", str(mistaken))],
            ),
            Wrong("does not save", [*start, fill("Number in stock", str(right)), DONE]),
        ],
    )


def alerts_of_brand(world: World) -> list[Draft]:
    """Closed alerts stand in the same list."""

    def alerts(brand: str) -> list[bool]:
        """Whether each alert of a brand is open, as it is seeded."""
        limits = [(p, world.thresholds.get(p.id)) for p in world.products if p.attributes["Brand"] == brand]
        found = [(p, p.stock < limit) for p, limit in limits if limit is not None]
        return [is_open for p, is_open in found if is_open or p.id % 7 == 0]

    def suitable(brand: str) -> bool:
        return not all(alerts(brand)) and sum(alerts(brand)) > 3

    drafts = []
    for brand in pick(BRANDS, suitable, 3):
        right, everything = sum(alerts(brand)), len(alerts(brand))
        search = [click("Stock Alerts"), fill("Product name", brand)]
        drafts.append(
            Draft(
                template="How many stock alerts for {{brand}} products are open? "
                "Answer with the number only.",
                values={"brand": brand},
                difficulty="easy",
                evaluation=string_match(exact_match=str(right)),
                plan=[*search, select("Status", "Open"), press("Apply"), answer(str(right))],
                wrong=[Wrong("counts closed ones", [*search, press("Apply"), answer(str(everything))])],
            )
        )
    return drafts


def sold_out_listing(world: World) -> list[Draft]:
    """A list that is filtered and sorted at once."""
    drafts = []
    for shelf, wording in zip(("Lights", "Pens", "Cycling"), [*SORTED, *SORTED], strict=False):
        option, value = SORTED[wording]
        filters = [click("Products"), select("Category", shelf)]
        out, order = select("Stock", "Out of stock"), select("Sort by", option)
        drafts.append(
            Draft(
                template="Show me the products of the {{category}} category that are out of stock, "
                "{{order}}.",
                values={"category": shelf, "order": wording},
                difficulty="easy",
                evaluation=office_url(f"/catalogue/?category={category_id(shelf)}&stock=out&sort={value}"),
                plan=[*filters, out, order, press("Apply"), DONE],
                wrong=[
                    Wrong("leaves the order out", [*filters, out, press("Apply"), DONE]),
                    Wrong("shows what is in stock too", [*filters, order, press("Apply"), DONE]),
                ],
            )
        )
    return drafts


def restock_below(world: World) -> list[Draft]:
    """Every product of a model that is sold out: several pages to save."""

    def sold_out(model: str) -> list[Product]:
        return [p for p in world.products if model_of(p) == model and p.stock == 0]

    def suitable(model: str) -> bool:
        sizes = [p for p in world.products if model_of(p) == model]
        return len(sold_out(model)) == 2 and len(sizes) in range(3, ROWS_A_PAGE)

    models = list(dict.fromkeys(model_of(p) for p in world.products))
    drafts = []
    for model, number in zip(pick(models, suitable, 3), (30, 15, 24), strict=True):
        first, second = sold_out(model)
        untouched = next(p for p in world.products if model_of(p) == model and p.stock)
        once = [
            [*edit_product(world, p), *_set("Number in stock", str(number))[:-1]] for p in (first, second)
        ]
        third = [*edit_product(world, untouched), *_set("Number in stock", str(number))[:-1]]
        stock = value_of("num_in_stock")
        drafts.append(
            Draft(
                template="Set the stock of every {{model}} that is sold out to {{number}} pieces, whatever "
                "its size and color, and leave the others as they are.",
                values={"model": model, "number": number},
                difficulty="hard",
                evaluation=office_html(
                    *((_page(p), stock, {"exact_match": str(number)}) for p in (first, second)),
                    (_page(untouched), stock, {"exact_match": str(untouched.stock)}),
                ),
                plan=[*once[0], *once[1], DONE],
                wrong=[
                    Wrong("stops after the first", [*once[0], DONE]),
                    Wrong("sets the others too", [*once[0], *once[1], *third, DONE]),
                ],
            )
        )
    return drafts
