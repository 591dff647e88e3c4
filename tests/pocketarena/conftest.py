"""One running shop for the tests of a module that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from envs.pocketarena.shop import ShopServer

from .visitor import Visitor


@pytest.fixture(scope="module")
def running_shop() -> Iterator[ShopServer]:
    with ShopServer() as shop:
        yield shop


@pytest.fixture
def shop(running_shop: ShopServer) -> ShopServer:
    running_shop.reset()
    return running_shop


@pytest.fixture
def emma(shop: ShopServer) -> Visitor:
    visitor = Visitor(shop.url)
    visitor.log_in()
    return visitor
