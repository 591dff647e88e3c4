"""The sample as a user runs it: streams, tables, and no recorded action in what judge and memory see."""

from __future__ import annotations

import argparse
import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from envs.mind2web import table
from envs.mind2web.benchmark import Mind2Web
from envs.mind2web.store import Store
from reasoningbank import offline
from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run
from tests.mind2web.dataset import config

SAMPLE_TASKS = 32


def stream(folder: Path, *more: str) -> Path:
    """Runs the sample with the scripted policy; the run's folder."""
    words = [
        *("benchmark=mind2web_sample", "llm=scripted", "embedder=hashed", "run.progress=off"),
        *(f"run.output_root={folder}", *more),
    ]
    return run(compose(words))


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open() as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole sample with memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return stream(tmp_path_factory.mktemp("runs"), "memory=reasoningbank")


def test_the_whole_sample_runs_and_its_numbers_add_up(learnt: Path) -> None:
    found = rows(learnt)
    assert len(found) == SAMPLE_TASKS and {row["outcome"] for row in found} == {"answered"}
    for row in found:
        asked = float(row["recorded_steps"]) - float(row["gate_misses"])
        assert int(row["steps"]) == int(row["act_calls"]) == asked
        scored = json.loads((learnt / "tasks" / row["task_id"] / "score-0.json").read_text())
        steps = json.loads(scored["detail"])
        mean = sum(step["success"] for step in steps) / len(steps)
        assert float(row["step_success_rate"]) == pytest.approx(mean)
        assert float(row["score"]) == float(all(step["success"] for step in steps))
    assert 0 < sum(float(row["element_accuracy"]) for row in found) < SAMPLE_TASKS


def test_recorded_actions_reach_neither_judge_nor_memory(learnt: Path) -> None:
    """Each prediction that is wrong differs from the record: no recorded one may stand in its place."""
    bank = (learnt / "pool.json").read_text()
    store = Store(Mind2Web(config())._local)
    wrong = 0
    for task in store.tasks():
        folder = learnt / "tasks" / task.id
        rollout = json.loads((folder / "rollout-0.json").read_text())
        judged = json.dumps(json.loads((folder / "verdict-0.json").read_text())["calls"][0]["messages"])
        learned = json.dumps(json.loads((folder / "memory.json").read_text())["extraction"]["calls"])
        predicted = {step["index"]: step["action"] for step in rollout["steps"]}
        for i, step in enumerate(store.steps(task.id)):
            recorded, told = str(step.target), " ".join(step.told.split())
            assert told not in judged and told not in learned and told not in bank
            if not predicted.get(i, "").startswith(recorded):
                wrong += 1
                assert f"ACTION: {recorded}" not in judged and f"ACTION: {recorded}" not in learned
    assert wrong > 50


def test_nothing_that_judge_or_memory_is_handed_holds_a_view_of_the_history(learnt: Path) -> None:
    """The prompts of the agent do: they are logged, and the test would otherwise prove nothing."""
    rollout = next(learnt.glob("tasks/*/rollout-0.json")).read_text()
    assert "-> CLICK)" in rollout
    assert "-> CLICK" not in (learnt / "pool.json").read_text()


def test_a_resumed_stream_ends_the_same(tmp_path: Path) -> None:
    whole = stream(tmp_path / "a", "memory=reasoningbank", "runner.limit=6")
    stream(tmp_path / "b", "memory=reasoningbank", "runner.limit=3")
    resumed = stream(tmp_path / "b", "memory=reasoningbank", "runner.limit=6")
    for name in ("results.csv", "pool.json"):
        assert (resumed / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize(
    "more",
    [
        ("memory=synapse",),
        ("memory=awm",),
        ("memory=reasoningbank", "matts=parallel", "matts.k=3"),
        ("memory=reasoningbank", "runner.wave=3", "engine.workers=2"),
        ("memory=reasoningbank", "judge=ground_truth"),
        ("memory=reasoningbank", "benchmark.site=domain", "memory.scope=site"),
        ("memory=none", "benchmark.protocol=mindact"),
    ],
    ids=" ".join,
)
def test_methods_and_protocols_run(tmp_path: Path, more: tuple[str, ...]) -> None:
    found = rows(stream(tmp_path, "runner.limit=4", *more))
    assert len(found) == (12 if "matts=parallel" in more else 4)
    assert {row["outcome"] for row in found} == {"answered"}


def test_waves_change_nothing_without_memory(tmp_path: Path) -> None:
    one = rows(stream(tmp_path / "a", "memory=none", "runner.limit=6"))
    many = rows(stream(tmp_path / "b", "memory=none", "runner.limit=6", "runner.wave=6", "engine.workers=3"))
    assert [r["element_accuracy"] for r in one] == [r["element_accuracy"] for r in many]


def test_gold_is_marked_wherever_it_shows(tmp_path: Path) -> None:
    folder = stream(tmp_path, "memory=synapse", "runner.limit=3", "benchmark.trajectory=gold")
    assert {row["gold_trajectory"] for row in rows(folder)} == {"1"}
    assert "-> CLICK" in (folder / "pool.json").read_text()
    (setting,) = table.found_streams([tmp_path])
    assert "GOLD" in setting


# the table


def test_the_table_shows_each_number_with_its_variants(
    learnt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.run(argparse.Namespace(folders=[learnt]), []) == 0
    printed = capsys.readouterr().out
    assert "GOLD" not in printed
    for name in ("element accuracy", "any positive", "action F1", "step success", "ceiling", "task success"):
        assert name in printed
    found = {number.name: number for number in table.numbers(table.read(learnt))}
    every = rows(learnt)
    steps = [float(row["recorded_steps"]) for row in every]
    shares = [float(row["element_accuracy"]) for row in every]
    assert found["element accuracy"].macro == pytest.approx(sum(shares) / len(shares))
    micro = sum(share * n for share, n in zip(shares, steps, strict=True)) / sum(steps)
    assert found["element accuracy"].micro == pytest.approx(micro)
    passed = 1 - sum(float(row["gate_misses"]) for row in every) / sum(steps)
    assert found[table.CEILING].micro == pytest.approx(passed)
    assert re.search(r"of 32 tasks; 154 steps", printed.replace("\n", " "))


def test_the_table_over_seeds_and_lost_tasks(tmp_path: Path) -> None:
    import pandas as pd

    columns = {**{name: [0.5, 1.0, None] for name in table.RATES}, "recorded_steps": [4, 1, None]}
    counts = {name: [1, 0, None] for name in ("gate_misses", "unread_replies", "overflows")}
    frame = pd.DataFrame({"score": [0.0, 1.0, None], "drawn": 1, **columns, **counts})
    first = table.numbers(frame)[0]
    assert first.macro == 0.75 and first.micro == pytest.approx(0.6)
    assert table.counts(frame).lost == 1
    assert (
        table.spread([0.5, 0.6]) == "55.0 ± 7.1"
        and table.spread([0.5]) == "50.0"
        and table.spread([None]) == ""
    )


def test_no_run_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no Mind2Web run"):
        table.run(argparse.Namespace(folders=[tmp_path]), [])


# the configuration


@pytest.mark.parametrize("option", ["mind2web/test_task", "mind2web/test_website", "mind2web/test_domain"])
def test_the_published_splits_are_options_and_say_what_is_missing(option: str, tmp_path: Path) -> None:
    composed: Any = compose([f"benchmark={option}", f"benchmark.data={tmp_path}"]).benchmark
    assert composed.subset == option.split("/")[1] and composed.protocol == "synapse"
    with pytest.raises(UserError, match="scores are missing"):
        Mind2Web(composed).check()


def test_a_wrong_key_is_named() -> None:
    with pytest.raises(UserError, match=r"benchmark\.protokol"):
        compose(["benchmark=mind2web_sample", "+benchmark.protokol=x"])


def test_seeds_of_one_run_are_one_setting_and_two_runs_are_two(tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("a", 1), ("b", 0)):
        stream(tmp_path, "memory=none", "runner.limit=1", f"run.name={name}", f"seed={seed}")
    streams = table.found_streams([tmp_path])
    assert [len(folders) for folders in streams.values()] == [2, 1]


@pytest.mark.parametrize(("memory", "experiences", "calls"), [("synapse", 10, 0), ("awm", 1, 1)])
def test_the_published_baselines_read_the_train_split_alone(
    tmp_path: Path, memory: str, experiences: int, calls: int
) -> None:
    """Issue 8: a bank from recorded visits, which a run only reads; given again it makes nothing new."""
    pool = tmp_path / "offline.json"
    words = ["benchmark=mind2web_sample", "llm=scripted", "embedder=hashed", f"memory={memory}"]
    words += ["memory.frame=original"]
    for _ in range(2):
        made = offline.make(compose(words), pool, lambda line: None)
        assert len(made["experiences"]) == experiences
    booked = tmp_path / "offline.usage.jsonl"
    assert (len(booked.read_text().splitlines()) if booked.exists() else 0) == calls
    tests = {task.query for task in Mind2Web(compose(words).benchmark).tasks()}
    assert not tests & {past["query"] for past in made["experiences"]}
    folder = stream(
        tmp_path, f"memory={memory}", *words[-1:], "runner.protocol=frozen", f"runner.bank={pool}"
    )
    assert all(row["retrieved"].startswith("train/") for row in rows(folder))


def test_a_bank_from_the_train_split_needs_a_published_method(tmp_path: Path) -> None:
    for words in (["memory=reasoningbank"], ["memory=awm"]):
        with pytest.raises(UserError, match=r"memory\.frame=original"):
            offline.make(
                compose(["benchmark=mind2web_sample", "llm=scripted", "embedder=hashed", *words]),
                tmp_path / "pool.json",
                lambda line: None,
            )
