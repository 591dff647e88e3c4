"""Experiments: the runs that a table or figure needs, planned and run."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoningbank import cli, experiments
from reasoningbank.commands.plan import planned
from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run_dir
from reasoningbank.sweep import sweep
from tests.toy import overrides

PAPER_RUNS = {"table1": 25, "table2": 3, "table3": 12, "table6": 4, "figure4": 26, "figure5": 8, "figure7": 7}


@pytest.mark.parametrize("name", experiments.names())
def test_every_run_of_an_experiment_composes_into_a_folder_of_its_own(name: str) -> None:
    runs = experiments.runs([f"experiment={name}"])
    assert len(runs) == PAPER_RUNS.get(name, len(runs))
    folders = {run_dir(compose(words)) for words in runs}
    assert len(folders) == len(runs)
    assert all("outputs/paper/" in str(folder) for folder in folders)


def test_seeds_multiply_and_a_given_key_goes_before_the_grids() -> None:
    runs = experiments.runs(["experiment=figure13", "seed=0,1", "benchmark=pocketarena/shopping"])
    assert len(runs) == 10
    assert all("benchmark=pocketarena/shopping" in words for words in runs)


def test_what_several_grids_ask_for_is_run_once() -> None:
    runs = experiments.runs(["experiment=figure4", "matts=none"])
    assert all("matts=none" in words for words in runs)
    assert len(runs) == len({tuple(words) for words in runs})


def test_an_unknown_experiment_is_named() -> None:
    with pytest.raises(UserError, match="did you mean 'figure4'"):
        experiments.runs(["experiment=figre4"])


@pytest.mark.parametrize(
    ("benchmark", "tasks"),
    [("mind2web/test_task", 252), ("mind2web/test_domain", 912), ("swebench/verified", 500)],
)
def test_a_run_has_a_price_before_its_data_is_here(benchmark: str, tasks: int, tmp_path: Path) -> None:
    plan = planned([f"benchmark={benchmark}", "llm=gemini-2.5-flash", f"run.output_root={tmp_path}"])
    assert plan.tasks == tasks and plan.cost is not None and plan.cost > 1
    ten = planned([f"benchmark={benchmark}", "llm=gemini-2.5-flash", "runner.limit=10", "run.output_root=x"])
    assert ten.tasks == 10 and ten.cost is not None and ten.cost < plan.cost


def test_an_experiment_is_planned_run_and_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    words = [*overrides(tmp_path, "+benchmark.count=2"), "experiment=figure13"]
    assert cli.main(["plan", *words]) == 1
    assert "5 runs: 5 missing" in capsys.readouterr().out
    sweep(words)
    capsys.readouterr()
    assert cli.main(["plan", *words]) == 0
    told = capsys.readouterr().out
    assert "5 runs: 5 finished; still to pay: $0.00" in told and "reasoningbank-k4" in told
    assert cli.main(["plan", "--commands", *words, "seed=0,1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5 and all("seed=1" in line for line in lines)


def test_an_experiment_is_no_single_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", "experiment=figure4"]) == 2
    assert "rb run -m experiment=figure4" in capsys.readouterr().err
