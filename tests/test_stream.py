"""The stream end to end on the toy benchmark: learning, resuming, failures of the world."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run
from tests.toy import environment_for_children, killed_until_done, overrides


def _run(folder: Path, *more: str) -> Path:
    return run(compose(overrides(folder, *more)))


def _results(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "results.csv", dtype={"task_id": str})


def test_memory_changes_what_happens(tmp_path: Path) -> None:
    without = _results(_run(tmp_path, "memory=none"))
    with_memory = _results(_run(tmp_path, "memory=reasoningbank"))
    assert without["score"].sum() == 0
    # the first task has nothing to learn from; every later one has its lesson
    assert list(with_memory["score"]) == [0] + [1] * 7
    assert pd.isna(with_memory["retrieved"][0])
    assert with_memory["retrieved"][1:].notna().all()


def test_a_run_writes_what_the_design_names(tmp_path: Path) -> None:
    folder = _run(tmp_path, "memory=reasoningbank")
    assert folder.relative_to(tmp_path) == Path("default/tests.toy-Toy-all/scripted/reasoningbank/seed0")
    for name in ("config.yaml", "manifest.json", "pool.json", "ledger.jsonl", "usage.jsonl", "summary.json"):
        assert (folder / name).stat().st_size > 0
    task = folder / "tasks" / "3"
    rollout = json.loads((task / "rollout-0.json").read_text())
    assert rollout["steps"][0]["calls"][0]["messages"][0]["role"] == "system"
    assert "Press twice" in rollout["steps"][0]["calls"][0]["messages"][0]["content"]
    assert json.loads((task / "memory.json").read_text())["extraction"]["experiences"][0]["items"]
    assert sorted(p.name for p in (task / "screenshots").iterdir())[0] == "rollout-0-step-000.png"
    purposes = [json.loads(line)["purpose"] for line in (folder / "usage.jsonl").open()]
    assert {"act", "judge", "extract"} == set(purposes)
    assert json.loads((folder / "manifest.json").read_text())["backbone"] == "scripted policy (not a model)"


def test_nothing_is_retrieved_from_the_own_wave_or_the_task_itself(tmp_path: Path) -> None:
    rows = _results(_run(tmp_path, "memory=reasoningbank", "runner.wave=4", "engine.workers=4"))
    assert rows["retrieved"][:4].isna().all()
    assert set(rows["retrieved"][4:].astype(int)) <= {0, 1, 2, 3}


def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    one = _run(tmp_path / "one", "memory=reasoningbank", "runner.wave=4", "engine.workers=1")
    many = _run(tmp_path / "many", "memory=reasoningbank", "runner.wave=4", "engine.workers=4")
    for name in ("pool.json", "results.csv"):
        assert (one / name).read_bytes() == (many / name).read_bytes()


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_instants_and_resumed_it_is_the_same(tmp_path: Path, seed: int) -> None:
    whole = _run(tmp_path / "whole", "memory=reasoningbank", "+benchmark.count=12")
    words = overrides(
        tmp_path / "killed", "memory=reasoningbank", "+benchmark.count=12", "+benchmark.step_seconds=0.04"
    )
    folder = tmp_path / "killed" / whole.relative_to(tmp_path / "whole")
    assert killed_until_done(words, folder / "usage.jsonl", seed, longest=1.5) > 0
    for name in ("pool.json", "results.csv"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()


def test_a_broken_world_is_no_failed_task_and_is_tried_again(tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    words = ("memory=reasoningbank", "+benchmark.broken=['2']", f"+benchmark.mended={mended}")
    folder = _run(tmp_path, *words)
    row = _results(folder).set_index("task_id").loc["2"]
    assert row["outcome"] == "infrastructure_error"
    assert pd.isna(row["score"]) and pd.isna(row["verdict"])
    pool = json.loads((folder / "pool.json").read_text())
    assert "2" not in [past["task_id"] for past in pool["experiences"]]
    summary = json.loads((folder / "summary.json").read_text())
    assert (summary["intended"], summary["scored"], summary["infrastructure_errors"]) == (8, 7, 1)
    mended.touch()
    row = _results(_run(tmp_path, *words)).set_index("task_id").loc["2"]
    assert row["outcome"] == "answered" and row["score"] == 1


def test_sigterm_stops_cleanly_and_the_next_run_goes_on(tmp_path: Path) -> None:
    words = overrides(tmp_path, "memory=reasoningbank", "+benchmark.step_seconds=0.3")
    command = [sys.executable, "-m", "reasoningbank.run", *words]
    child = subprocess.Popen(
        command, env=environment_for_children(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    ledger = tmp_path / "default/tests.toy-Toy-all/scripted/reasoningbank/seed0/ledger.jsonl"
    deadline = time.monotonic() + 60
    while not ledger.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGTERM)
    _, complaint = child.communicate(timeout=60)
    assert child.returncode == 130 and b"goes on from here" in complaint
    assert (ledger.parent / "results.csv").exists()
    done = len(ledger.read_text().splitlines())
    assert 0 < done < 8
    assert len(_results(_run(tmp_path, "memory=reasoningbank", "+benchmark.step_seconds=0.3"))) == 8


def test_another_configuration_is_refused_with_the_difference(tmp_path: Path) -> None:
    _run(tmp_path, "memory=reasoningbank", "runner.limit=1")
    with pytest.raises(UserError, match=r"memory\.max_items: 3 → 2"):
        _run(tmp_path, "memory=reasoningbank", "memory.max_items=2")
    # what cannot change a result is no other configuration
    assert len(_results(_run(tmp_path, "memory=reasoningbank", "runner.limit=3"))) == 3


def test_two_processes_in_one_folder_are_refused(tmp_path: Path) -> None:
    from reasoningbank.run import run_dir
    from reasoningbank.runner.rundir import RunDir

    config = compose(overrides(tmp_path, "memory=none"))
    with RunDir(run_dir(config)).lock(), pytest.raises(UserError, match="another process"):
        run(config)


@pytest.mark.parametrize("damage", ["cut", "gone", "older"])
def test_a_pool_that_is_cut_gone_or_behind_is_made_anew_from_the_ledger(tmp_path: Path, damage: str) -> None:
    words = ("memory=reasoningbank", "runner.limit=4")
    folder = _run(tmp_path, *words)
    older = (folder / "pool.json").read_text()
    _run(tmp_path, "memory=reasoningbank")
    whole = (folder / "pool.json").read_bytes()
    (folder / "pool.json").unlink()
    if damage != "gone":
        (folder / "pool.json").write_text(older if damage == "older" else older[:100])
    _run(tmp_path, "memory=reasoningbank")
    assert (folder / "pool.json").read_bytes() == whole


def test_a_pool_that_was_edited_by_hand_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = _run(tmp_path, "memory=reasoningbank")
    edited = (folder / "pool.json").read_text().replace("Press twice", "Press thrice")
    (folder / "pool.json").write_text(edited)
    with pytest.raises(UserError, match="changed by hand"):
        _run(tmp_path, "memory=reasoningbank")
    assert (folder / "pool.json").read_text() == edited


@pytest.mark.parametrize("cut", [b"{", b'{"task_id": "7", "pos'])
def test_a_torn_line_at_the_end_of_the_ledger_never_happened(tmp_path: Path, cut: bytes) -> None:
    folder = _run(tmp_path, "memory=reasoningbank")
    whole = {name: (folder / name).read_bytes() for name in ("pool.json", "results.csv")}
    lines = (folder / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "ledger.jsonl").write_bytes(b"".join(lines[:-1]) + cut)
    _run(tmp_path, "memory=reasoningbank")
    assert {name: (folder / name).read_bytes() for name in whole} == whole
