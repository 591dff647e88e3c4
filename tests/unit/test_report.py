"""Rates, agreement and pairs against hand-worked numbers; the table says who made them."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from reasoningbank.cli import main
from reasoningbank.compose import compose
from reasoningbank.report.frame import find_runs, load_runs
from reasoningbank.report.metrics import judge_agreement, paired, wilson
from reasoningbank.report.table import print_summary
from reasoningbank.run import run
from tests.toy import overrides


def _frame(scores: list[float | None], steps: int = 4) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "task_id": [str(i) for i in range(len(scores))],
            "rollout": 0,
            "score": scores,
            "steps": steps,
            "outcome": ["infrastructure_error" if s is None else "answered" for s in scores],
        }
    )


def test_wilson_of_a_textbook_case() -> None:
    rate = wilson(8, 10)
    assert rate.percent == 80
    assert (round(rate.low or 0, 1), round(rate.high or 0, 1)) == (49.0, 94.3)
    assert wilson(0, 0).percent is None


def test_pairs_count_only_tasks_that_both_have_scored() -> None:
    found = paired(_frame([1, 1, 1, 0, None, 1], 3), _frame([0, 0, 1, 1, 1, None], 5))
    assert found is not None
    assert (found.n, found.only_first, found.only_second) == (4, 2, 1)
    assert found.difference == 25 and found.steps == -2
    assert found.p == 1.0  # exact McNemar on 2 against 1
    assert paired(_frame([None]), _frame([1])) is None


def test_judge_agreement_tells_the_two_mistakes_apart() -> None:
    frame = pd.DataFrame(
        {"verdict": ["success", "success", "failure", "failure", "unreadable"], "score": [1, 0, 0, 1, 1]}
    )
    found = judge_agreement(frame)
    assert found["accuracy"]["percent"] == 50 and found["accuracy"]["n"] == 4
    assert (found["false_successes"], found["false_failures"], found["unreadable"]) == (1, 1, 1)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("outputs")
    for memory in ("none", "reasoningbank"):
        run(compose(overrides(root, f"memory={memory}")))
    return root


def test_the_table_names_backbone_denominators_and_the_paired_difference(outputs: Path) -> None:
    text = io.StringIO()
    print_summary(find_runs(outputs), Console(file=text, width=120, highlight=False))
    told = " ".join(text.getvalue().split())
    assert "scripted policy (not a model)" in told
    assert "reasoningbank − none on 8 tasks of tests.toy:Toy/all, seed 0: +87.5 points (won 7, lost 0" in told
    assert "Judge against score: 100.0 % right of 16" in told
    assert "First of 8 memory items" in told


def test_runs_load_as_one_frame(outputs: Path) -> None:
    frame = load_runs(outputs)
    assert len(frame) == 16
    assert set(frame["memory"]) == {"none", "reasoningbank"}


def test_the_report_command_and_its_mistake(
    outputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(outputs)]) == 0
    assert "Where to look" in capsys.readouterr().out
    assert main(["report", str(tmp_path)]) == 2
    assert "there is no run here" in capsys.readouterr().err


def test_config_and_estimate_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "memory.k=2"]) == 0
    assert "k: 2" in capsys.readouterr().out
    assert main(["estimate", "llm=gemini-2.5-flash"]) == 0
    assert "gemini/gemini-2.5-flash" in capsys.readouterr().out


def test_a_run_above_its_cost_limit_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "planted")
    words = ["llm=gemini-2.5-flash", "run.max_cost=0.01", f"run.output_root={tmp_path}", "embedder=hashed"]
    assert main(["run", *words]) == 2
    assert "more than run.max_cost=$0.01" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
