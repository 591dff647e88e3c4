"""Several sites at once: log-ins of their own, one database behind shop and office, one reset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from envs.pocketarena.data.people import ADMIN_NAME, ADMIN_PASSWORD
from envs.pocketarena.database import content_hash, seeded_database
from envs.pocketarena.shop import ShopServer
from envs.pocketarena.sites import Sites
from reasoningbank.core.errors import UserError

from .visitor import Visitor

PRODUCT = 1001


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with Sites(("shopping", "shopping_admin")) as running:
        yield running


@pytest.fixture
def admin(sites: Sites) -> Visitor:
    sites.reset()
    visitor = Visitor(sites.servers["shopping_admin"].url, "pocketarena_admin_csrf")
    visitor.get("/admin/login/")
    answer = visitor.post("/admin/login/?next=/admin/", username=ADMIN_NAME, password=ADMIN_PASSWORD)
    assert "The latest orders" in answer.text
    return visitor


def test_homes_are_as_webarena_has_them(sites: Sites) -> None:
    assert sites.homes["shopping_admin"].endswith("/admin")
    assert sites.fill_in("__SHOPPING__/a __SHOPPING_ADMIN__/b") == "{shopping}/a {shopping_admin}/b".format(
        **sites.homes
    )


def test_what_the_office_changes_the_shop_sells_until_the_reset(sites: Sites, admin: Visitor) -> None:
    shop = Visitor(sites.homes["shopping"])
    page = f"/catalogue/x_{PRODUCT}/"
    form = {"title": "Something New", "price": "7.77", "num_in_stock": "3", "low_stock_threshold": ""}
    assert "was saved" in admin.post(f"/admin/catalogue/products/{PRODUCT}/", **form).text
    assert "$7.77" in shop.get(page).text and "Something New" in shop.get(page).text
    sites.reset()
    office = sites.servers["shopping_admin"]
    assert isinstance(office, ShopServer)
    assert content_hash(office.database) == content_hash(seeded_database())
    assert "$7.77" not in shop.get(page).text


def test_both_log_ins_live_beside_each_other(sites: Sites, admin: Visitor) -> None:
    """Cookies of 127.0.0.1 are shared by all ports: each site's has a name of its own."""
    emma = Visitor(sites.homes["shopping"])
    emma.session.cookies = admin.session.cookies
    emma.log_in()
    assert "Emma Lopez" in emma.get("/accounts/profile/").text
    assert "The latest orders" in admin.get("/admin/").text


def test_a_customer_does_not_get_into_the_office(sites: Sites) -> None:
    sites.reset()
    visitor = Visitor(sites.servers["shopping_admin"].url, "pocketarena_admin_csrf")
    visitor.get("/admin/login/")
    visitor.post("/admin/login/", username="emma.lopez@gmail.com", password="Password.123")
    assert visitor.get("/admin/orders/").status_code == 403


def test_a_dead_site_is_named() -> None:
    with Sites(("shopping_admin",)) as lone:
        assert lone.problem() == ""
        lone.servers["shopping_admin"].close()
        assert "http://admin.pocketarena" in lone.problem()


def test_an_unknown_site_is_a_users_mistake() -> None:
    with pytest.raises(UserError, match="no site gitlab"):
        Sites(("gitlab",))
