"""Patches against the official grader, and the whole path with the scripted backbone, in bubblewrap."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from envs.swebench.grading.grade import LOCAL
from envs.swebench.grading.local import LocalGrader
from envs.swebench.rows import Row
from envs.swebench.store import Store
from reasoningbank.cli import main as rb
from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run

SAMPLE = ("benchmark=swebench/sample", "llm=scripted", "embedder=hashed", "run.progress=off")


@pytest.fixture(scope="session")
def grader(store: Store) -> LocalGrader:
    return LocalGrader(store, 120)


def test_the_gold_patch_of_every_instance_resolves_it(grader: LocalGrader, sample: dict[str, Row]) -> None:
    for row in sample.values():
        grade = grader.grade(row, row.patch)
        assert grade.resolved and grade.applied, (row.instance_id, grade.detail)
        assert grade.label == LOCAL


def test_a_patch_that_mends_nothing_is_applied_and_not_resolved(grader: LocalGrader, ledger: Row) -> None:
    patch = "--- /dev/null\n+++ b/NOTES.txt\n@@ -0,0 +1 @@\n+nothing\n"
    grade = grader.grade(ledger, patch)
    assert grade.applied and not grade.resolved


def test_a_patch_that_does_not_apply_is_said(grader: LocalGrader, ledger: Row) -> None:
    broken = ledger.patch.replace("\n-", "\n-this line is not there ")
    grade = grader.grade(ledger, broken)
    assert not grade.applied and not grade.resolved


def test_the_test_files_of_a_patch_do_not_decide(grader: LocalGrader, ledger: Row) -> None:
    """A patch that edits the tests away is graded with the maintainers' tests all the same."""
    path = ledger.test_patch.split("+++ b/")[1].splitlines()[0]
    added = Path(path).parent / "test_all_is_well.py"
    patch = f"--- /dev/null\n+++ b/{added}\n@@ -0,0 +1,2 @@\n+def test_well():\n+    pass\n"
    assert not grader.grade(ledger, patch).resolved


def test_the_whole_path_runs_and_is_exported(
    cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SAMPLE, f"run.output_root={tmp_path}", f"benchmark.cache={cache}"]
    folder = run(compose([*words, "memory=reasoningbank"]))
    frame = pd.read_csv(folder / "results.csv")
    assert len(frame) == 5 and 0 < frame["score"].mean() <= 1
    assert frame["outcome"].isin(["answered"]).all()
    assert set(frame) >= {"patch_applied", "empty_patch", "edits_tests"}
    assert (frame["steps"] == frame["act_calls"]).all()
    details = [json.loads(path.read_text())["detail"] for path in folder.glob("tasks/*/score-0.json")]
    assert all(LOCAL in detail for detail in details)
    assert rb(["swebench", "export", str(folder), "--out", str(tmp_path / "exported")]) == 0
    preds = json.loads(next((tmp_path / "exported").rglob("preds.json")).read_text())
    assert len(preds) == 5
    capsys.readouterr()


def test_no_ground_truth_stands_in_a_prompt_or_in_the_pool(
    cache: Path, tmp_path: Path, sample: dict[str, Row]
) -> None:
    folder = run(
        compose([*SAMPLE, f"run.output_root={tmp_path}", f"benchmark.cache={cache}", "memory=reasoningbank"])
    )
    for row in sample.values():
        added = [
            line[1:].strip()
            for line in row.test_patch.splitlines()
            if line.startswith("+") and len(line) > 25
        ]
        for path in [folder / "pool.json", *folder.glob(f"tasks/{row.instance_id}/rollout-*.json")]:
            text = path.read_text()
            assert not [line for line in added if line in text], path


def test_without_grading_there_is_no_score_and_no_rate(cache: Path, tmp_path: Path) -> None:
    words = [*SAMPLE, f"run.output_root={tmp_path}", f"benchmark.cache={cache}", "benchmark.grading=none"]
    folder = run(compose([*words, "memory=none", "runner.limit=1"]))
    frame = pd.read_csv(folder / "results.csv")
    assert frame["score"].isna().all() and frame["outcome"].eq("answered").all()
    with pytest.raises(UserError, match="not graded"):
        run(compose([*words, "memory=none", "runner.limit=1", "judge=ground_truth"]))
