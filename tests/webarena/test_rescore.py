"""Scoring a finished run again, by the command, with the official evaluators and no site."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml
from pydantic import TypeAdapter

from envs.webarena.tasks import evaluator_configs
from reasoningbank.compose import compose
from reasoningbank.core.types import Outcome, Score, Trajectory

SHOP = "http://onestopmarket.com"
WISHLIST = "466"  # its page is read 50 entries at a time by a fix


def _reference(task: str) -> str:
    url = str(evaluator_configs("released_code", ())[task]["eval"]["reference_url"])
    return url.replace("__SHOPPING__", SHOP)


# task, answer, last page, stored score, score with the released code's references
CASES = [
    ("141", "It was $47.41 in all", f"{SHOP}/", 1.0, 0.0),
    ("143", "$260.69", f"{SHOP}/", 0.0, 1.0),
    ("325", "", _reference("325"), 0.0, 1.0),
    ("21", "whatever", f"{SHOP}/", 0.0, 0.0),  # no other reference: kept
    ("22", "x", "http://elsewhere.org/", 1.0, 1.0),  # kept, although it would not be right
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run directory as the runner leaves it, as far as scoring goes."""
    config = compose(["benchmark=webarena/shopping", "llm=gemini-2.5-flash"])
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(config.model_dump(mode="json")))
    with (tmp_path / "results.csv").open("w") as file:
        rows = csv.writer(file)
        rows.writerow(["task_id", "rollout"])
        for task, answer, url, value, _ in CASES:
            rows.writerow([task, 0])
            _keep(tmp_path, task, answer, url, Score(value))
        rows.writerow([WISHLIST, 0])
        _keep(tmp_path, WISHLIST, "done", f"{SHOP}/wishlist/", Score(0.0))
    return tmp_path


def _keep(folder: Path, task: str, answer: str, url: str, score: Score) -> None:
    trajectory = Trajectory(task, 0, (), "", url, answer, Outcome.ANSWERED)
    path = folder / "tasks" / task
    path.mkdir(parents=True)
    (path / "rollout-0.json").write_bytes(TypeAdapter(Trajectory).dump_json(trajectory))
    (path / "score-0.json").write_bytes(TypeAdapter(Score).dump_json(score))


def _rescore(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reasoningbank", "rescore", str(folder), *words]
    keyless = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return subprocess.run(command, env=keyless, capture_output=True, text=True, timeout=120)


def test_other_references_give_other_scores_and_the_rest_is_kept(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = _rescore(folder, "benchmark.annotations=released_code")
    assert done.returncode == 0, done.stderr
    frame = pd.read_csv(folder / "rescored.csv", dtype={"task_id": str})
    after = dict(zip(frame["task_id"], frame["after"], strict=True))
    assert after == {**{task: new for task, _, _, _, new in CASES}, WISHLIST: 0.0}
    assert "3 scores change (2 up, 1 down)" in done.stdout
    assert {path: path.read_bytes() for path in before} == before
    again = (folder / "rescored.csv").read_bytes()
    _rescore(folder, "benchmark.annotations=released_code")
    assert (folder / "rescored.csv").read_bytes() == again


def test_what_needs_the_live_page_is_named_and_not_guessed(folder: Path) -> None:
    done = _rescore(folder, "benchmark.fixes=[wishlist_limit]", "--out", str(folder / "other.csv"))
    assert done.returncode == 0, done.stderr
    frame = pd.read_csv(folder / "other.csv", dtype={"task_id": str}).set_index("task_id")
    assert frame.loc[WISHLIST, "why"] == "needs the live page"
    assert f"of the tasks {WISHLIST}" in done.stdout


def test_a_matcher_without_its_key_is_told_before_it_is_asked(folder: Path) -> None:
    done = _rescore(folder, "benchmark.fuzzy=containment")
    assert done.returncode == 2 and "GEMINI_API_KEY" in done.stderr
    assert len(done.stderr.splitlines()) == 3
    assert not (folder / "rescored.csv").exists()


def test_an_exact_matcher_asks_nobody(folder: Path) -> None:
    assert _rescore(folder, "benchmark.fuzzy=exact").returncode == 0


def test_a_key_that_does_not_change_the_score_is_refused(folder: Path) -> None:
    done = _rescore(folder, "memory.k=2")
    assert done.returncode == 2 and "does not change how a run is scored" in done.stderr
    assert len(done.stderr.splitlines()) == 3


def test_a_benchmark_that_cannot_is_named(folder: Path) -> None:
    config = compose(["benchmark=pocketarena/smoke"]).model_dump(mode="json")
    (folder / "config.yaml").write_text(json.dumps(config))
    done = _rescore(folder)
    assert done.returncode == 2 and "cannot be scored again offline" in done.stderr
