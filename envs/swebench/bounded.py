"""A command under limits: of time, of output, of processes. Whatever it started dies with it."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# what one command may print and still be kept whole; more is cut in its middle
MAX_OUTPUT_BYTES = 4_000_000
# a test suite starts dozens, a fork bomb thousands
MAX_PROCESSES = 512
_LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Finished:
    """What became of a command. `stopped` says why it was killed; empty when it ended by itself."""

    output: str
    returncode: int
    stopped: str = ""
    timed_out: bool = False


def run_bounded(
    argv: Sequence[str],
    seconds: float,
    *,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    max_bytes: int = MAX_OUTPUT_BYTES,
    max_processes: int = MAX_PROCESSES,
) -> Finished:
    """Runs `argv` to its end or to a limit; standard output and error together, undecodable bytes replaced.

    Raises `FileNotFoundError` when there is no such program.
    """
    try:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
        return Finished("bash: the command is too long for the system\n", 126)
    kept = _Kept(max_bytes)
    try:
        stopped, timed_out = _watch(process, kept, time.monotonic() + seconds, seconds, max_processes)
    finally:
        _kill(process)
        assert process.stdout is not None
        process.stdout.close()
    return Finished(kept.text(), process.returncode, stopped, timed_out)


def _watch(
    process: subprocess.Popen[bytes], kept: _Kept, deadline: float, seconds: float, max_processes: int
) -> tuple[str, bool]:
    assert process.stdout is not None
    looked = time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        is_open = True
        while is_open or process.poll() is None:
            now = time.monotonic()
            if now > deadline:
                return f"it ran longer than {seconds:g} seconds and was killed", True
            if now - looked > _LOOK_SECONDS:
                looked = now
                if count_descendants(process.pid, max_processes) > max_processes:
                    return f"it started more than {max_processes} processes and was killed", False
                if process.poll() is not None and not selector.select(0):
                    # something that it left behind holds the pipe: it dies with the group
                    break
            if not is_open:
                time.sleep(0.01)
            elif selector.select(_LOOK_SECONDS):
                chunk = os.read(process.stdout.fileno(), 65536)
                is_open = bool(chunk)
                kept.add(chunk)
    return "", False


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def count_descendants(pid: int, enough: int) -> int:
    """Processes below `pid`, counted no further than just over `enough`."""
    found, waiting = 0, [pid]
    while waiting and found <= enough:
        current = waiting.pop()
        for children in Path(f"/proc/{current}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                below = [int(child) for child in children.read_text().split()]
                found += len(below)
                waiting.extend(below)
    return found


class _Kept:
    """The first and the last half of what may be kept."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head, self._tail, self._dropped = bytearray(), bytearray(), 0

    def add(self, chunk: bytes) -> None:
        room = self._half - len(self._head)
        self._head += chunk[:room] if room > 0 else b""
        self._tail += chunk[max(room, 0) :]
        # cut now and then, not at every chunk: the cut copies
        if len(self._tail) > 2 * self._half:
            self._trim()

    def text(self) -> str:
        self._trim()
        gap = f"\n[… {self._dropped} bytes were not kept …]\n".encode() if self._dropped else b""
        return bytes(self._head + gap + self._tail).decode("utf-8", errors="replace")

    def _trim(self) -> None:
        over = len(self._tail) - self._half
        if over > 0:
            del self._tail[:over]
            self._dropped += over
