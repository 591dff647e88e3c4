"""The pages of the back office: self-contained, one address each, and right about the world."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from envs.pocketarena.data.people import ADMIN_NAME, ADMIN_PASSWORD
from envs.pocketarena.data.world import make_world
from envs.pocketarena.shop import ShopServer

from .test_pages import crawl
from .visitor import Visitor

ROWS = re.compile(r"<caption>(\d+) ")


@pytest.fixture(scope="module")
def running() -> Iterator[ShopServer]:
    with ShopServer("shopping_admin") as office:
        yield office


@pytest.fixture
def admin(running: ShopServer) -> Visitor:
    running.reset()
    visitor = Visitor(running.url, "pocketarena_admin_csrf")
    visitor.get("/admin/login/")
    visitor.post("/admin/login/?next=/admin/", username=ADMIN_NAME, password=ADMIN_PASSWORD)
    return visitor


def _count(admin: Visitor, path: str) -> int:
    found = ROWS.search(admin.get(path).text)
    assert found, path
    return int(found[1])


def test_office_is_self_contained(admin: Visitor) -> None:
    titles = crawl(admin, ["/admin/"], 120, "One Pocket Market Admin")
    assert len(titles) > 60


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (
            "orders/?number=&customer=Zoe&status=&date_from=06/01/2023&date_to=&sort=newest",
            "?customer=Zoe&date_from=2023-06-01",
        ),
        ("catalogue/?q=&category=&stock=out&sort=catalogue&page=1", "?stock=out"),
        ("reports/months/?paid_only=on&date_to=", "?paid_only=on"),
    ],
)
def test_a_list_has_one_address(admin: Visitor, asked: str, shown: str) -> None:
    assert admin.get(f"/admin/{asked}").url == f"{admin.url}/admin/{asked.partition('?')[0]}{shown}"


@pytest.mark.parametrize(
    "query", ["orders/?date_from=abc", "orders/?page=999", "catalogue/?category=77", "users/999/"]
)
def test_nonsense_is_no_server_error(admin: Visitor, query: str) -> None:
    assert admin.get(f"/admin/{query}").status_code in (200, 404)


def test_lists_count_what_the_world_holds(admin: Visitor) -> None:
    world = make_world()
    assert _count(admin, "/admin/orders/?status=Canceled") == sum(
        order.status == "Canceled" for order in world.orders
    )
    assert _count(admin, "/admin/reviews/?status=0") == len(world.pending_reviews)
    assert _count(admin, "/admin/catalogue/?stock=out") == sum(p.stock == 0 for p in world.products)
    assert _count(admin, "/admin/vouchers/") == len(world.vouchers)
    below = sum(p.stock < world.thresholds.get(p.id, -1) for p in world.products)
    assert _count(admin, "/admin/catalogue/stock-alerts/?status=Open") == below


def test_a_stock_above_its_threshold_closes_the_alert(admin: Visitor) -> None:
    world = make_world()
    product = next(p for p in world.products if p.stock < world.thresholds.get(p.id, -1))
    before = _count(admin, "/admin/catalogue/stock-alerts/?status=Open")
    form = {"title": product.title, "price": "9.99", "num_in_stock": "500", "low_stock_threshold": "5"}
    admin.post(f"/admin/catalogue/products/{product.id}/", **form)
    assert _count(admin, "/admin/catalogue/stock-alerts/?status=Open") == before - 1


def test_a_status_moves_one_step_at_a_time(admin: Visitor) -> None:
    order = next(o for o in make_world().orders if o.status == "Pending")
    page = f"/admin/orders/{order.number}/"
    skipped = admin.post(page, order_action="change_order_status", new_status="Complete").text
    assert '<b id="order-status">Pending</b>' in skipped
    moved = admin.post(page, order_action="change_order_status", new_status="Processing").text
    assert '<b id="order-status">Processing</b>' in moved


def test_an_address_belongs_to_one_order(admin: Visitor) -> None:
    world = make_world()
    mine = [o for o in world.orders if o.customer is world.customers[3]][:2]
    path = f"/admin/orders/{mine[0].number}/shipping-address/"
    form = {"first_name": "A", "last_name": "B", "line1": "1 New Road", "line4": "C", "state": "D"}
    admin.post(path, **form, postcode="97201", country="US", phone_number="")
    pages = [admin.get(f"/admin/orders/{order.number}/").text for order in mine]
    assert "1 New Road" in pages[0] and "1 New Road" not in pages[1]


def test_a_deleted_voucher_is_gone(admin: Visitor) -> None:
    admin.post("/admin/vouchers/1/delete/")
    assert _count(admin, "/admin/vouchers/") == len(make_world().vouchers) - 1
