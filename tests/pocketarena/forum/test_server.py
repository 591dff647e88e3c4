"""A forum starts, forgets, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from envs.pocketarena.database import child_environment, content_hash
from envs.pocketarena.forum.database import seeded_database
from envs.pocketarena.forum.server import ForumServer
from reasoningbank.core.errors import InfrastructureError

from .visitor import Visitor

VOTES = 15


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


def test_reset_brings_every_row_back(forum: ForumServer, member: Visitor) -> None:
    member.post("/vote/1/", vote="up")
    member.post("/f/coffee-2/new-thread/", subject="New", content="Hello")
    member.post("/profile/edit/", signature="Changed")
    assert content_hash(forum.database) != content_hash(seeded_database())
    forum.reset()
    assert content_hash(forum.database) == content_hash(seeded_database())


def test_nobody_is_logged_in_after_a_reset(forum: ForumServer, member: Visitor) -> None:
    assert "My Profile" in member.get("/").text
    forum.reset()
    assert "Log in" in member.get("/").text


def test_reset_under_write_loses_nothing_and_answers_no_error(forum: ForumServer) -> None:
    statuses: list[int] = []

    def keep_writing() -> None:
        while len(statuses) < VOTES * 2:
            visitor = Visitor(forum.url)
            visitor.get("/login/")
            statuses.append(visitor.post("/vote/1/", vote="up").status_code)

    writers = [threading.Thread(target=keep_writing) for _ in range(2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        forum.reset()
        time.sleep(0.02)
    assert set(statuses) == {200}
    forum.reset()
    assert content_hash(forum.database) == content_hash(seeded_database())
    assert not list(forum.database.parent.glob("*-journal")) + list(forum.database.parent.glob("*-wal"))


def test_close_leaves_no_process_and_no_folder() -> None:
    forum = ForumServer()
    pid, folder = forum.pid, forum.database.parent
    assert forum.alive()
    forum.close()
    forum.close()
    assert not forum.alive()
    assert not _runs(pid)
    assert not folder.exists()


def test_server_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    code = (
        "import time; from envs.pocketarena.forum.server import ForumServer; forum = ForumServer()\n"
        "print(forum.pid, forum.database.parent, flush=True); time.sleep(600)"
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
    assert _gone_within(int(pid), 20)
    assert not Path(folder).exists()
    assert Path(folder).parent == Path(tempfile.gettempdir())


def test_a_dead_server_is_noticed() -> None:
    with ForumServer() as forum:
        os.kill(forum.pid, signal.SIGKILL)
        end = time.monotonic() + 20
        while forum.alive() and time.monotonic() < end:
            time.sleep(0.05)
        assert not forum.alive()


def test_a_port_that_is_taken_is_an_infrastructure_error(forum: ForumServer) -> None:
    with pytest.raises(InfrastructureError, match="forum's server ended"):
        ForumServer(port=int(forum.url.rpartition(":")[2]))
    assert forum.alive()


def test_two_forums_share_nothing(forum: ForumServer, member: Visitor) -> None:
    with ForumServer() as other:
        member.post("/vote/1/", vote="up")
        assert content_hash(other.database) == content_hash(seeded_database())
        assert "My Profile" not in Visitor(other.url).get("/").text
