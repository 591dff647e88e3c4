"""The same wave on threads, processes and Ray gives the same bytes, and leaves no process behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run
from tests.toy import environment_for_children, overrides

WORDS = ("memory=reasoningbank", "runner.wave=4", "engine.workers=2", "matts=parallel", "matts.k=2")


def _run(folder: Path, *more: str) -> Path:
    return run(compose(overrides(folder, *WORDS, *more)))


@pytest.mark.parametrize("engine", ["processes", "ray", "auto"])
def test_an_engine_changes_no_byte(tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", environment_for_children()["PYTHONPATH"])
    threads = _run(tmp_path / "threads")
    other = _run(tmp_path / engine, f"engine={engine}")
    for name in ("pool.json", "results.csv"):
        assert (other / name).read_bytes() == (threads / name).read_bytes()
    # screenshots and the price of every call came back
    assert len(list(other.glob("tasks/*/screenshots/*.png"))) == len(
        list(threads.glob("tasks/*/screenshots/*.png"))
    )
    assert _calls(other) == _calls(threads)


def _calls(folder: Path) -> list[tuple[str, str, int]]:
    lines = [json.loads(line) for line in (folder / "usage.jsonl").open()]
    return sorted((line["task_id"], line["purpose"], line["input_tokens"]) for line in lines)


def test_a_world_that_breaks_in_a_worker_process_is_no_failed_task(tmp_path: Path) -> None:
    folder = _run(tmp_path, "engine=processes", "+benchmark.broken=['2']", "runner.limit=4")
    lines = {line["task_id"]: line for line in map(json.loads, (folder / "ledger.jsonl").open())}
    assert lines["2"]["outcome"] == "infrastructure_error"
    assert "the toy world broke" in lines["2"]["detail"]
    assert lines["1"]["outcome"] == "answered"


def test_a_ray_cluster_that_is_not_there_is_said_in_three_lines(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Ray cannot be started or reached"):
        _run(tmp_path, "engine=ray", "engine.address='127.0.0.1:1'")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_process_outlives_the_run(tmp_path: Path, how: signal.Signals) -> None:
    words = overrides(tmp_path, *WORDS, "engine=processes", "+benchmark.step_seconds=0.5")
    child = subprocess.Popen(
        [sys.executable, "-m", "reasoningbank.run", *words],
        env={**environment_for_children(), "RB_TEST_MARK": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while len(_marked(str(tmp_path))) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(_marked(str(tmp_path))) >= 3  # the run, its workers, the resource tracker
    child.send_signal(how)
    child.wait(timeout=60)
    while _marked(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _marked(str(tmp_path)) == []


def _marked(mark: str) -> list[int]:
    """Processes that inherited the mark in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if f"RB_TEST_MARK={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
