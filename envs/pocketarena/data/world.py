"""The whole content of the shop, from one seed."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from random import Random

from envs.pocketarena.data.catalogue import Product, make_products
from envs.pocketarena.data.office import (
    Note,
    Voucher,
    make_notes,
    make_pending_reviews,
    make_thresholds,
    make_vouchers,
)
from envs.pocketarena.data.orders import Order, make_orders
from envs.pocketarena.data.people import Customer, make_customers
from envs.pocketarena.data.reviews import Review, make_reviews

SEED = 20230701


@dataclass(frozen=True)
class WishList:
    """One of the shopper's wish lists; the key is its address, `/accounts/wishlists/<key>/`."""

    key: str
    name: str
    products: tuple[Product, ...]


@dataclass(frozen=True)
class World:
    products: list[Product]
    customers: list[Customer]
    reviews: list[Review]
    orders: list[Order]
    wish_lists: list[WishList]
    # the office alone shows these
    pending_reviews: list[Review]
    vouchers: list[Voucher]
    notes: list[Note]
    thresholds: dict[int, int]  # product id to the stock below which it raises an alert


@functools.cache
def make_world() -> World:
    """Each part has a generator of its own, so that a change in one leaves the others as they are."""
    products = make_products(Random(f"{SEED} products"))
    customers = make_customers(Random(f"{SEED} customers"))
    chosen = Random(f"{SEED} wishes").sample(products, 9)
    orders = make_orders(Random(f"{SEED} orders"), customers, products)
    return World(
        products=products,
        customers=customers,
        reviews=make_reviews(Random(f"{SEED} reviews"), products),
        orders=orders,
        wish_lists=[
            WishList("emma01", "Wish List", tuple(chosen[:5])),
            WishList("emma02", "Gift Ideas", tuple(chosen[5:])),
        ],
        pending_reviews=make_pending_reviews(Random(f"{SEED} pending"), products),
        vouchers=make_vouchers(Random(f"{SEED} vouchers")),
        notes=make_notes(Random(f"{SEED} notes"), orders),
        thresholds=make_thresholds(Random(f"{SEED} thresholds"), products),
    )
