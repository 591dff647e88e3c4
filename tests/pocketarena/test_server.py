"""The server keeps no state beyond its database and never outlives its owner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import requests

from envs.pocketarena.database import child_environment, content_hash, seeded_database
from envs.pocketarena.shop import ShopServer

from .visitor import Visitor

WRITES = 5


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def _gone_within(pid: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while _runs(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not _runs(pid)


def test_reset_brings_every_row_back(shop: ShopServer, emma: Visitor) -> None:
    emma.post("/accounts/wishlists/emma02/add/1001/")
    emma.post("/basket/add/1001/", quantity="2")
    emma.post("/accounts/addresses/1/delete/")
    assert content_hash(shop.database) != content_hash(seeded_database())
    began = time.monotonic()
    shop.reset()
    assert time.monotonic() - began < 1.0
    assert content_hash(shop.database) == content_hash(seeded_database())


def test_nobody_is_logged_in_after_a_reset(shop: ShopServer, emma: Visitor) -> None:
    assert "Emma Lopez" in emma.get("/accounts/profile/").text
    shop.reset()
    assert "Customer Login" in emma.get("/accounts/profile/").text


def test_reset_under_write_loses_nothing_and_answers_no_error(shop: ShopServer) -> None:
    statuses: list[int] = []

    def keep_writing() -> None:
        while len(statuses) < WRITES * 8:
            visitor = Visitor(shop.url)
            visitor.get("/customer/account/login/")
            statuses.append(visitor.post("/basket/add/1001/", quantity="1").status_code)

    writers = [threading.Thread(target=keep_writing) for _ in range(2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        shop.reset()
        time.sleep(0.02)
    assert set(statuses) == {200}
    shop.reset()
    assert content_hash(shop.database) == content_hash(seeded_database())
    assert not list(shop.database.parent.glob("*-journal")) + list(shop.database.parent.glob("*-wal"))


def test_close_leaves_no_process_and_no_folder() -> None:
    shop = ShopServer()
    pid, folder = shop.pid, shop.database.parent
    assert shop.alive()
    shop.close()
    shop.close()
    assert not shop.alive()
    assert not _runs(pid)
    assert not folder.exists()


def test_server_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    code = (
        "import time; from envs.pocketarena.shop import ShopServer; shop = ShopServer()\n"
        "print(shop.pid, shop.database.parent, flush=True); time.sleep(600)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code], env=child_environment(), stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    pid, folder = owner.stdout.readline().split()
    assert _runs(int(pid))
    os.kill(owner.pid, signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    assert _gone_within(int(pid), 5)
    assert not Path(folder).exists()
    assert Path(folder).parent == Path(tempfile.gettempdir())


def test_a_dead_server_is_noticed() -> None:
    with ShopServer() as shop:
        os.kill(shop.pid, signal.SIGKILL)
        end = time.monotonic() + 5
        while shop.alive() and time.monotonic() < end:
            time.sleep(0.05)
        assert not shop.alive()


def test_two_shops_share_nothing(shop: ShopServer, emma: Visitor) -> None:
    with ShopServer() as other:
        emma.post("/basket/add/1001/", quantity="1")
        assert content_hash(other.database) == content_hash(seeded_database())
        assert "Basket (0)" in requests.get(other.url, timeout=10).text
