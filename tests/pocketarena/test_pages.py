"""Every page answers, has a title of its own, and loads nothing from anywhere else."""

from __future__ import annotations

import re
from urllib.parse import urldefrag

import pytest

from envs.pocketarena.data.people import ADMIN_PASSWORD

from .visitor import Visitor

LINKS = re.compile(r"""(?:href|src|action|poster|srcset)=["']([^"']*)["']|url\(["']?([^"')]+)""")
CRAWLED = 150
WRITING = ("logout", "delete", "default_for", "/add/", "/static/", "remove")
DASHBOARD = ("", "catalogue/", "orders/", "users/", "reviews/", "reports/", "vouchers/", "partners/")


def _links(html: str) -> list[str]:
    return [one or two for one, two in LINKS.findall(html)]


def _foreign(html: str) -> list[str]:
    return [link for link in _links(html) if re.match(r"(?:\w+:)?//", link)]


def crawl(visitor: Visitor, start: list[str], pages: int, site: str) -> set[str]:
    """Follows links, checks each page, and returns the titles that were met."""
    waiting, seen, titles = start, set[str](), set[str]()
    while waiting and len(seen) < pages:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        assert not _foreign(answer.text), path
        assert "<img" not in answer.text and "<script" not in answer.text, path
        title = re.search(rf"<title>(?:.+ \| )?{site}</title>", answer.text)
        assert title, path
        titles.add(title[0])
        found = [urldefrag(link)[0].replace("&amp;", "&") for link in _links(answer.text)]
        found = [path.partition("?")[0] + link if link.startswith("?") else link for link in found]
        harmless = [link for link in found if not any(word in link for word in WRITING)]
        waiting += [link for link in harmless if link.startswith("/")]
    assert len(seen) == pages
    return titles


def test_storefront_is_self_contained(emma: Visitor) -> None:
    start = ["/", "/basket/", "/sales/order/history/?page=2"]
    assert len(crawl(emma, start, CRAWLED, "One Pocket Market")) > CRAWLED / 2


@pytest.mark.parametrize("page", DASHBOARD)
def test_dashboard_is_there_and_self_contained(emma: Visitor, page: str) -> None:
    emma.session.cookies.clear()
    emma.get("/dashboard/login/")
    emma.post("/dashboard/login/", username="admin@example.com", password=ADMIN_PASSWORD)
    answer = emma.get(f"/dashboard/{page}")
    assert answer.status_code == 200
    assert answer.url.endswith(f"/dashboard/{page}")
    assert not _foreign(answer.text)


def test_no_page_depends_on_the_day(emma: Visitor) -> None:
    emma.post("/basket/add/1001/", quantity="1")
    emma.get("/checkout/")
    emma.post("/checkout/shipping-address/", action="ship_to", address_id="1")
    emma.post("/checkout/preview/", action="place_order")
    assert "Jul 1, 2023" in emma.get("/sales/order/history/").text


@pytest.mark.parametrize(
    "asked, shown",
    [
        ("?sort=featured&min_price=&max_price=&rating=&page=1", ""),
        ("?in_stock=on&max_price=$20.00&sort=price-asc", "?sort=price-asc&max_price=20&in_stock=1"),
        ("?utm=x&page=2&q=", "?page=2"),
    ],
)
def test_a_listing_has_one_address(emma: Visitor, asked: str, shown: str) -> None:
    assert emma.get(f"/catalogue/{asked}").url == f"{emma.url}/catalogue/{shown}"


NONSENSE = ("min_price=abc", "page=999", "sort=nonsense", "rating=9", "min_price=-1", "page=x")


@pytest.mark.parametrize("query", NONSENSE)
def test_a_nonsense_query_is_no_server_error(emma: Visitor, query: str) -> None:
    assert emma.get(f"/catalogue/?{query}").status_code in (200, 404)


def test_filters_combine_and_sorting_sorts(emma: Visitor) -> None:
    html = emma.get("/search/?q=flask&sort=price-desc&min_price=10&max_price=40&in_stock=1").text
    prices = [float(price) for price in re.findall(r"\$(\d+\.\d\d) ·", html)]
    assert prices == sorted(prices, reverse=True)
    assert prices and prices[-1] >= 10 and prices[0] <= 40
    assert "Out of stock" not in html
