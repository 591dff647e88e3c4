"""The response cache: nothing is paid twice, and nothing that changes a reply is left out of the key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reasoningbank.core.types import Purpose
from reasoningbank.llm import build_llm

from . import server as s
from .conftest import ask, config_for
from .server import Server

PRICE = {"input": 1.0, "output": 1.0}


def test_a_hit_costs_nothing_and_is_marked_also_in_another_process(server: Server, tmp_path: Path) -> None:
    config = config_for(server, cache=True, cache_dir=str(tmp_path), price=PRICE)
    first = build_llm(config, seed=0).complete(ask(), purpose=Purpose.ACT)
    again = build_llm(config, seed=0).complete(ask(), purpose=Purpose.ACT)
    assert len(server.requests) == 1
    assert (first.cached, again.cached) == (False, True)
    assert first.usage.cost and again.usage.cost == 0
    assert again.text == first.text
    assert again.usage.input_tokens == first.usage.input_tokens


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"sample": 1},
        {"purpose": Purpose.JUDGE},
        {"temperature": 0.5},
        {"max_tokens": 9},
        {"text": "other"},
        {"keys": {"top_p": 0.5}},
        {"keys": {"thinking": {"effort": "low"}}},
        {"keys": {"extra": {"seed": 3}}},
    ],
)
def test_whatever_changes_a_reply_misses(server: Server, tmp_path: Path, change: dict[str, Any]) -> None:
    def call(seed: int = 0, text: str = "hi", keys: dict[str, Any] | None = None, **given: Any) -> None:
        config = config_for(server, cache=True, cache_dir=str(tmp_path), **(keys or {}))
        build_llm(config, seed=seed).complete(ask(text), **{"purpose": Purpose.ACT, **given})

    server.answer = lambda _: s.OK
    call()
    call(**change)
    assert len(server.requests) == 2


def test_what_cannot_change_a_reply_hits(server: Server, tmp_path: Path) -> None:
    for keys in ({}, {"timeout_s": 99, "max_concurrent": 3, "price": PRICE, "retries": {"max_attempts": 2}}):
        config = config_for(server, cache=True, cache_dir=str(tmp_path), **keys)
        build_llm(config, seed=0).complete(ask(), purpose=Purpose.ACT)
    assert len(server.requests) == 1


def test_an_empty_reply_is_not_kept(server: Server, tmp_path: Path) -> None:
    config = config_for(server, cache=True, cache_dir=str(tmp_path), retries={"empty_attempts": 1})
    llm = build_llm(config, seed=0)
    server.orders = [s.reply(""), s.OK]
    assert llm.complete(ask(), purpose=Purpose.ACT).finish_reason == "empty"
    assert llm.complete(ask(), purpose=Purpose.ACT).text == "hello"
