"""A loopback server per test, and backbones that talk to it without ever sleeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from reasoningbank.core.types import Message
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.hosted import HostedLLM
from reasoningbank.llm.limits import Limiter

from .server import Server

Make = Callable[..., HostedLLM]


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


class FakeClock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def wait(self, condition: Any, seconds: float | None) -> None:
        if seconds is None:
            condition.wait(5)
        else:
            self.sleep(seconds)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def config_for(server: Server, **keys: Any) -> LLMConfig:
    keys = {"retries": {"max_attempts": 4}, "timeout_s": 10, **keys}
    return LLMConfig(provider="litellm", model="openai/loopback", api_base=server.url, **keys)


@pytest.fixture
def make(server: Server, clock: FakeClock) -> Make:
    def build(**keys: Any) -> HostedLLM:
        limiter = Limiter(8, clock=clock, wait=clock.wait)
        return HostedLLM(config_for(server, **keys), limiter=limiter, sleep=clock.sleep)

    return build


def ask(text: str = "hi") -> list[Message]:
    return [{"role": "system", "content": "be brief"}, {"role": "user", "content": text}]
