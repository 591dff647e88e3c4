"""Limits of a rollout and of a run. Reaching one is an outcome (`budget`), never an error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from reasoningbank.core.errors import BudgetExceeded, UserError
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Purpose, Reply, Usage


class RunBudget:
    """Dollars of a whole run, all purposes. Thread-safe; `spent` is what earlier processes paid."""

    def __init__(self, max_cost: float | None, spent: float = 0.0) -> None:
        self.max_cost, self.spent = max_cost, spent
        self._lock = threading.Lock()

    def add(self, cost: float | None) -> None:
        """Books one call; meant for the ledger's sink, which sees every purpose."""
        with self._lock:
            self.spent += _known(cost, self.max_cost)

    def check(self) -> None:
        """Raises `BudgetExceeded` once the limit is reached."""
        if self.max_cost is not None and self.spent >= self.max_cost:
            raise BudgetExceeded(f"the run has spent ${self.spent:.2f} of ${self.max_cost:.2f}")


class Budget:
    """Tokens (input and output), dollars and seconds of one rollout; None is no limit."""

    def __init__(
        self,
        *,
        max_tokens: int | None = None,
        max_cost: float | None = None,
        max_seconds: float | None = None,
        run: RunBudget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_tokens, self._max_cost, self._max_seconds = max_tokens, max_cost, max_seconds
        self._run, self._clock = run, clock
        self._began = clock()
        self._tokens, self._cost = 0, 0.0

    def add(self, usage: Usage) -> None:
        """Raises `UserError` when a price is unknown that the cost limit needs."""
        self._tokens += usage.input_tokens + usage.output_tokens
        self._cost += _known(usage.cost, self._max_cost)

    def check(self) -> None:
        """Raises `BudgetExceeded` once any limit is reached."""
        if self._run:
            self._run.check()
        if self._max_tokens is not None and self._tokens >= self._max_tokens:
            raise BudgetExceeded(f"{self._tokens} tokens used, {self._max_tokens} allowed")
        if self._max_cost is not None and self._cost >= self._max_cost:
            raise BudgetExceeded(f"${self._cost:.4f} spent, ${self._max_cost:.4f} allowed")
        seconds = self._clock() - self._began
        if self._max_seconds is not None and seconds >= self._max_seconds:
            raise BudgetExceeded(f"{seconds:.0f} s taken, {self._max_seconds:.0f} s allowed")


class BudgetedLLM:
    """A backbone for one rollout: it asks the budget before every call and books it afterwards."""

    def __init__(self, inner: LLM, budget: Budget) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._budget = inner, budget

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """Raises `BudgetExceeded` instead of a call that would be over the limit."""
        self._budget.check()
        reply = self._inner.complete(
            messages, purpose=purpose, sample=sample, temperature=temperature, max_tokens=max_tokens
        )
        self._budget.add(reply.usage)
        return reply


def _known(cost: float | None, limit: float | None) -> float:
    if cost is None and limit is not None:
        raise UserError(
            "a call came back without a known price, so the cost limit cannot be kept",
            f"limit: ${limit:.2f}",
            "give llm.price.input and llm.price.output (dollars per million tokens), or drop the limit",
        )
    return cost or 0.0
