"""`rb doctor llm=…`: one tiny call, and plainly what came back."""

from __future__ import annotations

from reasoningbank.llm.doctor import check_llm

from . import server as s
from .conftest import Make
from .server import Server


def test_it_says_what_came_back_after_one_call(server: Server, make: Make) -> None:
    report = check_llm(make())
    assert len(server.requests) == 1
    for part in ("openai/loopback", "loopback-2026-01", "'hello'", "10 in", "unknown"):
        assert part in report


def test_it_says_how_a_model_fails(server: Server, make: Make) -> None:
    server.orders = [s.BAD_KEY]
    assert "cannot be used" in check_llm(make()) and "to do: " in check_llm(make())
    server.orders = [s.SERVER_ERROR]
    assert "no reply" in check_llm(make())
    server.orders = [s.reply("", finish="length")]
    assert "raise llm.max_tokens" in check_llm(make())
    assert "LOOPBACK_KEY" in check_llm(make(api_key_env="LOOPBACK_KEY"))
