"""A whole-run limiter: requests and tokens per minute, and calls in flight, shared by all workers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Wait = Callable[[threading.Condition, float | None], object]


class Bucket:
    """A token bucket that holds one second's worth. A request larger than that leaves a debt."""

    def __init__(self, per_minute: float, now: float) -> None:
        self._rate = per_minute / 60
        self._capacity = max(1.0, self._rate)
        self._level = self._capacity
        self._filled = now

    def delay(self, amount: float, now: float) -> float:
        """Seconds until `amount` may be taken; 0 when it may be taken now."""
        self._level = min(self._capacity, self._level + (now - self._filled) * self._rate)
        self._filled = now
        return max(0.0, (min(amount, self._capacity) - self._level) / self._rate)

    def take(self, amount: float) -> None:
        self._level -= amount


class Limiter:
    """Thread-safe. A 429 halves the calls in flight; every full round of successes adds one again."""

    def __init__(
        self,
        max_concurrent: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait = threading.Condition.wait,
    ) -> None:
        now = clock()
        self._requests = Bucket(requests_per_minute, now) if requests_per_minute else None
        self._tokens = Bucket(tokens_per_minute, now) if tokens_per_minute else None
        self._most = float(max_concurrent)
        self._allowed = self._most
        self._in_flight = 0
        self._paused_until = now
        self._cut_at = float("-inf")
        self._clock, self._wait = clock, wait
        self._changed = threading.Condition()

    @property
    def allowed(self) -> int:
        """Calls that may be in flight at the moment."""
        return int(self._allowed)

    @contextmanager
    def slot(self, tokens: int) -> Iterator[float]:
        """Holds one place for a call of about `tokens` tokens. Yields when it began, clock seconds."""
        with self._changed:
            while (delay := self._delay(tokens)) != 0:
                self._wait(self._changed, delay)
            self._in_flight += 1
            for bucket, amount in ((self._requests, 1), (self._tokens, tokens)):
                if bucket:
                    bucket.take(amount)
            started = self._clock()
        try:
            yield started
        finally:
            with self._changed:
                self._in_flight -= 1
                self._changed.notify_all()

    def succeeded(self, surplus_tokens: int = 0) -> None:
        """A call came through, and used `surplus_tokens` more than it had reserved."""
        with self._changed:
            self._allowed = min(self._most, self._allowed + 1 / self._allowed)
            if self._tokens:
                self._tokens.take(surplus_tokens)
            self._changed.notify_all()

    def refused(self, started: float, retry_after: float | None = None) -> None:
        """A call that began at `started` met a 429. Nothing starts before `retry_after` seconds."""
        with self._changed:
            now = self._clock()
            # the calls that were in flight together are one refusal, or 64 of them would end at 1
            if started >= self._cut_at:
                self._allowed = max(1.0, self._allowed / 2)
                self._cut_at = now
            if retry_after:
                self._paused_until = max(self._paused_until, now + retry_after)

    def _delay(self, tokens: int) -> float | None:
        """Seconds to wait, 0 to go ahead, None to wait for a place."""
        if self._in_flight >= self.allowed:
            return None
        now = self._clock()
        delays = [self._paused_until - now]
        if self._requests:
            delays.append(self._requests.delay(1, now))
        if self._tokens:
            delays.append(self._tokens.delay(tokens, now))
        return max(0.0, *delays)
