"""An environment in a process of its own, so that every call has a time limit that holds.

Playwright's sync API is bound to its thread, can hang for ever inside one call, and reads one set of
sites per process. A child process settles all three: it can be killed, and nothing outlives it.

During a call the child may ask its parent something (`ask`): the parent holds the model, its ledger and
its keys, and the child none of them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, cast

from reasoningbank.core.errors import InfrastructureError, UserError
from reasoningbank.core.protocols import Environment
from reasoningbank.core.types import Observation, Score, Task


@dataclass(frozen=True)
class TimeLimits:
    """Seconds that each call may take before its process is killed."""

    reset: float = 120.0
    step: float = 60.0
    score: float = 60.0
    close: float = 10.0


Answer = Callable[[Any], Any]  # the parent's side of `ask`: question to answer, both picklable


class IsolatedEnvironment:
    """Runs `factory()`'s environment in a child process; implements the `Environment` protocol.

    `factory` must be picklable. Whatever goes wrong on the other side (an exception, a hang, a
    death) is an `InfrastructureError`; after one, the next `reset` starts a new process.

    `answer` serves what the child asks, in the thread that made the call; its time is not counted
    against the call's limit. What it raises leaves the call as it is.
    """

    def __init__(
        self,
        factory: Callable[[], Environment],
        limits: TimeLimits | None = None,
        answer: Answer | None = None,
    ) -> None:
        self._factory = factory
        self._limits = limits or TimeLimits()
        self._answer = answer
        self._child: _Child | None = None

    def reset(self, task: Task) -> Observation:
        if self._child is None:
            self._child = _Child(self._factory, self._answer)
        return cast(Observation, self._call("reset", self._limits.reset, task))

    def step(self, action: str) -> Observation:
        return cast(Observation, self._call("step", self._limits.step, action))

    def score(self) -> Score | None:
        return cast("Score | None", self._call("score", self._limits.score))

    def close(self) -> None:
        if self._child is not None:
            with contextlib.suppress(InfrastructureError):
                self._call("close", self._limits.close)
            self._kill()

    @property
    def pid(self) -> int | None:
        """Of the child process, while there is one."""
        return self._child.process.pid if self._child else None

    def _call(self, method: str, limit: float, *arguments: Any) -> Any:
        if self._child is None:
            raise InfrastructureError(f"{method}: the environment's process is gone")
        try:
            return self._child.call(method, limit, arguments)
        except BaseException:
            # a process in an unknown state is never used again
            self._kill()
            raise

    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


class _Child:
    """The parent's end: one process, one pipe, one log of what it wrote to standard error."""

    def __init__(self, factory: Callable[[], Environment], answer: Answer | None) -> None:
        self._answer = answer or _unanswered
        ours, theirs = socket.socketpair()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from envs.process import serve; serve({theirs.fileno()})"],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )
        theirs.close()
        self._connection = Connection(ours.detach())
        self._connection.send_bytes(pickle.dumps(factory))

    def call(self, method: str, limit: float, arguments: tuple[Any, ...]) -> Any:
        self._send(method, (method, arguments))
        remaining = limit
        while True:
            began = time.monotonic()
            status, value = self._receive(method, remaining, limit)
            remaining -= time.monotonic() - began
            if status == "ok":
                return value
            if status == "error":
                raise value
            # an answer that fails ends the call here: the child is left asking, and is killed
            self._send(method, ("answer", (self._answer(value),)))

    def _send(self, method: str, message: tuple[str, tuple[Any, ...]]) -> None:
        try:
            self._connection.send(message)
        except OSError as error:
            raise self._died(method) from error

    def _receive(self, method: str, remaining: float, limit: float) -> tuple[str, Any]:
        try:
            if not self._connection.poll(max(0.0, remaining)):
                raise InfrastructureError(f"{method} took longer than {limit:g} s")
            status, value = self._connection.recv()
            return str(status), value
        except (EOFError, OSError) as error:
            raise self._died(method) from error

    def _died(self, method: str) -> InfrastructureError:
        return InfrastructureError(f"{method}: the environment's process died: {self._tail()}")

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._connection.close()
        self._log.close()

    def _tail(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace").strip()[-800:] or "no message"


def _unanswered(question: Any) -> Any:
    raise InfrastructureError("the environment asked its parent, and nobody is there to answer")


_asking: Callable[[Any], Any] | None = None  # in a child, while it serves


def ask(question: Any) -> Any:
    """In a child, inside a call: the parent's answer. Both must be picklable.

    Does not return when the answer fails: the parent ends this process. Raises `InfrastructureError`
    outside of a child.
    """
    return (_asking or _unanswered)(question)


def serve(descriptor: int) -> None:
    """The child's main loop: answer calls until the parent closes its end or dies."""
    connection = Connection(descriptor)
    answers: Any = connection
    environment: Environment | None = None
    failed: Exception | None = None
    factory = pickle.loads(connection.recv_bytes())
    calls = _received(connection)
    _serve_questions(answers, calls)
    while (call := calls.get()) is not None:
        method, arguments = call
        try:
            environment = environment or factory()
            answers.send(("ok", getattr(environment, method)(*arguments)))
        except (InfrastructureError, UserError) as error:
            failed = error
        except Exception as error:
            failed = InfrastructureError(f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}")
        if failed is not None:
            answers.send(("error", failed))
            failed = None
        if method == "close":
            return


def _serve_questions(connection: Any, calls: Any) -> None:
    """While a call runs the parent sends nothing but answers, so the next message is one."""

    def put(question: Any) -> Any:
        connection.send(("ask", question))
        _, (answer,) = calls.get()
        return answer

    # `python -c` runs this module under its own name, so that importers see the same variable
    global _asking
    _asking = put


def _received(connection: Connection) -> Any:
    """A queue of calls, filled by a thread that ends this whole group when the parent is gone.

    The thread reads even while the main one hangs in the browser: that is how a parent that was
    killed leaves no browser and no site server behind.
    """
    from queue import SimpleQueue

    calls: SimpleQueue[Any] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                calls.put(connection.recv())
        except (EOFError, OSError):
            os.killpg(0, signal.SIGKILL)

    threading.Thread(target=read, daemon=True).start()
    return calls
