"""What a task asks for does not stand on the page that it begins on."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from envs.pocketarena import PLAN_FOLDER
from envs.pocketarena.data.people import ADMIN_NAME, ADMIN_PASSWORD
from envs.pocketarena.plan import load_plans
from envs.pocketarena.sites import Sites
from envs.pocketarena.subsets import LISTS, Config, load_configs

from .forum.visitor import Visitor as Member
from .visitor import Visitor

ALL_SITES = ("shopping", "shopping_admin", "reddit")


@pytest.fixture(scope="module")
def first_pages() -> Iterator[dict[str, str]]:
    """Source of each site's home, as the task's account sees it."""
    with Sites(ALL_SITES) as sites:
        shopper, member = Visitor(sites.homes["shopping"]), Member(sites.homes["reddit"])
        shopper.log_in()
        member.log_in()
        admin = Visitor(sites.servers["shopping_admin"].url, "pocketarena_admin_csrf")
        admin.get("/admin/login/")
        admin.post("/admin/login/?next=/admin/", username=ADMIN_NAME, password=ADMIN_PASSWORD)
        yield {
            "shopping": shopper.get("/").text,
            "shopping_admin": admin.get("/admin").text,
            "reddit": member.get("/").text,
        }


def _words(source: str) -> str:
    visible = re.sub(r"<head.*?</head>", " ", source, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", visible)).lower().split())


def _stands_in(text: str, page: str) -> bool:
    """As a whole: the 4 of "$4.20" or of "14 pieces" is no answer."""
    return bool(re.search(rf"(?<![\w.,$]){re.escape(text.lower())}(?![\w,]|\.\d)", page))


def _answers(config: Config) -> list[str]:
    reference = config["eval"]["reference_answers"] or {}
    return [*reference.get("must_include", []), *filter(None, [reference.get("exact_match")])]


def test_the_first_pages_are_those_of_somebody_who_is_logged_in(first_pages: dict[str, str]) -> None:
    assert "My Orders" in first_pages["shopping"]
    assert "The latest orders" in first_pages["shopping_admin"]
    assert "My Votes" in first_pages["reddit"]
    assert _stands_in("$260.83", _words(first_pages["shopping_admin"]))
    assert not _stands_in("260", _words(first_pages["shopping_admin"]))


@pytest.mark.parametrize("subset", LISTS)
def test_no_answer_stands_on_the_first_page(first_pages: dict[str, str], subset: str) -> None:
    pages = {site: _words(source) for site, source in first_pages.items()}
    for config in load_configs(subset):
        answers, page = _answers(config), pages[config["sites"][0]]
        assert not answers or not all(_stands_in(text, page) for text in answers), config["task_id"]


@pytest.mark.parametrize("subset", LISTS)
def test_what_is_not_easy_takes_more_than_one_page(subset: str) -> None:
    """Of the right plan, one step is the answer, and one more could be a link of the first page."""
    plans = load_plans(PLAN_FOLDER / f"{subset}.json")
    for config in load_configs(subset):
        if config["difficulty"] != "easy":
            assert len(plans[config["task_id"]].right) >= 3, config["task_id"]


def test_what_is_to_be_opened_is_no_link_of_the_first_page(first_pages: dict[str, str]) -> None:
    for config in load_configs("all"):
        if "url_match" in config["eval"]["eval_types"] and config["difficulty"] != "easy":
            path = re.sub(r"^__[A-Z_]+__", "", config["eval"]["reference_url"])
            assert f'"{path}"' not in first_pages[config["sites"][0]], config["task_id"]
