"""Limits of a command that hold."""

from __future__ import annotations

import time
from pathlib import Path

from envs.swebench.bounded import run_bounded


def alive(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_output_and_errors_come_together_with_the_exit_status() -> None:
    done = run_bounded(["bash", "-c", "echo out; echo err >&2; exit 3"], 20)
    assert (done.output, done.returncode, done.stopped) == ("out\nerr\n", 3, "")


def test_a_command_that_hangs_dies_with_all_that_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    done = run_bounded(["bash", "-c", f"sleep 300 & echo $! > {pids}; echo begun; sleep 300"], 1)
    assert done.timed_out and "longer than 1 seconds" in done.stopped
    assert done.output == "begun\n"
    assert not alive(int(pids.read_text()))


def test_what_a_command_leaves_behind_does_not_hold_the_next() -> None:
    done = run_bounded(["bash", "-c", "sleep 300 & echo $!"], 60)
    assert not done.timed_out and done.returncode == 0
    deadline = time.monotonic() + 10
    while alive(int(done.output)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(int(done.output))


def test_a_flood_is_cut_in_its_middle() -> None:
    done = run_bounded(
        ["bash", "-c", "echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo last"], 60, max_bytes=1000
    )
    assert len(done.output) < 1200
    assert done.output.startswith("first\n") and done.output.endswith("last\n")
    assert "bytes were not kept" in done.output
    assert done.returncode == 0


def test_what_fits_is_kept_whole() -> None:
    done = run_bounded(["bash", "-c", "head -c 900 /dev/zero | tr '\\0' x"], 20, max_bytes=1000)
    assert done.output == "x" * 900


def test_a_fork_bomb_is_stopped_long_before_its_time() -> None:
    done = run_bounded(["bash", "-c", "while true; do sleep 100 & done"], 120, max_processes=40)
    assert "more than 40 processes" in done.stopped and not done.timed_out


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert run_bounded(["printf", "a\\xffb"], 20).output == "a�b"


def test_a_command_too_long_for_the_system_fails_like_a_command() -> None:
    done = run_bounded(["bash", "-c", "true #" + "x" * 5_000_000], 20)
    assert done.returncode == 126 and "too long" in done.output
