"""The hosted client against a server that misbehaves on order. Requests are counted throughout."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

import pytest

from reasoningbank.core.errors import FatalModelError, InfrastructureError, ModelRefusal, UserError
from reasoningbank.core.types import Purpose
from reasoningbank.llm import build_llm
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.context import traced

from . import server as s
from .conftest import FakeClock, Make, ask, config_for
from .server import Server


def test_reply_carries_text_tokens_and_the_version_string(server: Server, make: Make) -> None:
    server.orders = [
        s.reply(
            "hello",
            prompt=100,
            output=20,
            prompt_tokens_details={"cached_tokens": 60},
            completion_tokens_details={"reasoning_tokens": 15},
        )
    ]
    reply = make().complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.finish_reason, reply.model) == ("hello", "stop", "loopback-2026-01")
    usage = reply.usage
    assert (usage.input_tokens, usage.output_tokens) == (100, 20)
    assert (usage.cached_tokens, usage.thinking_tokens) == (60, 15)
    assert usage.cost is None, "an unknown price is unknown, never 0"
    assert (reply.retries, reply.cached, len(server.requests)) == (0, False, 1)


def test_system_role_and_sampling_reach_the_provider(server: Server, make: Make) -> None:
    llm = make(temperature=0.7, top_p=0.9, max_tokens_by_purpose={"judge": 77}, extra={"seed": 5})
    llm.complete(ask(), purpose=Purpose.JUDGE, temperature=0.0)
    body = server.requests[0][1]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert (body["temperature"], body["top_p"], body["max_tokens"], body["seed"]) == (0.0, 0.9, 77, 5)


def test_null_settings_are_not_sent(server: Server, make: Make) -> None:
    make().complete(ask(), purpose=Purpose.ACT)
    assert set(server.requests[0][1]) == {"model", "messages"}


def test_price_override_prices_cached_tokens_apart(server: Server, make: Make) -> None:
    server.orders = [s.reply("x", prompt=1000, output=100, prompt_tokens_details={"cached_tokens": 400})]
    llm = make(price={"input": 1.0, "output": 10.0, "cached_input": 0.1})
    cost = llm.complete(ask(), purpose=Purpose.ACT).usage.cost
    assert cost == pytest.approx((600 * 1.0 + 400 * 0.1 + 100 * 10.0) / 1e6)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (s.RATE_LIMIT, "rate_limit"),
        (s.SERVER_ERROR, "server_error"),
        (s.OVERLOADED, "overload"),
        (s.MALFORMED, "server_error"),
        (s.HALF, "server_error"),
        (s.Say({"choices": []}), "malformed"),
    ],
)
def test_a_passing_failure_is_tried_again_once_per_attempt(
    server: Server, make: Make, order: s.Say, reason: str
) -> None:
    server.orders = [order, order, s.OK]
    with traced() as trace:
        reply = make().complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.retries, len(server.requests)) == ("hello", 2, 3)
    assert trace.retries == {reason: 2}


@pytest.mark.parametrize("order", [s.RATE_LIMIT, s.SERVER_ERROR, s.OVERLOADED, s.MALFORMED, s.HALF])
def test_a_lasting_failure_is_an_outage_and_retries_do_not_multiply(
    server: Server, make: Make, order: s.Say
) -> None:
    server.orders = [order]
    with pytest.raises(InfrastructureError, match="openai/loopback"):
        make().complete(ask(), purpose=Purpose.ACT)
    assert len(server.requests) == 4


def test_a_hanging_server_is_given_up_after_the_timeout(server: Server, make: Make) -> None:
    make().complete(ask(), purpose=Purpose.ACT)  # loads LiteLLM, which would count as waiting
    server.orders = [s.HANG, s.OK]
    began = time.monotonic()
    reply = make(timeout_s=0.3).complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.retries) == ("hello", 1)
    assert time.monotonic() - began < 2


def test_no_server_at_all_is_an_outage(make: Make, server: Server) -> None:
    llm = make(extra={"base_url": "http://127.0.0.1:9/v1"})
    with pytest.raises(InfrastructureError):
        llm.complete(ask(), purpose=Purpose.ACT)


@pytest.mark.parametrize("value", ["7", "date"])
def test_retry_after_is_honoured_in_seconds_and_as_a_date(
    server: Server, make: Make, clock: FakeClock, value: str
) -> None:
    header = formatdate(time.time() + 7, usegmt=True) if value == "date" else value
    server.orders = [s.failure(429, "slow down", retry_after=header), s.OK]
    make().complete(ask(), purpose=Purpose.ACT)
    assert clock.now == pytest.approx(7, abs=1.1)


def test_gemini_style_retry_delay_in_the_body_is_honoured(
    server: Server, make: Make, clock: FakeClock
) -> None:
    server.orders = [s.failure(429, 'Resource exhausted, "retryDelay": "11s"'), s.OK]
    make().complete(ask(), purpose=Purpose.ACT)
    assert clock.waits[0] == pytest.approx(11)


def test_a_wait_beyond_the_limit_is_an_outage_at_once(server: Server, make: Make, clock: FakeClock) -> None:
    server.orders = [s.failure(429, "slow down", retry_after="3600")]
    with pytest.raises(InfrastructureError, match="3600 s"):
        make().complete(ask(), purpose=Purpose.ACT)
    assert (len(server.requests), clock.waits) == (1, [])


def test_backoff_without_retry_after_grows_within_its_bound(
    server: Server, make: Make, clock: FakeClock
) -> None:
    server.orders = [s.RATE_LIMIT]
    with pytest.raises(InfrastructureError):
        make(retries={"max_attempts": 12, "max_wait_s": 20}).complete(ask(), purpose=Purpose.ACT)
    assert len(clock.waits) == 11
    assert all(wait <= min(2**n, 20) for n, wait in enumerate(clock.waits))


@pytest.mark.parametrize(
    ("order", "word"),
    [(s.BAD_KEY, "key"), (s.NO_QUOTA, "quota"), (s.NO_MODEL, "exist"), (s.BAD_PARAMETER, "rejects")],
)
def test_what_no_waiting_mends_stops_the_run_with_a_remedy(
    server: Server, make: Make, order: s.Say, word: str
) -> None:
    server.orders = [order]
    with pytest.raises(FatalModelError, match=word) as caught:
        make().complete(ask(), purpose=Purpose.ACT)
    assert len(server.requests) == 1
    assert len(str(caught.value).splitlines()) == 3
    assert "to do: " in str(caught.value)


@pytest.mark.parametrize("order", [s.CONTENT_FILTER, s.OVERFLOW, s.reply("", finish="content_filter")])
def test_a_refusal_is_the_tasks_own_outcome(server: Server, make: Make, order: s.Say) -> None:
    server.orders = [order]
    with pytest.raises(ModelRefusal):
        make().complete(ask(), purpose=Purpose.ACT)
    assert len(server.requests) == 1


def test_a_bad_request_after_a_good_one_of_its_kind_is_only_that_tasks(server: Server, make: Make) -> None:
    server.orders = [s.OK, s.BAD_PARAMETER]
    llm = make()
    llm.complete(ask(), purpose=Purpose.ACT)
    with pytest.raises(ModelRefusal):
        llm.complete(ask(), purpose=Purpose.ACT)
    with pytest.raises(FatalModelError):
        llm.complete(ask(), purpose=Purpose.JUDGE)


@pytest.mark.parametrize("nothing", ["", "  \n", None])
def test_an_empty_reply_is_tried_again_counted_and_paid_for(
    server: Server, make: Make, nothing: str | None
) -> None:
    server.orders = [s.reply(nothing, prompt=10, output=40), s.reply("yes", prompt=10, output=5)]
    with traced() as trace:
        reply = make().complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.retries, reply.finish_reason) == ("yes", 1, "stop")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (20, 45)
    assert trace.retries == {"empty": 1}


@pytest.mark.parametrize(("finish", "told"), [("stop", "empty"), ("length", "length")])
def test_a_model_that_stays_empty_is_told_apart_and_is_no_outage(
    server: Server, make: Make, finish: str, told: str
) -> None:
    server.orders = [s.reply("", finish=finish)]
    reply = make().complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.finish_reason, reply.retries, len(server.requests)) == ("", told, 2, 3)


def test_a_reply_cut_by_its_limit_is_kept_and_told_apart(server: Server, make: Make) -> None:
    server.orders = [s.reply("half a tho", finish="length")]
    reply = make().complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.finish_reason, len(server.requests)) == ("half a tho", "length", 1)


def test_a_missing_key_is_found_before_the_first_call(
    server: Server, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LOOPBACK_KEY", raising=False)
    llm = make(api_key_env="LOOPBACK_KEY")
    with pytest.raises(UserError, match="LOOPBACK_KEY"):
        llm.check()
    monkeypatch.setenv("LOOPBACK_KEY", "sk-1")
    llm.check()
    assert server.requests == []


def test_a_local_server_that_is_down_is_found_before_the_first_call() -> None:
    config = LLMConfig(provider="litellm", model="openai/x", api_base="http://127.0.0.1:9/v1")
    with pytest.raises(UserError, match="no model server answers"):
        build_llm(config, seed=0).check()


def test_vertex_without_a_login_is_found_before_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere.json")
    config = LLMConfig(provider="litellm", model="vertex_ai/gemini-2.5-flash")
    with pytest.raises(UserError, match=r"Google"):
        build_llm(config, seed=0).check()


def test_64_concurrent_calls_through_a_storm_of_429_lose_nothing(server: Server) -> None:
    """Real time: the shared limiter cuts down, waits, recovers, and every call gets its own reply."""
    count = 0

    def storm(body: dict[str, object]) -> s.Say:
        nonlocal count
        count += 1
        if 20 <= count < 60:
            return s.failure(429, "slow down", retry_after="0.05")
        messages = body["messages"]
        assert isinstance(messages, list)
        return s.Say(s.reply(f"echo {messages[-1]['content']}").body, delay=0.02)

    server.answer = storm
    llm = build_llm(config_for(server, retries={"max_attempts": 20}, max_concurrent=64), seed=0)
    with ThreadPoolExecutor(64) as pool:
        replies = list(pool.map(lambda i: llm.complete(ask(str(i)), purpose=Purpose.ACT), range(256)))
    assert [reply.text for reply in replies] == [f"echo {i}" for i in range(256)]
    assert sum(reply.retries for reply in replies) == 40
    assert len(server.requests) == 256 + 40
    assert server.most_in_flight <= 64
