"""The main job on the real shop, in a real Chromium, with the scripted backbone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from envs.pocketarena import TASKS
from reasoningbank.compose import compose
from reasoningbank.run import run

pytestmark = pytest.mark.browser
WORDS = ["benchmark=pocketarena/smoke", "llm=scripted", "embedder=hashed", "run.progress=off"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same stream with and without memory."""
    root = tmp_path_factory.mktemp("outputs")
    return {
        memory: run(compose([*WORDS, f"memory={memory}", f"run.output_root={root}"]))
        for memory in ("none", "reasoningbank")
    }


def _results(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "results.csv", dtype={"task_id": str, "retrieved": str})


def test_memory_raises_the_success_rate_and_is_what_did_it(runs: dict[str, Path]) -> None:
    without, with_memory = _results(runs["none"]), _results(runs["reasoningbank"])
    assert len(without) == len(with_memory) == 12
    assert set(without["outcome"]) == set(with_memory["outcome"]) == {"answered"}
    assert with_memory["score"].sum() >= without["score"].sum() + 3
    gained = with_memory[(with_memory["score"] > without["score"])]
    assert gained["retrieved"].notna().all()
    # where nothing was retrieved the scripted policy does the same as without memory
    same = with_memory["retrieved"].isna()
    assert list(with_memory[same]["score"]) == list(without[same]["score"])


def test_the_pool_holds_items_of_successes_and_failures(runs: dict[str, Path]) -> None:
    pool = json.loads((runs["reasoningbank"] / "pool.json").read_text())
    labels = {label for past in pool["experiences"] for label in past["labels"]}
    assert labels == {"success", "failure"}
    assert all(item["title"] and item["content"] for past in pool["experiences"] for item in past["items"])
    assert json.loads((runs["none"] / "pool.json").read_text())["experiences"] == []


def test_no_evaluator_field_stands_in_anything_the_backbone_was_sent(runs: dict[str, Path]) -> None:
    """The reference answers may well be found on a page; the fields that hold them may not be sent."""
    fields = ("reference_answers", "reference_url", "program_html", "string_match", "url_match", "eval_types")
    locators = {
        target["locator"]
        for config in json.loads(TASKS.read_text())
        for target in config["eval"].get("program_html") or []
        if target["locator"].startswith("func:") or "document." in target["locator"]
    }
    for folder in runs.values():
        for path in [*folder.glob("tasks/*/rollout-0.json"), *folder.glob("tasks/*/memory.json")]:
            text = path.read_text()
            assert not [word for word in (*fields, *locators) if word in text], path
        assert not [word for word in fields if word in (folder / "pool.json").read_text()]


def test_every_step_has_its_page_and_its_picture(runs: dict[str, Path]) -> None:
    for task in (runs["none"] / "tasks").iterdir():
        rollout = json.loads((task / "rollout-0.json").read_text())
        assert all("RootWebArea" in step["observation"] for step in rollout["steps"])
        pictures = list((task / "screenshots").glob("*.png"))
        assert len(pictures) == len(rollout["steps"]) + 1  # the page after the last action too
        assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_killed_in_the_browser_and_resumed_it_is_the_same(runs: dict[str, Path], tmp_path: Path) -> None:
    words = [*WORDS, "memory=reasoningbank", f"run.output_root={tmp_path}"]
    command = [sys.executable, "-m", "reasoningbank.run", *words]
    for seconds in (9, 16):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(seconds)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
    folder = tmp_path / "default/pocketarena-smoke/scripted/reasoningbank/seed0"
    for name in ("pool.json", "results.csv"):
        assert (folder / name).read_bytes() == (runs["reasoningbank"] / name).read_bytes()
