"""One running forum for the tests of a module that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from envs.pocketarena.forum.server import ForumServer

from .visitor import Visitor


@pytest.fixture(scope="module")
def running_forum() -> Iterator[ForumServer]:
    with ForumServer() as forum:
        yield forum


@pytest.fixture
def forum(running_forum: ForumServer) -> ForumServer:
    running_forum.reset()
    return running_forum


@pytest.fixture
def member(forum: ForumServer) -> Visitor:
    """Logged in with the account of the tasks."""
    visitor = Visitor(forum.url)
    visitor.log_in()
    return visitor
