"""Rates, agreement and pairs against hand-worked numbers; the table says who made them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from reasoningbank.cli import main
from reasoningbank.compose import compose
from reasoningbank.report.frame import find_runs, load_runs
from reasoningbank.report.metrics import judge_agreement
from reasoningbank.report.stats import clustered, mcnemar, paired_difference, wilson
from reasoningbank.report.table import print_summary
from reasoningbank.run import run
from tests.toy import overrides


def test_wilson_of_a_textbook_case() -> None:
    rate = wilson(8, 10)
    assert rate.percent == 80
    assert (round(rate.low or 0, 1), round(rate.high or 0, 1)) == (49.0, 94.3)
    assert wilson(0, 0).percent is None


def _series(**values: float) -> pd.Series[float]:
    return pd.Series(values, dtype=float)


def test_mcnemar_counts_the_tasks_that_both_have() -> None:
    found = mcnemar(
        _series(a=1, b=1, c=1, d=0, e=1).astype(bool), _series(a=0, b=0, c=1, d=1, f=1).astype(bool)
    )
    assert (found.n, found.only_first, found.only_second) == (4, 2, 1)
    assert found.p == 1.0  # exact, 2 against 1
    assert mcnemar(
        _series(**{str(i): 1 for i in range(9)}).astype(bool),
        _series(**{str(i): 0 for i in range(9)}).astype(bool),
    ).p == pytest.approx(2 / 2**9)


def test_a_paired_difference_resamples_whole_families() -> None:
    one_each = pd.Series(range(40)).astype(str)
    two = pd.Series(["a", "b"] * 20)
    delta = pd.Series([1.0, 0.0] * 20)
    wide, narrow = paired_difference(delta, two), paired_difference(delta, one_each)
    assert wide.value == narrow.value == 0.5
    # two families that differ wholly tell next to nothing
    assert (wide.low, wide.high) == (0.0, 1.0)
    assert narrow.low is not None and narrow.low > 0.3
    assert paired_difference(pd.Series([1.0, None]), pd.Series(["a", "b"])).n == 1


def test_clustered_means_agree_with_statsmodels() -> None:
    statsmodels = pytest.importorskip("statsmodels.api")
    draw = np.random.default_rng(3)
    families = pd.Series(draw.integers(0, 12, 200).astype(str))
    values = pd.Series(draw.random(200) + families.astype(int) / 20)
    fit = statsmodels.OLS(values, np.ones(200)).fit(
        cov_type="cluster", cov_kwds={"groups": families.astype(int), "use_correction": True}
    )
    ours = clustered(values, families)
    assert ours.value == pytest.approx(fit.params.iloc[0])
    # statsmodels also scales by (n - 1) / (n - p), which is 1 for a mean
    assert ours.se == pytest.approx(fit.bse.iloc[0], rel=1e-6)


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
    assert "none on 8 tasks of tests.toy:Toy/all, seed 0: +87.5" in told
    assert "points (won 7, lost 0, exact McNemar p = 0.016)" in told
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
