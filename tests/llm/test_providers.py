"""Gemini and Anthropic in their own wire formats: how their failures read, and what they charge."""

from __future__ import annotations

from typing import Any

import pytest

from reasoningbank.core.errors import FatalModelError, HarnessError, InfrastructureError, ModelRefusal
from reasoningbank.core.types import Purpose
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.context import traced
from reasoningbank.llm.hosted import HostedLLM
from reasoningbank.llm.limits import Limiter

from . import server as s
from .conftest import FakeClock, ask
from .server import Server

GEMINI, CLAUDE = "gemini/gemini-2.5-flash", "anthropic/claude-3-7-sonnet-20250219"
GEMINI_QUOTA = "You exceeded your current quota, please check your plan and billing details."


def gemini(status: int, message: str, word: str, *details: dict[str, Any]) -> s.Say:
    error = {"code": status, "message": message, "status": word, "details": list(details)}
    return s.Say({"error": error}, status)


BLOCKED = s.Say(
    {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 20}}
)


def quota(name: str) -> s.Say:
    violation = {"quotaId": f"GenerateRequests{name}PerProjectPerModel-FreeTier"}
    return gemini(
        429,
        GEMINI_QUOTA,
        "RESOURCE_EXHAUSTED",
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17s"},
    )


def candidate(finish: str, text: str | None = None, **usage: int) -> s.Say:
    parts = {"parts": [{"text": text}]} if text else {}
    return s.Say(
        {
            "candidates": [{"content": {"role": "model", **parts}, "finishReason": finish, "index": 0}],
            "usageMetadata": {"promptTokenCount": 20, "totalTokenCount": 20, **usage},
            "modelVersion": "gemini-2.5-flash-001",
        }
    )


def claude(stop: str, text: str = "", **usage: int) -> s.Say:
    return s.Say(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-3-7-sonnet-20250219",
            "content": [{"type": "text", "text": text}] if text else [],
            "stop_reason": stop,
            "usage": {"input_tokens": 20, "output_tokens": 3, **usage},
        }
    )


def claude_error(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> s.Say:
    error = {"type": "error", "error": {"type": kind, "message": message}}
    return s.Say(error, status, headers or {})


def client(server: Server, clock: FakeClock, model: str, **keys: Any) -> HostedLLM:
    base = server.url if model == GEMINI else server.url.removesuffix("/v1")
    keys = {"retries": {"max_attempts": 2}, **keys}
    config = LLMConfig(provider="litellm", model=model, api_base=base, api_key_env="LOOPBACK_KEY", **keys)
    limiter = Limiter(8, clock=clock, wait=clock.wait)
    return HostedLLM(config, limiter=limiter, sleep=clock.sleep)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", "planted")


def test_gemini_keeps_the_system_role_and_counts_thinking(server: Server, clock: FakeClock) -> None:
    server.orders = [
        candidate("STOP", "blue", candidatesTokenCount=3, thoughtsTokenCount=9, cachedContentTokenCount=5)
    ]
    llm = client(server, clock, GEMINI, temperature=0.7, thinking={"effort": "disable"})
    reply = llm.complete(ask(), purpose=Purpose.ACT)
    body = server.requests[0][1]
    assert body["system_instruction"] == {"parts": [{"text": "be brief"}]}
    assert body["generationConfig"]["thinkingConfig"]["thinkingBudget"] == 0
    usage = reply.usage
    assert (usage.input_tokens, usage.output_tokens) == (20, 12)
    assert (usage.cached_tokens, usage.thinking_tokens) == (5, 9)
    assert usage.cost == pytest.approx((15 * 0.30 + 5 * 0.03 + 12 * 2.50) / 1e6)
    assert reply.model == "gemini-2.5-flash-001"


def test_a_thinking_budget_reaches_both_providers(server: Server, clock: FakeClock) -> None:
    server.orders = [candidate("STOP", "blue", candidatesTokenCount=3)]
    client(server, clock, GEMINI, thinking={"budget_tokens": 1024}).complete(ask(), purpose=Purpose.ACT)
    server.orders = [claude("end_turn", "blue")]
    llm = client(server, clock, CLAUDE, thinking={"budget_tokens": 1024}, max_tokens=4096)
    llm.complete(ask(), purpose=Purpose.ACT)
    (_, first), (_, second) = server.requests
    assert first["generationConfig"]["thinkingConfig"]["thinkingBudget"] == 1024
    assert second["thinking"] == {"type": "enabled", "budget_tokens": 1024}


def test_gemini_empty_because_thinking_took_the_limit_is_told_apart(server: Server, clock: FakeClock) -> None:
    server.orders = [candidate("MAX_TOKENS", thoughtsTokenCount=100, totalTokenCount=120)]
    reply = client(server, clock, GEMINI).complete(ask(), purpose=Purpose.ACT)
    assert (reply.text, reply.finish_reason, len(server.requests)) == ("", "length", 3)
    assert reply.usage.output_tokens == 300


def test_claude_is_priced_although_it_left_litellms_table(server: Server, clock: FakeClock) -> None:
    server.orders = [claude("end_turn", "blue", cache_read_input_tokens=7)]
    reply = client(server, clock, CLAUDE).complete(ask(), purpose=Purpose.ACT)
    assert (reply.usage.input_tokens, reply.usage.cached_tokens) == (27, 7)
    assert reply.usage.cost == pytest.approx((20 * 3 + 7 * 0.30 + 3 * 15) / 1e6)
    assert server.requests[0][1]["system"][0]["text"] == "be brief"


@pytest.mark.parametrize(
    ("model", "order", "wait", "reason"),
    [
        # worded like an exhausted quota, but over in a minute
        (GEMINI, quota("PerMinute"), 17, "rate_limit"),
        (GEMINI, gemini(429, "Resource exhausted.", "RESOURCE_EXHAUSTED"), None, "rate_limit"),
        (GEMINI, gemini(503, "The model is overloaded.", "UNAVAILABLE"), None, "overload"),
        (CLAUDE, claude_error(529, "overloaded_error", "Overloaded"), None, "overload"),
        (CLAUDE, claude_error(429, "rate_limit_error", "Too fast", {"retry-after": "9"}), 9, "rate_limit"),
    ],
)
def test_what_passes_is_waited_for(
    server: Server, clock: FakeClock, model: str, order: s.Say, wait: float | None, reason: str
) -> None:
    server.orders = [order]
    with traced() as trace, pytest.raises(InfrastructureError):
        client(server, clock, model).complete(ask(), purpose=Purpose.ACT)
    assert (len(server.requests), trace.retries) == (2, {reason: 1})
    assert wait is None or clock.now == pytest.approx(wait)


@pytest.mark.parametrize(
    ("model", "order", "kind", "word"),
    [
        (GEMINI, quota("PerDay"), FatalModelError, "quota"),
        (GEMINI, gemini(400, "API key not valid.", "INVALID_ARGUMENT"), FatalModelError, "key"),
        (GEMINI, gemini(403, "Permission denied", "PERMISSION_DENIED"), FatalModelError, "key"),
        (GEMINI, gemini(404, "models/x is not found", "NOT_FOUND"), FatalModelError, "exist"),
        (
            GEMINI,
            gemini(400, "The input token count (2) exceeds the maximum number of tokens allowed (1).", "X"),
            ModelRefusal,
            "context",
        ),
        (GEMINI, candidate("SAFETY"), ModelRefusal, "filter"),
        (GEMINI, BLOCKED, ModelRefusal, "filter"),
        (
            CLAUDE,
            claude_error(400, "invalid_request_error", "Your credit balance is too low to access the API."),
            FatalModelError,
            "quota",
        ),
        (CLAUDE, claude_error(401, "authentication_error", "invalid x-api-key"), FatalModelError, "key"),
        (CLAUDE, claude_error(404, "not_found_error", "model: claude"), FatalModelError, "exist"),
        (
            CLAUDE,
            claude_error(400, "invalid_request_error", "prompt is too long: 3 tokens > 2 maximum"),
            ModelRefusal,
            "context",
        ),
        (CLAUDE, claude("refusal"), ModelRefusal, "filter"),
    ],
)
def test_what_does_not_pass_is_asked_once(
    server: Server, clock: FakeClock, model: str, order: s.Say, kind: type[HarnessError], word: str
) -> None:
    server.orders = [order]
    with pytest.raises(kind, match=word):
        client(server, clock, model).complete(ask(), purpose=Purpose.ACT)
    assert (len(server.requests), clock.waits) == (1, [])
