"""Categories and products, with near-duplicate names, unsorted prices and gaps in the stock."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from random import Random

from envs.pocketarena.data.words import (
    BRANDS,
    COLORS,
    COUNTRIES,
    DEPARTMENTS,
    LINES,
    MATERIALS,
    WARRANTIES,
    Shelf,
)

FIRST_PRODUCT_ID = 1001  # four digits throughout: no product's URL is the beginning of another's
ENDINGS = ("Easy to clean.", "A good present.", "Comes in a plain carton.", "Spare parts available.")
SMALLEST_SHELF, LARGEST_SHELF = 18, 31


@dataclass(frozen=True)
class Product:
    id: int
    sku: str
    title: str
    slug: str  # short: every link to the product carries it
    department: str
    shelf: str
    cents: int
    stock: int
    description: str
    attributes: dict[str, str]


def make_products(random: Random) -> list[Product]:
    """All products; their ids give the "featured" order, which follows nothing."""
    products: list[Product] = []
    ids = itertools.count(FIRST_PRODUCT_ID)
    for department, shelves in DEPARTMENTS.items():
        taken: set[int] = set()  # no price twice in a department: the cheapest is one product
        for shelf in shelves:
            for title, slug, attributes in _variants(random, shelf):
                number = next(ids)
                products.append(
                    Product(
                        id=number,
                        sku=f"PA{random.randrange(10**4):04d}{number}",
                        title=title,
                        slug=slug,
                        department=department,
                        shelf=shelf.name,
                        cents=_price(random, shelf, taken),
                        stock=0 if random.random() < 0.18 else random.randint(4, 60),
                        description=_description(random, attributes),
                        attributes=attributes,
                    )
                )
    return products


def _variants(random: Random, shelf: Shelf) -> list[tuple[str, str, dict[str, str]]]:
    """Models of a brand, each in two to four sizes and colours: names that differ in a word."""
    wanted = random.randint(SMALLEST_SHELF, LARGEST_SHELF)
    models = [(b, line, noun) for b in BRANDS for line in LINES for noun in shelf.nouns]
    random.shuffle(models)
    found: list[tuple[str, str, dict[str, str]]] = []
    for brand, line, noun in models:
        kinds = [(size, color) for size in shelf.sizes for color in COLORS]
        for size, color in random.sample(kinds, random.randint(2, 4)):
            attributes = {
                "Brand": brand,
                "Size": size,
                "Color": color,
                "Material": random.choice(MATERIALS),
                "Weight": f"{random.randint(40, 2400)} g",
                "Made in": random.choice(COUNTRIES),
                "Warranty": random.choice(WARRANTIES),
            }
            slug = noun.lower().replace(" ", "-")
            found.append((f"{brand} {line} {noun} {size}, {color}", slug, attributes))
        if len(found) >= wanted:
            break
    random.shuffle(found)
    return found[:wanted]


def _price(random: Random, shelf: Shelf, taken: set[int]) -> int:
    while True:
        # squared, so that most are near the low end, as in a shop
        dollars = shelf.low + int((shelf.high - shelf.low) * random.random() ** 2)
        cents = dollars * 100 + random.choice((29, 49, 75, 90, 95, 99))
        if cents not in taken:
            taken.add(cents)
            return cents


def _description(random: Random, attributes: dict[str, str]) -> str:
    ending = random.choice(ENDINGS)
    return f"Made of {attributes['Material']} in {attributes['Made in']}. {ending}"
