"""The forum's data are the same everywhere, for ever, and large enough."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from envs.pocketarena.data.world import make_world as make_shop
from envs.pocketarena.database import child_environment, content_hash
from envs.pocketarena.forum import database
from envs.pocketarena.forum.authoring.lookup import namesake, pages, score
from envs.pocketarena.forum.data.shop_products import SHOP_PRODUCTS
from envs.pocketarena.forum.data.world import World, make_world
from envs.pocketarena.forum.data.writer import LAST_POST
from envs.pocketarena.forum.database import NAME, seeded_database
from envs.pocketarena.web.clock import TODAY
from reasoningbank.core.errors import UserError

# changes with any change of the data: then the tasks' references change too, so look at both
PINNED = "74d4acdf7bc419e3c6abdf82145827e4e70a43ac02f2a7da37fb44e17a1b20a7"


@pytest.fixture(scope="module")
def world() -> World:
    return make_world()


def test_two_builds_hold_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = []
    for name in ("one", "two"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / name))
        built = seeded_database()
        assert tmp_path / name in built.parents
        hashes.append(content_hash(built))
    assert hashes == [PINNED, PINNED]


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    code = "from envs.pocketarena.forum.database import seeded_database; print(seeded_database())"
    environment = child_environment() | {"XDG_CACHE_HOME": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    first, second = (Path(process.communicate(timeout=120)[0].strip()) for process in both)
    assert first == second
    assert content_hash(first) == PINNED
    assert [path.name for path in first.parent.iterdir()] == [NAME]


def test_a_built_database_is_not_built_again() -> None:
    first = seeded_database()
    stamp = first.stat().st_mtime_ns
    assert seeded_database() == first
    assert first.stat().st_mtime_ns == stamp


def test_a_missing_library_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LIBRARIES", ("django", "no-such-forum-engine"))
    with pytest.raises(UserError, match="no-such-forum-engine") as raised:
        seeded_database()
    assert "pip install" in str(raised.value)


def test_the_forum_is_large_enough_that_pages_and_sorting_matter() -> None:
    counted = {
        "forum_forum WHERE type = 0": 12,
        "forum_conversation_topic": 300,
        "forum_conversation_post": 300 + 1500,
        "auth_user": 60,
        "votes_vote": 3000,
        "forum_polls_topicpoll": 6,
    }
    connection = sqlite3.connect(seeded_database())
    for table, least in counted.items():
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] >= least, table
    connection.close()


def test_what_machina_keeps_beside_the_rows_agrees_with_them() -> None:
    """Rows that come in bulk pass by the counters that machina keeps on every save."""
    connection = sqlite3.connect(seeded_database())
    wrong = {
        "posts of a thread": "SELECT count(*) FROM forum_conversation_topic t WHERE posts_count != "
        "(SELECT count(*) FROM forum_conversation_post p WHERE p.topic_id = t.id)",
        "posts of a member": "SELECT count(*) FROM forum_member_forumprofile f WHERE posts_count != "
        "(SELECT count(*) FROM forum_conversation_post p WHERE p.poster_id = f.user_id)",
        "threads of a forum": "SELECT count(*) FROM forum_forum f WHERE direct_topics_count != "
        "(SELECT count(*) FROM forum_conversation_topic t WHERE t.forum_id = f.id)",
        "last post of a thread": "SELECT count(*) FROM forum_conversation_topic t WHERE last_post_on != "
        "(SELECT max(created) FROM forum_conversation_post p WHERE p.topic_id = t.id)",
        "votes for oneself": "SELECT count(*) FROM votes_vote v JOIN forum_conversation_post p "
        "ON p.id = v.post_id WHERE p.poster_id = v.voter_id",
    }
    found = {what: connection.execute(query).fetchone()[0] for what, query in wrong.items()}
    connection.close()
    assert set(found.values()) == {0}, found


def test_everything_is_older_than_the_forums_today(world: World) -> None:
    """The tasks tell what was done in them from what was there by the day."""
    dates = [post.date for thread in world.threads for post in thread.posts]
    assert max(dates) <= LAST_POST < TODAY
    assert max(vote.cast for vote in world.votes) <= LAST_POST
    assert len(set(dates)) == len(dates)


def test_threads_are_read_on_several_pages_and_differ_in_what_they_lead_by(world: World) -> None:
    assert sum(pages(thread) > 0 for thread in world.threads) >= 50
    by_forum = [[thread for thread in world.threads if thread.forum == forum] for forum in world.forums]
    longest = {max(threads, key=lambda thread: len(thread.posts)) for threads in by_forum}
    best = {max(threads, key=lambda thread: score(thread.posts[0])) for threads in by_forum}
    assert len(longest & best) <= 3


def test_there_are_near_duplicates_of_names_and_titles(world: World) -> None:
    assert sum(namesake(world, member) is not None for member in world.members) >= 20
    titles = Counter(thread.title for thread in world.threads)
    assert sum(count > 1 for count in titles.values()) >= 8
    for forum in world.forums:
        here = [thread.title for thread in world.threads if thread.forum == forum]
        assert len(set(here)) == len(here)


def test_no_name_is_part_of_another(world: World) -> None:
    """A right answer or address would otherwise be part of a wrong one."""
    names = [member.name for member in world.members]
    assert not [(one, two) for one in names for two in names if one != two and one in two]
    paths = [f"/{forum.slug}-{forum.id}" for forum in world.forums]
    assert not [(one, two) for one in paths for two in paths if one != two and one in two]


def test_members_talk_of_products_that_the_shop_has() -> None:
    assert set(SHOP_PRODUCTS) <= {product.title for product in make_shop().products}
