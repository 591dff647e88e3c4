"""Which tasks run and when a run stops; what a crash, a full disk or a broken world costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from reasoningbank.cli import main as rb
from reasoningbank.compose import compose
from reasoningbank.core.errors import BudgetExceeded, UserError
from reasoningbank.run import main, run
from tests.toy import environment_for_children, killed_until_done, overrides

MATTS = ("memory=reasoningbank", "matts=parallel", "matts.k=3", "runner.wave=2")


def _run(folder: Path, *more: str) -> Path:
    return run(compose(overrides(folder, *more)))


def _rows(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "results.csv", dtype={"task_id": str})


def _ledger(folder: Path) -> dict[str, dict[str, object]]:
    lines = map(json.loads, (folder / "ledger.jsonl").read_text().splitlines())
    return {line["task_id"]: line for line in lines if "task_id" in line}


# selection and order


def test_tasks_are_chosen_by_id_or_by_pattern(tmp_path: Path) -> None:
    assert list(_rows(_run(tmp_path / "a", "memory=none", "runner.tasks=[5,2]"))["task_id"]) == ["2", "5"]
    assert list(_rows(_run(tmp_path / "b", "memory=none", "runner.tasks='^[67]$'"))["task_id"]) == ["6", "7"]
    assert list(_rows(_run(tmp_path / "c", "memory=none", "runner.tasks=3"))["task_id"]) == ["3"]


@pytest.mark.parametrize("wanted", ["[99]", "'^x'", "'('"])
def test_a_choice_that_selects_nothing_is_said(tmp_path: Path, wanted: str) -> None:
    with pytest.raises(UserError):
        _run(tmp_path, "memory=none", f"runner.tasks={wanted}")


def test_a_shuffled_stream_depends_on_the_seed_alone(tmp_path: Path) -> None:
    words = ("memory=none", "runner.order=shuffled")
    one, same, other = (
        list(_rows(_run(tmp_path / name, *words, f"seed={seed}"))["task_id"])
        for name, seed in (("one", 1), ("same", 1), ("other", 2))
    )
    assert one == same != other
    assert sorted(one) == sorted(other) == [str(i) for i in range(8)] != one


# limits of a run


def test_a_run_stops_at_its_time_between_waves_and_goes_on(tmp_path: Path) -> None:
    words = ("memory=reasoningbank", "+benchmark.step_seconds=0.05")
    with pytest.raises(BudgetExceeded, match=r"run\.max_seconds"):
        _run(tmp_path, *words, "run.max_seconds=0.3")
    folder = next(tmp_path.rglob("ledger.jsonl")).parent
    assert 0 < len(_ledger(folder)) < 8
    assert len(_rows(_run(tmp_path, *words))) == 8


def test_a_world_that_keeps_failing_stops_the_run_with_the_cause(tmp_path: Path) -> None:
    words = ("memory=none", "+benchmark.broken=['1','2','3','5']", "runner.infra_retries=0")
    with pytest.raises(UserError, match=r"3 of 8 tasks were lost.*\n.*3 times.*the toy world broke"):
        _run(tmp_path, *words, "runner.fail_on_error=3")
    with pytest.raises(UserError, match="were lost"):
        _run(tmp_path, *words, "runner.fail_on_error=0.3")


# failures of the world, and what a resume does with them


def test_a_resume_can_leave_what_was_lost(tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    words = ("memory=reasoningbank", "+benchmark.broken=['2']", f"+benchmark.mended={mended}")
    folder = _run(tmp_path, *words)
    mended.touch()
    _run(tmp_path, *words, "runner.retry=none")
    assert _ledger(folder)["2"]["outcome"] == "infrastructure_error"


def test_a_resume_can_run_everything_again_from_the_loss_on(tmp_path: Path) -> None:
    """Then the stream is the one in which nothing was lost, byte for byte."""
    whole = _run(tmp_path / "whole", "memory=reasoningbank")
    mended = tmp_path / "mended"
    words = ("memory=reasoningbank", "+benchmark.broken=['2']", f"+benchmark.mended={mended}")
    folder = _run(tmp_path / "lost", *words)
    mended.touch()
    _run(tmp_path / "lost", *words, "runner.retry=all")
    assert (folder / "results.csv").read_bytes() == (whole / "results.csv").read_bytes()
    pools = [json.loads((f / "pool.json").read_text())["experiences"] for f in (folder, whole)]
    assert pools[0] == pools[1]
    # once more: nothing is lost any longer, so nothing is run again
    before = len((folder / "usage.jsonl").read_text().splitlines())
    _run(tmp_path / "lost", *words, "runner.retry=all")
    assert len((folder / "usage.jsonl").read_text().splitlines()) == before


def test_one_lost_rollout_of_k_spoils_the_task_and_costs_no_other_rollout(tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    broken = ("+benchmark.broken=['2']", "+benchmark.broken_rollouts=1", f"+benchmark.mended={mended}")
    folder = _run(tmp_path, *MATTS, *broken, "runner.infra_retries=0")
    lost = _rows(folder).query("task_id == '2'")
    assert lost["outcome"].eq("infrastructure_error").all() and lost["score"].isna().all()
    pool = json.loads((folder / "pool.json").read_text())["experiences"]
    assert "2" not in [past["task_id"] for past in pool]
    calls = _acts(folder, "2")
    mended.touch()
    _run(tmp_path, *MATTS, *broken, "runner.infra_retries=0")
    again = _rows(folder).query("task_id == '2'")
    assert again["outcome"].eq("answered").all() and len(again) == 3
    # two rollouts were kept, one was made
    assert 0 < _acts(folder, "2") - calls < calls


def _acts(folder: Path, task_id: str) -> int:
    lines = map(json.loads, (folder / "usage.jsonl").open())
    return sum(line["task_id"] == task_id and line["purpose"] == "act" for line in lines)


# crashes


@pytest.mark.parametrize("seed", range(2))
def test_k_rollouts_killed_and_resumed_are_the_same(tmp_path: Path, seed: int) -> None:
    whole = _run(tmp_path / "whole", *MATTS)
    words = overrides(tmp_path / "killed", *MATTS, "+benchmark.step_seconds=0.1", "engine.workers=3")
    folder = tmp_path / "killed" / whole.relative_to(tmp_path / "whole")
    deaths = killed_until_done(words, folder / "usage.jsonl", seed, longest=3)
    assert deaths > 0
    for name in ("pool.json", "results.csv"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()
    assert not list(folder.glob("tasks/.*"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    target = tmp_path / "disk"
    target.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(target)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small file system can only be mounted by root")
    yield target
    subprocess.run(["umount", str(target)], check=True)


def test_a_full_disk_stops_the_run_and_loses_nothing(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("memory=reasoningbank", "+benchmark.count=40")
    whole = _run(tmp_path / "whole", *words)
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 600_000)
    assert main(overrides(small_disk, *words)) == 2
    told = capsys.readouterr().err
    assert "No space left" in told and len(told.strip().splitlines()) <= 3
    folder = small_disk / whole.relative_to(tmp_path / "whole")
    done = len(_ledger(folder))
    assert 0 < done < 40
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert main(overrides(small_disk, *words)) == 0
    for name in ("pool.json", "results.csv"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()


def test_the_directory_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    folder = _run(tmp_path, "memory=reasoningbank")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["identity"]["fingerprint_version"] = 1
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(UserError, match="fingerprint_version: 1 → 2"):
        _run(tmp_path, "memory=reasoningbank")


# commands that read a run


def test_status_tells_a_running_from_a_stopped_and_a_finished_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    slow = ("memory=none", "+benchmark.step_seconds=1.5")
    folder = _run(tmp_path, *slow, "runner.limit=1")
    rb(["status", str(tmp_path)])
    assert "done" in capsys.readouterr().out
    words = overrides(tmp_path, *slow)
    child = subprocess.Popen(
        [sys.executable, "-m", "reasoningbank.run", *words],
        env=environment_for_children(),
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while len(_ledger(folder)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    rb(["status", str(tmp_path)])
    assert "running" in capsys.readouterr().out
    child.kill()
    child.wait()
    rb(["status", str(tmp_path)])
    assert "stopped" in capsys.readouterr().out


def test_a_bank_is_read_as_a_person_would(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    folder = _run(tmp_path, "memory=reasoningbank")
    other = _run(tmp_path, "memory=reasoningbank", "runner.limit=5", "run.name=other")
    assert rb(["bank", "show", str(folder)]) == 0
    assert "Press twice" in capsys.readouterr().out
    assert rb(["bank", "show", str(folder / "pool.json"), "--task", "0"]) == 0
    told = capsys.readouterr().out
    assert "injected into 1, 2" in told and "The first press does nothing." in told
    assert rb(["bank", "search", str(folder), "Count the limes", "-k", "1"]) == 0
    assert "basket 5" in capsys.readouterr().out
    assert rb(["bank", "diff", str(folder), str(other)]) == 0
    told = capsys.readouterr().out
    assert "5 of 8 tasks" in told and "basket 7" in told
    assert rb(["bank", "show", str(tmp_path)]) == 2
    assert rb(["bank", "show", str(folder), "--task", "99"]) == 2


def test_what_a_model_wrote_is_no_markup_in_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _run(tmp_path, "memory=reasoningbank", "runner.limit=1")
    pool = (folder / "pool.json").read_text().replace("Press twice", "[red]Press[/nonsense]")
    (tmp_path / "pool.json").write_text(pool)
    assert rb(["bank", "show", str(tmp_path)]) == 0
    assert "[red]Press" in capsys.readouterr().out.replace("\n", "")


# sweeps


@pytest.mark.parametrize("launcher", ["basic", "joblib"])
def test_a_sweep_runs_every_combination_in_a_folder_of_its_own(tmp_path: Path, launcher: str) -> None:
    words = overrides(
        tmp_path, "memory=reasoningbank", "memory.k=0,1", "seed=0,1", f"hydra/launcher={launcher}"
    )
    done = subprocess.run(
        [sys.executable, "-m", "reasoningbank.cli", "run", "-m", *words],
        env=environment_for_children(),
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    found = {(path.parent.parent.name, path.parent.name) for path in tmp_path.rglob("results.csv")}
    assert found == {(m, s) for m in ("reasoningbank", "reasoningbank-k0") for s in ("seed0", "seed1")}
    assert not list(tmp_path.rglob(".hydra"))


def test_a_mistake_in_a_sweep_is_three_lines(tmp_path: Path) -> None:
    for words in (["memory.kk=0,1"], ["memory.k=-1,0"]):
        done = subprocess.run(
            [sys.executable, "-m", "reasoningbank.run", "-m", *overrides(tmp_path), *words],
            env={**environment_for_children(), "COLUMNS": "100"},
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr and "to do:" in done.stderr
        assert os.environ.get("HYDRA_FULL_ERROR") is None
