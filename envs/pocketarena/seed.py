"""Writes the world into a fresh database: `python -m envs.pocketarena.seed PATH`.

Everything goes in by bulk, with its own ids and dates, so that two builds hold the same rows.
"""

from __future__ import annotations

import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from envs.pocketarena.data.people import ADMIN_NAME, ADMIN_PASSWORD, SHOPPER_PASSWORD
from envs.pocketarena.data.world import World, make_world
from envs.pocketarena.seed_office import seed_office
from envs.pocketarena.web.setup import start_django

SALT = "pocketarena"
LAST_SEEDED_BASKET = 1000  # an order is numbered 100000 + its basket: new ones start behind the seeded


def build(database: Path) -> None:
    """Fills `database`, which must not exist yet."""
    start_django(database)
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", run_syncdb=True, verbosity=0)
    world = make_world()
    with transaction.atomic():
        _people(world)
        _catalogue(world)
        _reviews(world)
        _orders(world)
        _wish_lists(world)
        seed_office(world)


def _model(app: str, name: str) -> Any:
    from oscar.core.loading import get_model

    return get_model(app, name)


def _dollars(cents: int) -> Decimal:
    return Decimal(cents) / 100


def _people(world: World) -> None:
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User
    from django.contrib.sites.models import Site

    from envs.pocketarena.data.orders import FIRST_ORDER

    Site.objects.update_or_create(pk=1, defaults={"domain": "127.0.0.1", "name": "One Pocket Market"})
    country = _model("address", "Country").objects.create(
        iso_3166_1_a2="US", printable_name="United States", name="UNITED STATES", is_shipping_country=True
    )
    password = make_password(SHOPPER_PASSWORD, salt=SALT)
    users = [
        User(
            id=1,
            username=ADMIN_NAME,
            email="admin@example.com",
            password=make_password(ADMIN_PASSWORD, salt=SALT),
            is_staff=True,
            is_superuser=True,
            date_joined=FIRST_ORDER,
        ),
        *(
            User(
                id=c.id,
                username=c.email,
                email=c.email,
                first_name=c.first_name,
                last_name=c.last_name,
                password=password,
                date_joined=FIRST_ORDER,
            )
            for c in world.customers
        ),
    ]
    User.objects.bulk_create(users)
    for customer in world.customers:
        for number, address in enumerate(customer.addresses):
            _model("address", "UserAddress").objects.create(
                user_id=customer.id, country=country, is_default_for_shipping=number == 0, **_fields(address)
            )


def _fields(address: Any) -> dict[str, str]:
    return {
        "first_name": address.first_name,
        "last_name": address.last_name,
        "line1": address.line1,
        "line4": address.city,
        "state": address.state,
        "postcode": address.postcode,
        "phone_number": address.phone,
    }


def _catalogue(world: World) -> None:
    from oscar.apps.catalogue.categories import create_from_breadcrumbs

    from envs.pocketarena.web.clock import TODAY

    kind = _model("catalogue", "ProductClass").objects.create(name="Goods")
    partner = _model("partner", "Partner").objects.create(name="Pocket Warehouse")
    shelves = {
        (p.department, p.shelf): create_from_breadcrumbs(f"{p.department} > {p.shelf}")
        for p in world.products
    }
    _model("catalogue", "Product").objects.bulk_create(
        _model("catalogue", "Product")(
            id=p.id,
            upc=p.sku,
            title=p.title,
            slug=p.slug,
            description=p.description,
            product_class=kind,
            structure="standalone",
            rating=_rating(world, p.id),
            date_created=TODAY,
            date_updated=TODAY,
        )
        for p in world.products
    )
    _model("catalogue", "ProductCategory").objects.bulk_create(
        _model("catalogue", "ProductCategory")(product_id=p.id, category=shelves[p.department, p.shelf])
        for p in world.products
    )
    _model("partner", "StockRecord").objects.bulk_create(
        _model("partner", "StockRecord")(
            product_id=p.id,
            partner=partner,
            partner_sku=p.sku,
            price=_dollars(p.cents),
            price_currency="USD",
            num_in_stock=p.stock,
            num_allocated=0,
            low_stock_threshold=world.thresholds.get(p.id),
            date_created=TODAY,
            date_updated=TODAY,
        )
        for p in world.products
    )
    _attributes(world, kind)


def _rating(world: World, product_id: int) -> float | None:
    scores = [review.score for review in world.reviews if review.product_id == product_id]
    return sum(scores) / len(scores) if scores else None


def _attributes(world: World, kind: Any) -> None:
    names = list(world.products[0].attributes)
    made = {
        name: _model("catalogue", "ProductAttribute").objects.create(
            product_class=kind, name=name, code=name.lower().replace(" ", "_"), type="text"
        )
        for name in names
    }
    _model("catalogue", "ProductAttributeValue").objects.bulk_create(
        _model("catalogue", "ProductAttributeValue")(product_id=p.id, attribute=made[name], value_text=value)
        for p in world.products
        for name, value in p.attributes.items()
    )


def _reviews(world: World) -> None:
    reviews = [
        _model("reviews", "ProductReview")(
            product_id=r.product_id,
            score=r.score,
            title=r.title,
            body=r.body,
            name=r.author,
            email="reviewer@example.com",
            status=1,
        )
        for r in world.reviews
    ]
    made = _model("reviews", "ProductReview").objects.bulk_create(reviews)
    for row, review in zip(made, world.reviews, strict=True):
        row.date_created = review.date  # set after the insert, which puts the clock's time
    _model("reviews", "ProductReview").objects.bulk_update(made, ["date_created"], batch_size=300)


def _orders(world: World) -> None:
    # frees the numbers: SQLite never gives an id again that was in use
    _model("basket", "Basket").objects.create(id=LAST_SEEDED_BASKET).delete()
    addresses = _model("order", "ShippingAddress").objects.bulk_create(
        _model("order", "ShippingAddress")(country_id="US", **_fields(order.customer.addresses[0]))
        for order in world.orders
    )
    stock = dict(_model("partner", "StockRecord").objects.values_list("product_id", "pk"))
    orders = _model("order", "Order").objects.bulk_create(
        _model("order", "Order")(
            number=str(o.number),
            site_id=1,
            user_id=o.customer.id,
            currency="USD",
            status=o.status,
            total_incl_tax=_dollars(o.cents),
            total_excl_tax=_dollars(o.cents),
            date_placed=o.date,
            shipping_address=address,
            shipping_method="Free shipping",
            shipping_code="free-shipping",
        )
        for o, address in zip(world.orders, addresses, strict=True)
    )
    _model("order", "Line").objects.bulk_create(
        _line(made, line, stock[line.product.id])
        for made, order in zip(orders, world.orders, strict=True)
        for line in order.lines
    )


def _line(order: Any, line: Any, stock_record: int) -> Any:
    unit, total = _dollars(line.cents), _dollars(line.cents * line.quantity)
    return _model("order", "Line")(
        order=order,
        product_id=line.product.id,
        stockrecord_id=stock_record,
        title=line.product.title,
        upc=line.product.sku,
        partner_sku=line.product.sku,
        partner_name="Pocket Warehouse",
        quantity=line.quantity,
        line_price_incl_tax=total,
        line_price_excl_tax=total,
        line_price_before_discounts_incl_tax=total,
        line_price_before_discounts_excl_tax=total,
        unit_price_incl_tax=unit,
        unit_price_excl_tax=unit,
        status=order.status,
        num_allocated=0,
    )


def _wish_lists(world: World) -> None:
    from django.utils import timezone

    for wish_list in world.wish_lists:
        lists = _model("wishlists", "WishList").objects.bulk_create(  # `save` would make a random key
            [
                _model("wishlists", "WishList")(
                    owner_id=world.customers[0].id,
                    name=wish_list.name,
                    key=wish_list.key,
                    date_created=timezone.now(),
                )
            ]
        )
        _model("wishlists", "Line").objects.bulk_create(
            _model("wishlists", "Line")(wishlist=lists[0], product_id=p.id, title=p.title)
            for p in wish_list.products
        )


if __name__ == "__main__":
    build(Path(sys.argv[1]))
