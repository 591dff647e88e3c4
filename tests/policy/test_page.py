"""Recorded accessibility trees are read back as a person would read the pages."""

from __future__ import annotations

from datetime import date

from envs.pocketarena.policy.page import Page

from .prompts import page


def test_a_listing() -> None:
    listing = Page(page("cookware"))
    assert listing.heading == "Cookware"
    assert listing.position == (1, 2) and not listing.is_last
    assert listing.total is not None and listing.total > len(listing.products) == 12
    assert {product.in_stock for product in listing.products} == {True, False}
    assert all(product.price > 0 and product.link.bid for product in listing.products)
    sort = listing.find("combobox", "Sort by")
    assert sort is not None and sort.value == "Featured"


def test_filters_that_are_set() -> None:
    listing = Page(page("filtered"))
    box = listing.find("checkbox", "In stock only")
    lowest = listing.find("textbox", "Minimum price")
    assert box is not None and box.checked
    assert lowest is not None and lowest.value == "40"
    assert all(4000 <= product.price <= 9000 and product.in_stock for product in listing.products)


def test_orders_are_newest_first() -> None:
    pages = [Page(page(name)) for name in ("orders_1", "orders_3", "orders_5")]
    days = [order.placed for one in pages for order in one.orders]
    assert days == sorted(days, reverse=True) and len(days) > 20
    assert days[0].year == 2023 and days[-1] < date(2022, 1, 1)
    statuses = {order.status for order in pages[0].orders}
    assert statuses >= {"pending", "complete", "canceled"}
    assert pages[-1].is_last


def test_a_product_and_its_reviews() -> None:
    product = Page(page("product"))
    assert product.details["brand"] == product.heading.split()[0]
    assert set(product.details) >= {"size", "color", "weight", "warranty"}
    reviews = Page(page("reviews_1")).reviews
    assert len(reviews) == 5
    assert all(1 <= review.stars <= 5 and review.author and review.text for review in reviews)


def test_rows_keep_their_controls() -> None:
    lines = [row for row in Page(page("addresses")).rows if row.controls]
    assert [row.controls[0].name for row in lines] == ["Edit"] * 4
    assert len({row.controls[0].bid for row in lines}) == 4
    assert "default shipping address" in lines[0].cells[0]


def test_a_message_after_a_change() -> None:
    assert Page(page("addresses")).status == ""
    assert Page(page("addresses_changed")).status.endswith("updated")
