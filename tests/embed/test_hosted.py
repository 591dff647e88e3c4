"""A hosted embedder against a loopback server that misbehaves on order (tests/llm/server.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from reasoningbank.core.errors import FatalModelError, InfrastructureError, UserError
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.embed.hosted import ATTEMPTS, HostedEmbedder
from tests.llm.server import BAD_KEY, MALFORMED, NO_QUOTA, RATE_LIMIT_7S, SERVER_ERROR, Say, Server

KEY = "sk-secret-0123456789"


def vectors(*rows: list[float]) -> Say:
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return Say({"object": "list", "data": data, "model": "loopback", "usage": usage})


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def embedder(server: Server, waits: list[float] | None = None, **keys: Any) -> HostedEmbedder:
    given = {"model": "openai/text-embedding-3-small", "dimension": 2, "api_key_env": "RB_TEST_KEY", **keys}
    config = EmbedderConfig(provider="litellm", api_base=server.url, **given)
    return HostedEmbedder(config, sleep=(waits if waits is not None else []).append)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RB_TEST_KEY", KEY)


def test_rows_come_back_in_order_as_unit_vectors_and_tokens_are_counted(server: Server) -> None:
    server.orders[:] = [vectors([3.0, 4.0], [0.0, 2.0])]
    ours = embedder(server)
    np.testing.assert_allclose(ours.embed(["one", "two"]), [[0.6, 0.8], [0, 1]], atol=1e-6)
    assert ours.tokens > 0
    assert server.requests[0][1]["dimensions"] == 2


def test_a_transient_failure_is_tried_again_after_the_time_it_asks_for(server: Server) -> None:
    waits: list[float] = []
    server.orders[:] = [RATE_LIMIT_7S, SERVER_ERROR, vectors([1.0, 0.0])]
    embedder(server, waits).embed(["one"])
    assert len(server.requests) == 3
    assert waits[0] == 7


def test_an_outage_is_an_infrastructure_error_after_a_bounded_number_of_requests(server: Server) -> None:
    server.orders[:] = [SERVER_ERROR]
    with pytest.raises(InfrastructureError):
        embedder(server).embed(["one"])
    assert len(server.requests) == ATTEMPTS


@pytest.mark.parametrize("order", [BAD_KEY, NO_QUOTA])
def test_a_bad_key_or_no_quota_stops_at_once_without_telling_the_key(server: Server, order: Say) -> None:
    server.orders[:] = [order]
    with pytest.raises(FatalModelError) as caught:
        embedder(server).embed(["one"])
    assert len(server.requests) == 1
    assert len(str(caught.value).splitlines()) == 3
    assert "RB_TEST_KEY" in caught.value.remedy
    assert KEY not in str(caught.value)


def test_another_dimension_than_configured_is_refused_with_the_right_one(server: Server) -> None:
    server.orders[:] = [vectors([1.0, 0.0, 0.0])]
    with pytest.raises(FatalModelError, match="3 dimensions") as caught:
        embedder(server).embed(["one"])
    assert caught.value.remedy == "set embedder.dimension=3"


def test_too_few_vectors_are_never_spread_over_the_texts(server: Server) -> None:
    server.orders[:] = [vectors([1.0, 0.0])]
    with pytest.raises(InfrastructureError, match="1 vectors for 2 texts"):
        embedder(server).embed(["one", "two"])


def test_a_malformed_reply_is_an_outage(server: Server) -> None:
    server.orders[:] = [MALFORMED]
    with pytest.raises(InfrastructureError):
        embedder(server).embed(["one"])


def test_many_texts_go_in_batches(server: Server) -> None:
    server.orders[:] = [vectors(*[[1.0, 0.0]] * 100), vectors(*[[0.0, 1.0]] * 20)]
    assert embedder(server).embed([str(i) for i in range(120)]).shape == (120, 2)
    assert [len(body["input"]) for _, body in server.requests] == [100, 20]


def test_a_missing_key_is_told_before_anything_is_sent(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RB_TEST_KEY")
    with pytest.raises(UserError, match="RB_TEST_KEY is not set"):
        embedder(server)


def test_the_identity_tells_model_dimension_and_task_type_apart(server: Server) -> None:
    plain, typed = embedder(server), embedder(server, task_type="RETRIEVAL_QUERY")
    assert plain.identity != typed.identity
    assert embedder(server, dimension=3).identity != plain.identity


def test_a_model_with_one_length_is_not_asked_for_another(server: Server) -> None:
    server.orders[:] = [vectors([1.0, 0.0])]
    embedder(server, model="openai/bge-of-my-own").embed(["one"])
    assert "dimensions" not in server.requests[0][1]
