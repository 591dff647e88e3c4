"""The data are the same everywhere, for ever, and large enough."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from envs.pocketarena.data.world import make_world
from envs.pocketarena.database import child_environment, content_hash, seeded_database

# changes with any change of the data: then the tasks' references change too, so look at both
PINNED = "af15cf7acf41846b6a80880eb0df36189e9e534eadd01100d6958742e9e1ac3d"


def test_two_builds_hold_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = []
    for name in ("one", "two"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / name))
        database = seeded_database()
        assert tmp_path / name in database.parents
        hashes.append(content_hash(database))
    assert hashes == [PINNED, PINNED]


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from envs.pocketarena.database import *; print(seeded_database())"]
    environment = child_environment() | {"XDG_CACHE_HOME": str(tmp_path)}
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    first, second = (Path(process.communicate(timeout=120)[0].strip()) for process in both)
    assert first == second
    assert content_hash(first) == PINNED
    assert [path.name for path in first.parent.iterdir()] == ["shop.sqlite3"]


def test_a_built_database_is_not_built_again() -> None:
    first = seeded_database()
    stamp = first.stat().st_mtime_ns
    assert seeded_database() == first
    assert first.stat().st_mtime_ns == stamp


def test_the_shop_is_large_enough_that_pages_and_filters_matter() -> None:
    counted = {
        "catalogue_product": 400,
        "reviews_productreview": 1000,
        "order_order": 600,
        "auth_user": 30,
        "catalogue_category": 20,
    }
    connection = sqlite3.connect(seeded_database())
    for table, least in counted.items():
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] >= least, table
    connection.close()


def test_the_shopper_has_two_years_of_orders_in_every_status() -> None:
    world = make_world()
    mine = [order for order in world.orders if order.customer == world.customers[0]]
    assert len(mine) >= 40
    assert {order.status for order in mine} == {"Pending", "Processing", "Complete", "Canceled"}
    assert min(order.date.year for order in mine) == 2021
    assert max(order.date for order in mine).strftime("%Y-%m") == "2023-06"
    assert len({order.date.date() for order in mine}) == len(mine)


def test_names_are_unique_but_have_near_duplicates() -> None:
    titles = [product.title for product in make_world().products]
    assert len(set(titles)) == len(titles)
    models = [title.rsplit(" ", 3)[0] for title in titles]
    assert len(set(models)) < len(titles) * 0.8
