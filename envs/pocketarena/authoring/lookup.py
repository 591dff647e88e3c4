"""The world as its pages show it: which page a product or an order is on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from envs.pocketarena.authoring.draft import click, next_pages, search
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.reviews import Review
from envs.pocketarena.data.words import DEPARTMENTS
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step

PRODUCTS_A_PAGE, ORDERS_A_PAGE, REVIEWS_A_PAGE = 12, 10, 5
SHELVES = [shelf.name for shelves in DEPARTMENTS.values() for shelf in shelves]


def shelf_of(world: World, name: str) -> list[Product]:
    """A category in the "featured" order."""
    return [product for product in world.products if product.shelf == name]


def first_page(products: list[Product]) -> list[Product]:
    return products[:PRODUCTS_A_PAGE]


def page_of(item: Any, items: list[Any], size: int) -> int:
    """From 0."""
    return items.index(item) // size


def category_path(name: str) -> str:
    """Address of a category."""
    department = next(d for d, shelves in DEPARTMENTS.items() if name in {shelf.name for shelf in shelves})
    return f"/catalogue/category/{_slug(department)}/{_slug(name)}_{category_id(name)}/"


def category_id(name: str) -> int:
    """Given in the order of creation, departments before their shelves."""
    names = [n for d, shelves in DEPARTMENTS.items() for n in (d, *(shelf.name for shelf in shelves))]
    return names.index(name) + 1


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def product_path(product: Product) -> str:
    return f"/catalogue/{product.slug}_{product.id}/"


def found_by(world: World, query: str) -> list[Product]:
    """What the search shows: every word somewhere in name or description."""
    words = query.lower().replace(",", " ").split()

    def matches(product: Product) -> bool:
        title, description = product.title.lower(), product.description.lower()
        return all(word in title or word in description for word in words)

    return [product for product in world.products if matches(product)]


def open_product(world: World, product: Product) -> list[Step]:
    """Search for the whole name, then the link with exactly that name."""
    page = page_of(product, found_by(world, product.title), PRODUCTS_A_PAGE)
    return [*search(product.title), *next_pages(page), click(product.title)]


def twins(world: World, product: Product) -> list[Product]:
    """What a search for the model alone shows before the product: names that differ in size or colour."""
    model = model_of(product)
    found = found_by(world, model)
    return [p for p in found[: found.index(product)] if model_of(p) == model]


def model_of(product: Product) -> str:
    return product.title.split(f" {product.attributes['Size']}, ")[0]


def shoppers_orders(world: World) -> list[Order]:
    """Newest first, as My Orders shows them."""
    mine = [order for order in world.orders if order.customer == world.customers[0]]
    return sorted(mine, key=lambda order: order.date, reverse=True)


def find_order(world: World, order: Order) -> list[Step]:
    """Up to the page of My Orders that lists it."""
    return [click("My Orders"), *next_pages(page_of(order, shoppers_orders(world), ORDERS_A_PAGE))]


def open_order(world: World, order: Order) -> list[Step]:
    return [*find_order(world, order), click(str(order.number))]


def reviews_of(world: World, product: Product) -> list[Review]:
    """Newest first, as the page shows them."""
    found = [(n, review) for n, review in enumerate(world.reviews) if review.product_id == product.id]
    return [review for _, review in sorted(found, key=lambda pair: (pair[1].date, pair[0]), reverse=True)]


def open_reviews(world: World, product: Product) -> list[Step]:
    return [*open_product(world, product), click(f"Reviews ({len(reviews_of(world, product))})")]


def pick(candidates: Iterable[Any], suitable: Callable[[Any], bool], count: int) -> list[Any]:
    """The first `count` suitable ones; a world without them is an error of its maker."""
    found = [candidate for candidate in candidates if suitable(candidate)][:count]
    if len(found) < count:
        raise LookupError(f"only {len(found)} of {count} candidates")
    return found
