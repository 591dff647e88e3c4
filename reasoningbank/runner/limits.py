"""What stops a run cleanly, between two waves: its cost, its time, a world that keeps failing."""

from __future__ import annotations

import time
from collections import Counter

from reasoningbank.config import Config
from reasoningbank.core.errors import BudgetExceeded, UserError
from reasoningbank.llm.budget import RunBudget
from reasoningbank.runner.wave import Finished


class RunLimits:
    """`check` is asked before each wave: a task cut short by the run's limit would count as failed.

    Cost is of the whole run, time of this process, failures of what this process has seen.
    """

    def __init__(self, config: Config, budget: RunBudget, tasks: int) -> None:
        self._budget, self._seconds = budget, config.run.max_seconds
        self._allowed, self._tasks = config.runner.fail_on_error, tasks
        self._began = time.monotonic()
        self._causes: Counter[str] = Counter()

    def committed(self, finished: Finished) -> None:
        """Counts what the world did to a task."""
        if finished.lost:
            self._causes[finished.failures[0].splitlines()[0][:200]] += 1

    def check(self) -> None:
        """Raises `BudgetExceeded` at a limit, `UserError` when too much was lost."""
        self._budget.check()
        taken = time.monotonic() - self._began
        if self._seconds is not None and taken >= self._seconds:
            raise BudgetExceeded(f"the run has taken {taken:.0f} s of run.max_seconds={self._seconds:g}")
        if self._allowed is None or not self._causes:
            return
        limit = self._allowed if self._allowed >= 1 else self._allowed * self._tasks
        if self._causes.total() >= limit:
            cause, times = self._causes.most_common(1)[0]
            raise UserError(
                f"{self._causes.total()} of {self._tasks} tasks were lost to the world, "
                f"runner.fail_on_error={self._allowed:g}",
                f"most frequent ({times} times): {cause}",
                "mend the cause and run the same command again: what was lost is tried again",
            )
