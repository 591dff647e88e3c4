"""The parent's side of an environment: who may write where, and when an instance is put back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from envs.process import IsolatedEnvironment
from reasoningbank.core.types import Observation, Score, Task


class WriteLocks:
    """One lock a site instance (its URL), shared by all environments of a run."""

    def __init__(self) -> None:
        self._locks: dict[str, threading.Lock] = {}
        self._making = threading.Lock()

    def acquire(self, urls: Sequence[str]) -> Callable[[], None]:
        """Waits for all of `urls`, always in the same order; returns what gives them back."""
        with self._making:
            held = [self._locks.setdefault(url, threading.Lock()) for url in sorted(set(urls))]
        for lock in held:
            lock.acquire()

        def release() -> None:
            for lock in reversed(held):
                lock.release()

        return release


class LeasedEnvironment:
    """An isolated environment whose writing tasks wait their turn at their sites.

    The turn lasts from `reset` to `score` (or `close`, when the rollout went wrong): that is when the
    state of the site belongs to the task.
    """

    def __init__(
        self,
        inner: IsolatedEnvironment,
        written: Callable[[Task], Sequence[str]],
        locks: WriteLocks,
        restore: Callable[[], None] | None = None,
    ) -> None:
        self._inner, self._written, self._locks, self._restore = inner, written, locks, restore
        self._give_back: Callable[[], None] = _nothing

    def reset(self, task: Task) -> Observation:
        self._release()
        self._give_back = self._locks.acquire(self._written(task))
        if self._restore is not None:
            self._restore()
        return self._inner.reset(task)

    def step(self, action: str) -> Observation:
        return self._inner.step(action)

    def score(self) -> Score | None:
        score = self._inner.score()
        self._release()
        return score

    def close(self) -> None:
        try:
            self._inner.close()
        finally:
            self._release()

    def _release(self) -> None:
        give_back, self._give_back = self._give_back, _nothing
        give_back()


def _nothing() -> None:
    """Nothing is held."""
