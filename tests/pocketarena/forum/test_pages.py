"""Every page answers, has a title of its own, loads nothing from elsewhere, and can be left by its links."""

from __future__ import annotations

import html
import re
import sqlite3
from urllib.parse import urldefrag

import pytest
import requests

from envs.pocketarena.database import content_hash
from envs.pocketarena.forum.authoring.lookup import pages, thread_path
from envs.pocketarena.forum.data.members import ACCOUNT_NAME
from envs.pocketarena.forum.data.world import make_world
from envs.pocketarena.forum.server import ForumServer

from .visitor import Visitor

LINKS = re.compile(r"""(?:href|src|action|poster|srcset)=["']([^"']*)["']|url\(["']?([^"')]+)""")
CRAWLED = 120
WRITING = ("/vote/", "/subscribe/", "/unsubscribe/", "/delete/")
ENTRY = re.compile(r"· (\d+) repl(?:y|ies) · score (-?\d+)</li>")


def _links(text: str) -> list[str]:
    return [html.unescape(one or two) for one, two in LINKS.findall(text)]


def _foreign(text: str) -> list[str]:
    return [link for link in _links(text) if re.match(r"(?:\w+:)?//", link)]


def test_the_forum_is_self_contained(member: Visitor) -> None:
    waiting, seen, titles = ["/", "/votes/", f"/user/{ACCOUNT_NAME}/posts/"], set[str](), set[str]()
    while waiting and len(seen) < CRAWLED:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = member.get(path)
        assert answer.status_code == 200, path
        assert not _foreign(answer.text), path
        assert "<img" not in answer.text and "<script" not in answer.text, path
        title = re.search(r"<title>.+ \| Pocket Forum</title>", answer.text)
        assert title, path
        titles.add(title[0])
        found = [urldefrag(link)[0] for link in _links(answer.text)]
        harmless = [link for link in found if not any(word in link for word in WRITING)]
        waiting += [link for link in harmless if link.startswith("/")]
    assert len(seen) == CRAWLED
    assert len(titles) > CRAWLED / 2


def test_looking_at_pages_changes_nothing(forum: ForumServer, member: Visitor) -> None:
    """machina counts views and keeps track of what was read; here a page only shows."""
    member.get("/")
    before = content_hash(forum.database)
    thread = thread_path(make_world().threads[40])
    for path in ("/f/coffee-2/?sort=top", thread, "/search/?q=headlamp", "/members/", "/subscriptions/"):
        assert member.get(path).status_code == 200
    assert content_hash(forum.database) == before


@pytest.mark.parametrize("where", ["/", "/login/"])
def test_the_official_log_in_finds_its_words(forum: ForumServer, where: str) -> None:
    """browsergym.webarena: link "Log in" on `/`; labels Username and Password; button "Log in"."""
    text = requests.get(forum.url + where, timeout=10).text
    assert len(re.findall(r">Log in</a>", text)) == 1
    if where == "/login/":
        assert re.findall(r"<label[^>]*>(Username|Password)</label>", text) == ["Username", "Password"]
        assert len(re.findall(r"<button>Log in</button>", text)) == 1


def test_visitors_read_but_do_not_write(forum: ForumServer) -> None:
    visitor = Visitor(forum.url)
    before = _rows_but_sessions(forum)
    assert "Upvote" not in visitor.get(thread_path(make_world().threads[40])).text
    for path in ("/vote/1/", "/f/coffee-2/new-thread/", "/subscribe/40/", "/profile/edit/"):
        visitor.get("/login/")
        answer = visitor.post(path, vote="up", subject="New", content="Hello", signature="x")
        assert answer.url.startswith(f"{forum.url}/login/"), path
    assert _rows_but_sessions(forum) == before


def _rows_but_sessions(forum: ForumServer) -> list[str]:
    connection = sqlite3.connect(forum.database)
    lines = [line for line in connection.iterdump() if "django_session" not in line]
    connection.close()
    return lines


@pytest.mark.parametrize(
    "asked, shown",
    [
        ("/f/coffee-2/?sort=active&page=1", "/f/coffee-2/"),
        ("/f/coffee-2/?page=2&sort=top&utm=x", "/f/coffee-2/?sort=top&page=2"),
        ("/f/another-name-2/", "/f/coffee-2/"),
        ("/search/?sort=new&q=+tea+pot+", "/search/?q=tea+pot&sort=new"),
        ("/f/x-2/1/", "/f/coffee-2/1/read-this-first-how-we-do-things-in-coffee/"),
    ],
)
def test_a_page_has_one_address(member: Visitor, asked: str, shown: str) -> None:
    assert member.get(asked).url == member.url + shown


NONSENSE = (
    *("/f/coffee-2/?page=999", "/f/coffee-2/?sort=nonsense", "/f/coffee-2/?page=x", "/f/coffee-999/"),
    *("/f/coffee-2/99999/x/", "/user/Nobody11/", "/user/Nobody11/threads/", "/search/", "/nowhere"),
    "/f/coffee-2/1/read-this-first-how-we-do-things-in-coffee/?post=abc",
)


@pytest.mark.parametrize("path", NONSENSE)
def test_a_nonsense_address_is_no_server_error(member: Visitor, path: str) -> None:
    assert member.get(path).status_code in (200, 404)


@pytest.mark.parametrize("sort, field", [("replies", 0), ("top", 1)])
def test_sorting_sorts_over_all_pages_below_what_is_pinned(member: Visitor, sort: str, field: int) -> None:
    found = []
    for page in ("", "&page=2"):
        text = member.get(f"/f/hiking-7/?sort={sort}{page}").text
        found += [int(entry[field]) for entry in ENTRY.findall(text)]
    assert len(found) > 20
    assert found[1:] == sorted(found[1:], reverse=True)


def test_search_finds_every_word_in_title_or_opening_message(member: Visitor) -> None:
    text = member.get("/search/?q=winter headlamp").text
    titles = re.findall(r'<li><a href="/f/[^"]+">([^<]+)</a>', text)
    assert titles and all("headlamp" in title.lower() for title in titles)
    assert "Nothing found." in member.get("/search/?q=headlamp+zebra").text


def test_next_leads_on_from_a_post_that_was_linked(member: Visitor) -> None:
    """machina's `?post=` decides the page: kept in the next link it would lead to the same page for ever."""
    thread = next(thread for thread in make_world().threads if pages(thread) >= 2)
    first = member.get(f"{thread_path(thread)}?post={thread.posts[1].id}").text
    link = re.search(r'<a href="([^"]+)">Next</a>', first)
    assert link
    second = member.get(thread_path(thread) + html.unescape(link[1])).text
    assert "Page 2 of" in second
    assert thread.posts[9].author.name in second


def test_links_to_neighbours_are_there_for_who_came_through_the_arena(forum: ForumServer) -> None:
    visitor, other = Visitor(forum.url), Visitor(forum.url)
    visitor.get("/arena/?One+Pocket+Market=http://127.0.0.1:1&Elsewhere=https://example.com")
    for path in ("/", "/f/coffee-2/"):
        assert '<a href="http://127.0.0.1:1">One Pocket Market</a>' in visitor.get(path).text
        assert "Elsewhere" not in visitor.get(path).text
        assert "One Pocket Market</a>" not in other.get(path).text
