"""Where rollouts run: threads of this process, worker processes, or Ray. One seam for all.

Workers elsewhere get plain values (the configuration, a task, a text) and return plain values; they
write nothing. What their models cost comes back with each result, and the parent books it.
"""

from __future__ import annotations

import functools
import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any, Protocol

from reasoningbank.config import Config
from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Outcome, Task, Trajectory
from reasoningbank.runner.rollout import RolloutResult, RolloutWorker

Line = dict[str, Any]  # of usage.jsonl
Book = Callable[[Line], object]
CONNECT_LIMIT_S = 10.0
Returned = tuple[RolloutResult, list[Line]]


class Engine(Protocol):
    """Gives futures of `concurrent.futures`; closing it leaves nothing running."""

    def submit(self, task: Task, memory: str, rollout: int) -> Future[RolloutResult]: ...
    def close(self) -> None: ...


class ThreadEngine:
    """Rollouts on threads: models and containers are waited for; browsers have their own processes."""

    def __init__(self, worker: RolloutWorker, workers: int) -> None:
        self._worker = worker
        self._pool: Executor = ThreadPoolExecutor(workers, thread_name_prefix="rollout")

    def submit(self, task: Task, memory: str, rollout: int) -> Future[RolloutResult]:
        return self._pool.submit(self._worker.run, task, memory, rollout)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._worker.environments.close()


class ProcessEngine:
    """Rollouts in spawned processes, each with models and an environment of its own."""

    def __init__(self, config: Config, book: Book) -> None:
        self._spec, self._book = _spec(config), book
        self._pool = ProcessPoolExecutor(
            config.engine.workers, mp_context=get_context("spawn"), initializer=_end_with_parent
        )

    def submit(self, task: Task, memory: str, rollout: int) -> Future[RolloutResult]:
        return _booked(self._pool.submit(roll_out, self._spec, task, memory, rollout), self._book)

    def close(self) -> None:
        processes = list(self._pool._processes.values())  # shutdown alone waits for running rollouts
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
            process.join()


class RayEngine:
    """Rollouts as Ray tasks, on this machine or on a cluster that has this package and the keys."""

    def __init__(self, config: Config, book: Book) -> None:
        self._ray, self._spec, self._book = _ray(), _spec(config), book
        if config.engine.address:
            _refuse_dead_address(config.engine.address)
        options: dict[str, Any] = {"address": config.engine.address} if config.engine.address else {}
        if not options:
            # a local worker must find what this process finds
            paths = {"env_vars": {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}}
            options = {"num_cpus": config.engine.workers, "include_dashboard": False, "runtime_env": paths}
        try:
            self._ray.init(log_to_driver=False, logging_level="ERROR", **options)
        except Exception as error:
            raise _unreachable(config.engine.address, error) from error
        self._remote = self._ray.remote(num_cpus=1, max_retries=0)(roll_out)
        self._pool = ThreadPoolExecutor(config.engine.workers, thread_name_prefix="ray")

    def submit(self, task: Task, memory: str, rollout: int) -> Future[RolloutResult]:
        # a thread of ours waits for each: that bounds how many run, whatever the cluster's size
        return _booked(self._pool.submit(self._wait, task, memory, rollout), self._book)

    def close(self) -> None:
        self._ray.shutdown()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _wait(self, task: Task, memory: str, rollout: int) -> Returned:
        try:
            returned: Returned = self._ray.get(self._remote.remote(self._spec, task, memory, rollout))
            return returned
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, Exception) else error from error
        except self._ray.exceptions.RayError as error:
            return _lost(task, rollout, f"the worker was lost: {error}".splitlines()[0]), []


def build_engine(config: Config, name: str, worker: Callable[[], RolloutWorker], book: Book) -> Engine:
    """The engine called `name`. Raises `UserError` when it cannot be had."""
    if name == "processes":
        return ProcessEngine(config, book)
    if name == "ray":
        return RayEngine(config, book)
    return ThreadEngine(worker(), config.engine.workers)


def roll_out(spec: str, task: Task, memory: str, rollout: int) -> Returned:
    """Runs in a worker process: one rollout, and the lines of what its models took."""
    worker, lines = _worker(spec)
    result = worker.run(task, memory, rollout)
    booked = list(lines)
    lines.clear()
    return result, booked


@functools.lru_cache(maxsize=1)
def _worker(spec: str) -> tuple[RolloutWorker, list[Line]]:
    from reasoningbank.build import build, rollout_worker
    from reasoningbank.config import validate
    from reasoningbank.llm.ledger import LedgeredLLM

    lines: list[Line] = []
    config = validate(json.loads(spec))
    parts = build(config, lambda llm: LedgeredLLM(llm, lines.append), with_memory=False)
    return rollout_worker(config, parts, environments=1), lines


def _spec(config: Config) -> str:
    return json.dumps(config.model_dump(mode="json"))


def _booked(inner: Future[Returned], book: Book) -> Future[RolloutResult]:
    """A future of the result alone; the lines are booked when it comes."""
    outer: Future[RolloutResult] = Future()

    def pass_on(done: Future[Returned]) -> None:
        if done.cancelled() or outer.cancelled():
            outer.cancel()
            return
        try:
            result, lines = done.result()
            for line in lines:
                book(line)
            outer.set_result(result)
        except BaseException as error:
            outer.set_exception(error)

    inner.add_done_callback(pass_on)
    return outer


def _lost(task: Task, rollout: int, why: str) -> RolloutResult:
    trajectory = Trajectory(task.id, rollout, (), "", "", "", Outcome.INFRASTRUCTURE_ERROR, why)
    return RolloutResult(trajectory, None, None, (), (why,))


def _end_with_parent() -> None:
    """A worker whose parent was killed must not stay: it waits for work that never comes."""
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def _refuse_dead_address(address: str) -> None:
    """Ray itself waits for minutes for a cluster that is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_LIMIT_S).close()
    except OSError as error:
        raise _unreachable(address, error) from error


def _unreachable(address: str | None, error: Exception) -> UserError:
    return UserError(
        f"Ray cannot be started or reached: {error}".splitlines()[0],
        f"engine.address={address}",
        "check the address (`ray status`), or leave engine.address out to use this machine",
    )


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise UserError(
            "engine=ray needs Ray",
            str(error),
            "pip install 'reasoningbank-harness[ray]', or use engine=threads",
        ) from error
    return ray
