"""One rollout: a fresh environment, the agent, the benchmark's score, the judge's verdict."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reasoningbank.core.errors import InfrastructureError, UserError
from reasoningbank.core.protocols import LLM, Agent, Benchmark, Environment, InformedJudge, Judge
from reasoningbank.core.types import Observation, Outcome, Score, Task, Trajectory, Verdict
from reasoningbank.llm.budget import Budget, BudgetedLLM
from reasoningbank.llm.context import at_step, bind

StepEvent = Callable[[Task, int, int], None]  # task, rollout, step


@dataclass(frozen=True)
class RolloutResult:
    """What a worker returns. `score` and `verdict` are None when the world failed.

    `score` is None too where the benchmark grades nothing, `verdict` where nothing is judged.
    """

    trajectory: Trajectory
    score: Score | None
    verdict: Verdict | None
    screenshots: tuple[bytes, ...] = ()
    infra_failures: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """The world failed and every retry too."""
        return self.trajectory.outcome is Outcome.INFRASTRUCTURE_ERROR


class EnvironmentPool:
    """At most `size` environments, each used by one rollout at a time and kept for the next."""

    def __init__(self, benchmark: Benchmark, size: int, matcher: LLM) -> None:
        self._benchmark, self._matcher = benchmark, matcher
        size = min(size, benchmark.instances or size)
        self._free: list[tuple[int, Environment | None]] = [(slot, None) for slot in reversed(range(size))]
        self._turn = threading.Condition()

    def lease(self) -> tuple[int, Environment]:
        with self._turn:
            while not self._free:
                self._turn.wait()
            slot, environment = self._free.pop()
        return slot, environment or self._benchmark.environment(slot, self._matcher)

    def release(self, slot: int, environment: Environment | None) -> None:
        """Gives the slot back; None when its environment was spoilt and has been closed."""
        with self._turn:
            self._free.append((slot, environment))
            self._turn.notify()

    def close(self) -> None:
        with self._turn:
            for _, environment in self._free:
                if environment is not None:
                    environment.close()
            self._free = [(slot, None) for slot, _ in self._free]


@dataclass(frozen=True)
class RolloutWorker:
    """Everything a rollout needs; the same object serves all threads of a process.

    `judge` is None where nothing is learnt (a frozen bank): then nothing has to be judged.
    """

    llm: LLM  # the agent's
    make_agent: Callable[[LLM], Agent]
    judge: Judge | InformedJudge | None
    environments: EnvironmentPool
    infra_retries: int
    rollout_seconds: float
    keep_screenshots: bool = True
    budget: Callable[[], Budget] = Budget
    on_step: StepEvent = field(default=lambda task, rollout, step: None)

    def run(self, task: Task, memory: str, rollout: int) -> RolloutResult:
        """Tries again on a fresh environment when the world fails, then records that it failed."""
        failures: list[str] = []
        for _ in range(self.infra_retries + 1):
            try:
                with bind(task.id, rollout):
                    return self._attempt(task, memory, rollout, tuple(failures))
            except InfrastructureError as error:
                failures.append(str(error))
        lost = Trajectory(task.id, rollout, (), "", "", "", Outcome.INFRASTRUCTURE_ERROR, failures[-1])
        return RolloutResult(lost, None, None, (), tuple(failures))

    def _attempt(self, task: Task, memory: str, rollout: int, failures: tuple[str, ...]) -> RolloutResult:
        slot, environment = self.environments.lease()
        kept: Environment | None = None
        try:
            trajectory, screenshots = self._act(task, environment, memory, rollout)
            score = environment.score()
            kept = environment
        finally:
            if kept is None:
                environment.close()
            self.environments.release(slot, kept)
        at_step(None)
        # the judge needs no environment: the next rollout may have it
        return RolloutResult(trajectory, score, self._verdict(task, trajectory, score), screenshots, failures)

    def _verdict(self, task: Task, trajectory: Trajectory, score: Score | None) -> Verdict | None:
        if self.judge is None:
            return None
        if isinstance(self.judge, InformedJudge):
            if score is None:
                raise UserError(
                    f"judge={self.judge.name} needs a score, and this run is not graded",
                    f"task {task.id}",
                    "grade the run, or choose judge=llm",
                )
            return self.judge.label(task.id, trajectory.rollout, score.success)
        return self.judge.judge(task, trajectory)

    def _act(
        self, task: Task, environment: Environment, memory: str, rollout: int
    ) -> tuple[Trajectory, tuple[bytes, ...]]:
        screenshots: dict[int, bytes] = {}
        deadline = time.monotonic() + self.rollout_seconds

        def notify(step: int, observation: Observation) -> None:
            if time.monotonic() > deadline:
                raise InfrastructureError(f"the rollout took longer than {self.rollout_seconds:g} s")
            if self.keep_screenshots and observation.screenshot:
                screenshots[step] = observation.screenshot
            at_step(step)
            self.on_step(task, rollout, step)

        agent = self.make_agent(BudgetedLLM(self.llm, self.budget()))
        trajectory = agent.run(task, environment, memory, rollout, notify)
        return trajectory, tuple(screenshots.values())
