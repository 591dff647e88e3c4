"""Where in a run a model call happens, and what happens inside the call: for ledger and cassette."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from reasoningbank.core.types import Usage


@dataclass(eq=False)
class Scope:
    """One pass over one rollout (or over one judgement or extraction). Compared by identity."""

    task: str = ""
    rollout: int | None = None
    step: int | None = None


@dataclass
class Trace:
    """What one call went through: its failed attempts by reason, seconds spent in the limiter and in
    back-off, and what was paid, also when the call fails in the end."""

    retries: Counter[str] = field(default_factory=Counter)
    waited_s: float = 0.0
    paid: Usage = field(default_factory=Usage)


_UNBOUND = Scope()
_SCOPE: ContextVar[Scope] = ContextVar("scope", default=_UNBOUND)
_TRACE: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def bind(task: str, rollout: int | None = None) -> Iterator[Scope]:
    """Model calls of this thread inside the block belong to this task and rollout."""
    scope = Scope(task, rollout)
    token = _SCOPE.set(scope)
    try:
        yield scope
    finally:
        _SCOPE.reset(token)


def at_step(step: int | None) -> None:
    """The step of the bound rollout that the next calls belong to; nothing when none is bound."""
    scope = _SCOPE.get()
    if scope is not _UNBOUND:
        scope.step = step


def scope() -> Scope:
    return _SCOPE.get()


@contextmanager
def traced() -> Iterator[Trace]:
    """Collects what happens inside one call."""
    trace = Trace()
    token = _TRACE.set(trace)
    try:
        yield trace
    finally:
        _TRACE.reset(token)


def trace() -> Trace:
    """The running call's trace; a throw-away one outside `traced()`."""
    return _TRACE.get() or Trace()
