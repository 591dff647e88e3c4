"""What the official evaluators ask the shop, as libwebarena's helper functions ask it."""

from __future__ import annotations

import requests

from envs.pocketarena.data.people import ADMIN_NAME, ADMIN_PASSWORD
from envs.pocketarena.data.reviews import Review
from envs.pocketarena.data.world import World, make_world
from envs.pocketarena.shop import ShopServer

from .visitor import Visitor

LATEST = {
    "searchCriteria[sortOrders][0][field]": "created_at",
    "searchCriteria[sortOrders][0][direction]": "DESC",
    "searchCriteria[pageSize]": "1",
}


def _token(shop: ShopServer, password: str = ADMIN_PASSWORD) -> requests.Response:
    url = f"{shop.url}/rest/default/V1/integration/admin/token"
    return requests.post(url, json={"username": ADMIN_NAME, "password": password}, timeout=10)


def _header(shop: ShopServer) -> dict[str, str]:
    return {"Authorization": f"Bearer {_token(shop).json()}"}


def test_only_an_administrator_is_answered(shop: ShopServer) -> None:
    assert _token(shop, "wrong").status_code == 401
    for header in ({}, {"Authorization": "Bearer x"}):
        assert requests.get(f"{shop.url}/rest/V1/orders", headers=header, timeout=10).status_code == 401


def test_latest_order_is_the_one_just_placed(shop: ShopServer, emma: Visitor) -> None:
    def latest() -> dict[str, object]:
        answer = requests.get(f"{shop.url}/rest/V1/orders", params=LATEST, headers=_header(shop), timeout=10)
        items = answer.json()["items"]
        assert len(items) == 1
        return dict(items[0])

    assert latest()["increment_id"] == str(make_world().orders[-1].number)
    for quantity in ("1", "2"):  # two on one (stopped) clock's day
        emma.post("/basket/add/1001/", quantity=quantity)
        emma.get("/checkout/")
        emma.post("/checkout/shipping-address/", action="ship_to", address_id="2")
        emma.post("/checkout/preview/", action="place_order")
    number = latest()["increment_id"]
    page = emma.get(f"/sales/order/view/order_id/{number}/").text
    assert 'data-quantity="2"' in page
    assert "110 Maple Street" in page


def _reviews_of_first_with_many(world: World) -> list[Review]:
    """An administrator sees what waits for approval too."""
    known = [*world.reviews, *world.pending_reviews]
    first = next(p.id for p in world.products if sum(r.product_id == p.id for r in known) > 5)
    return sorted((r for r in known if r.product_id == first), key=lambda review: review.date)


def test_reviews_come_oldest_first_with_author_and_percent(shop: ShopServer, emma: Visitor) -> None:
    world = make_world()
    seeded = _reviews_of_first_with_many(world)
    product = next(p for p in world.products if p.id == seeded[0].product_id)
    emma.post(f"/catalogue/{product.slug}_{product.id}/reviews/add/", title="T", score="3", body="B")
    url = f"{shop.url}/rest/V1/products/{product.sku}/reviews"
    reviews = requests.get(url, headers=_header(shop), timeout=10).json()
    assert [review["nickname"] for review in reviews] == [*(r.author for r in seeded), "Emma Lopez"]
    assert reviews[-1]["ratings"] == [{"rating_name": "Rating", "percent": 60, "value": 3}]


def test_a_strangers_order_is_not_shown(emma: Visitor) -> None:
    stranger = next(order for order in make_world().orders if order.customer.id != 2)
    assert emma.get(f"/sales/order/view/order_id/{stranger.number}/").status_code == 404
