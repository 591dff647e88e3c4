"""The whole-run limiter, on a clock that passes only when somebody waits."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from reasoningbank.llm.limits import Limiter

from .conftest import FakeClock


def limiter(clock: FakeClock, concurrent: int = 8, **limits: float) -> Limiter:
    return Limiter(concurrent, clock=clock, wait=clock.wait, **limits)


def call(limit: Limiter, tokens: int = 10) -> float:
    with limit.slot(tokens) as started:
        return started


def test_requests_per_minute_are_spread_over_the_minute(clock: FakeClock) -> None:
    limit = limiter(clock, requests_per_minute=60)
    starts = [call(limit) for _ in range(61)]
    assert starts[0] == 0
    assert 59.9 < starts[-1] < 60.1


def test_tokens_per_minute_hold_and_a_larger_request_passes_in_its_turn(clock: FakeClock) -> None:
    limit = limiter(clock, tokens_per_minute=6000)  # 100 a second
    assert call(limit, 1000) == 0  # more than fits; it leaves a debt
    assert 9.9 < call(limit, 100) < 10.1


def test_what_a_call_used_beyond_its_estimate_is_charged(clock: FakeClock) -> None:
    limit = limiter(clock, tokens_per_minute=6000)
    call(limit, 100)
    limit.succeeded(surplus_tokens=500)
    assert 5.9 < call(limit, 100) < 6.1


def test_a_429_halves_once_per_burst_and_successes_restore(clock: FakeClock) -> None:
    limit = limiter(clock, concurrent=64)
    started = clock.now
    clock.now += 1
    for _ in range(64):  # all were in flight together
        limit.refused(started)
    assert limit.allowed == 32
    limit.refused(clock.now)
    assert limit.allowed == 16
    for _ in range(16):
        limit.succeeded()
    assert limit.allowed in (16, 17)
    for _ in range(4000):
        limit.succeeded()
    assert limit.allowed == 64, "and never beyond what was configured"


def test_it_never_falls_below_one(clock: FakeClock) -> None:
    limit = limiter(clock, concurrent=4)
    for _ in range(20):
        clock.now += 1
        limit.refused(clock.now)
    assert limit.allowed == 1
    assert call(limit) == clock.now


def test_retry_after_holds_back_every_worker(clock: FakeClock) -> None:
    limit = limiter(clock)
    limit.refused(clock.now, retry_after=30)
    assert call(limit) == 30


def test_a_place_is_given_back_when_its_call_fails(clock: FakeClock) -> None:
    limit = limiter(clock, concurrent=1)
    for _ in range(3):
        try:
            with limit.slot(1):
                raise ValueError
        except ValueError:
            pass
    assert call(limit) == 0


def test_no_more_than_allowed_run_at_once() -> None:
    limit = Limiter(5)
    lock, running, most = threading.Lock(), 0, 0
    together = threading.Barrier(5)  # proves that five do run at once

    def work(_: int) -> None:
        nonlocal running, most
        with limit.slot(1):
            with lock:
                running += 1
                most = max(most, running)
            together.wait(5)
            with lock:
                running -= 1

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(work, range(40)))
    assert most == 5
