"""Memory methods and MaTTS end to end, in a world where what there is to learn is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.run import run
from tests.toy import overrides


def go(folder: Path, *words: str, kinds: str = "gate,bell") -> Path:
    given = [w for w in overrides(folder, *words) if not w.startswith("benchmark.name")]
    world = ["benchmark.name='tests.lessons:Lessons'", f"+benchmark.kinds=[{kinds}]"]
    return run(compose([*given, *world]))


def rows(folder: Path) -> pd.DataFrame:
    return pd.read_csv(folder / "results.csv", dtype={"task_id": str})


def rate(folder: Path, column: str = "drawn") -> float:
    frame = rows(folder)
    return float(frame[frame[column] == 1]["score"].mean())


def prompts(folder: Path, purpose: str) -> list[list[dict[str, str]]]:
    """The messages of every call of `purpose`, over all files of the run."""
    found: list[Any] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if value.get("purpose") == purpose and "messages" in value:
                found.append(value["messages"])
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for path in sorted(folder.glob("tasks/*/*.json")):
        walk(json.loads(path.read_text()))
    return found


def test_failures_carry_the_decisive_lesson(tmp_path: Path) -> None:
    none = rate(go(tmp_path, "memory=none"))
    success = rate(go(tmp_path, "memory=reasoningbank", "memory.sources=success"))
    both = rate(go(tmp_path, "memory=reasoningbank"))
    assert both > success > none > 0


def test_contrast_finds_what_single_extraction_cannot(tmp_path: Path) -> None:
    single = go(tmp_path, "memory=reasoningbank", kinds="maze")
    vanilla = go(tmp_path, "memory=reasoningbank", "matts=parallel_no_aggregation", "matts.k=4", kinds="maze")
    contrast = go(tmp_path, "memory=reasoningbank", "matts=parallel", "matts.k=4", kinds="maze")
    assert rate(single) == 0
    later = rows(contrast).query("position > 0")
    assert (later["score"] == 1).all()
    assert rows(vanilla).query("position > 0")["score"].mean() == 0.5


def test_the_contrast_reads_distinct_trajectories_with_the_judges_labels(tmp_path: Path) -> None:
    """The released inducer reads one trajectory k times, labels inverted, ground truth as criterion."""
    words = ("memory=reasoningbank", "matts=parallel", "matts.k=4", "runner.limit=1")
    folder = go(tmp_path, *words, kinds="maze")
    (messages,) = prompts(folder, "extract")
    evidence = messages[1]["content"]
    failure, success = evidence.split("# Attempt ")[1:]
    assert failure.startswith("1: failure (2 of the attempts") and "click('2')" in failure
    assert success.startswith("2: success (2 of the attempts") and "click('3')" in success
    (experience,) = json.loads((folder / "pool.json").read_text())["experiences"]
    assert experience["labels"] == ["failure", "success", "failure", "success"]


def test_labels_follow_the_judge_and_not_the_score(tmp_path: Path) -> None:
    words = ("memory=reasoningbank", "matts=parallel", "matts.k=2", "runner.limit=1")
    folder = go(tmp_path, *words, "judge=simulated", "judge.accuracy=0", kinds="maze")
    assert list(rows(folder)["score"]) == [0, 1]
    assert list(rows(folder)["verdict"]) == ["success", "failure"]
    (messages,) = prompts(folder, "extract")
    assert "# Attempt 1: success" in messages[1]["content"]


def test_k_rollouts_share_one_retrieval_and_leave_one_experience(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=reasoningbank", "matts=parallel", "matts.k=3", "engine.workers=3")
    frame = rows(folder)
    assert (frame.groupby("task_id")["rollout"].nunique() == 3).all()
    assert (frame.groupby("task_id")["retrieved"].nunique(dropna=False) == 1).all()
    pool = json.loads((folder / "pool.json").read_text())["experiences"]
    assert len({past["task_id"] for past in pool}) == len(pool) == 16
    calls = frame.groupby("task_id")["extract_calls"].sum()
    assert (calls == 1).all()


def test_without_aggregation_each_rollout_is_an_ordinary_episode(tmp_path: Path) -> None:
    words = ("memory=reasoningbank", "matts=parallel_no_aggregation", "matts.k=3", "runner.limit=4")
    folder = go(tmp_path, *words)
    pool = json.loads((folder / "pool.json").read_text())["experiences"]
    assert [(past["task_id"], past["rollout"]) for past in pool[:3]] == [("0", 0), ("0", 1), ("0", 2)]
    assert (rows(folder).groupby("task_id")["extract_calls"].sum() == 3).all()
    for messages in prompts(folder, "extract"):
        assert "# Attempt" not in messages[1]["content"]


def test_sequential_passes_correct_in_the_live_world_and_their_notes_are_learnt_from(tmp_path: Path) -> None:
    plain = go(tmp_path, "memory=none", kinds="gate")
    twice = go(tmp_path, "memory=none", "matts=sequential", "matts.k=2", kinds="gate")
    thrice = go(
        tmp_path, "memory=reasoningbank", "matts=sequential", "matts.k=3", "runner.limit=1", kinds="gate"
    )
    # the policy sees its mistake at the second re-examination only
    assert (rate(plain), rate(twice), rate(thrice)) == (0, 0, 1)
    task = json.loads((thrice / "tasks/0/rollout-0.json").read_text())
    assert [review["confirmed"] for review in task["reviews"]] == [True, False]
    assert [step["review"] for step in task["steps"]] == [0, 0, 2, 2]
    (messages,) = prompts(thrice, "extract")
    assert "it is still shut" in messages[1]["content"]
    assert "correction after re-examination 2" in messages[1]["content"]
    assert rows(thrice)["refine_calls"].sum() == 2


def test_sequential_without_aggregation_keeps_its_notes_to_itself(tmp_path: Path) -> None:
    words = ("memory=reasoningbank", "matts=sequential_no_aggregation", "matts.k=3", "runner.limit=1")
    (messages,) = prompts(go(tmp_path, *words, kinds="gate"), "extract")
    # the corrections are part of what happened, the re-examination is not
    assert "Notes of its" not in messages[1]["content"]
    assert "re-examin" not in messages[1]["content"] + messages[0]["content"]


def test_early_stop_ends_at_the_first_confirmation(tmp_path: Path) -> None:
    words = ("memory=none", "matts=sequential", "matts.k=4", "runner.limit=2", "matts.early_stop=true")
    assert list(rows(go(tmp_path, *words))["refine_calls"]) == [1, 1]


def test_one_run_gives_pass_at_1_best_of_n_and_the_oracle(tmp_path: Path) -> None:
    words = ("memory=none", "matts=parallel", "matts.k=4", "seed=3")
    folder = go(tmp_path, *words, kinds="maze")
    frame = rows(folder)
    assert (frame.groupby("task_id")["drawn"].sum() == 1).all()
    assert (frame.groupby("task_id")["selected"].sum() == 1).all()
    assert rate(folder, "selected") == 1.0  # the selector sees which attempt ended well
    assert 0 < rate(folder) < 1
    assert frame.groupby("task_id")["score"].mean().eq(0.5).all()
    assert frame["drawn"].eq(frame["rollout"].eq(0)).mean() < 1  # not always the first
    orders = [json.loads(path.read_text())["order"] for path in sorted(folder.glob("tasks/*/selection.json"))]
    assert len(set(map(tuple, orders))) > 3


@pytest.mark.parametrize("memory", ["none", "synapse", "awm", "reasoningbank", "raw_trajectory", "random"])
@pytest.mark.parametrize("matts", ["none", "parallel", "sequential", "parallel_no_aggregation"])
def test_every_method_runs_under_every_scaling(tmp_path: Path, memory: str, matts: str) -> None:
    k = [] if matts == "none" else ["matts.k=2"]
    folder = go(tmp_path, f"memory={memory}", f"matts={matts}", *k, "+benchmark.count=6")
    frame = rows(folder)
    assert len(frame) == 6 * (2 if matts.startswith("parallel") else 1)
    assert frame["outcome"].eq("answered").all()


@pytest.mark.parametrize("memory", ["synapse", "awm"])
def test_failures_leave_nothing_in_the_baselines_and_take_no_place(tmp_path: Path, memory: str) -> None:
    """In the released code 104 of 187 retrievals of the baselines came back empty."""
    folder = go(tmp_path, f"memory={memory}", kinds="bell")
    frame = rows(folder)
    first = frame.index[frame["verdict"] == "success"][0]
    assert frame["retrieved"][first + 1 :].notna().all()
    for past in json.loads((folder / "pool.json").read_text())["experiences"]:
        assert past["labels"] == ["success"]


def test_synapse_keeps_trajectories_without_a_model_call(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=synapse")
    assert rows(folder)["extract_calls"].sum() == 0
    texts = [past["text"] for past in json.loads((folder / "pool.json").read_text())["experiences"]]
    assert texts and all("ACTION: click('1')" in text for text in texts)
    assert not any("succeeded" in text for text in texts)


def test_raw_trajectories_come_with_their_labels(tmp_path: Path) -> None:
    pool = json.loads((go(tmp_path, "memory=raw_trajectory") / "pool.json").read_text())["experiences"]
    assert any("failed" in past["text"] for past in pool)
    assert any("succeeded" in past["text"] for past in pool)


def test_original_awm_induces_one_text_a_site_from_one_success_a_template(tmp_path: Path) -> None:
    words = (
        "memory=awm",
        "memory.frame=original",
        "judge=ground_truth",
        "memory.sources=success_and_failure",
    )
    folder = go(tmp_path, *words)
    for path in folder.glob("tasks/*/memory.json"):
        told = json.loads(path.read_text())
        assert len(told["retrieval"]["hits"]) <= 1
    longest = max(prompts(folder, "extract"), key=lambda messages: len(messages[1]["content"]))
    # a template more than once would be two gates or two bells beside the own trajectory
    assert longest[1]["content"].count("An earlier task") <= 2
    hits = [json.loads(p.read_text())["retrieval"]["hits"] for p in folder.glob("tasks/*/memory.json")]
    tasks = {task.name: int(task.name) for task in (folder / "tasks").iterdir()}
    for path in folder.glob("tasks/*/memory.json"):
        for hit in json.loads(path.read_text())["retrieval"]["hits"]:
            assert int(hit["task_id"]) % 2 == tasks[path.parent.name] % 2  # the site
    assert any(hits)


def test_original_synapse_shows_whole_conversations(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=synapse", "memory.frame=original")
    texts = [past["text"] for past in json.loads((folder / "pool.json").read_text())["experiences"]]
    assert texts and all("Observation 1:\ndone: []; shut" in text for text in texts)


def test_scope_site_retrieves_from_the_own_site_only(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=reasoningbank", "memory.scope=site")
    frame = rows(folder).dropna(subset=["retrieved"])
    assert len(frame) > 8
    assert (frame["retrieved"].astype(int) % 2 == frame["task_id"].astype(int) % 2).all()


def test_the_whole_reply_can_be_injected_instead_of_the_items(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=reasoningbank", "memory.render=reply")
    texts = [json.loads(p.read_text())["retrieval"]["text"] for p in folder.glob("tasks/*/memory.json")]
    assert any("# Memory Item 1" in text for text in texts)


def test_a_frozen_bank_is_read_and_not_written(tmp_path: Path) -> None:
    built = go(tmp_path, "memory=reasoningbank", "runner.limit=6", "run.name=train")
    before = (built / "pool.json").read_bytes()
    frozen = go(
        tmp_path, "memory=reasoningbank", "runner.protocol=frozen", f"runner.bank={built}", "run.name=test"
    )
    frame = rows(frozen)
    assert frame["retrieved"].notna().all()
    assert frame["judge_calls"].sum() == frame["extract_calls"].sum() == 0
    assert set(frame["retrieved"].astype(int)) <= set(range(6))
    assert (built / "pool.json").read_bytes() == before
    # the guard against a task's own experience holds here too
    assert (frame["retrieved"].astype(str) != frame["task_id"]).all()
    assert frame["score"].mean() == 1.0


def test_a_frozen_bank_that_changed_is_another_configuration(tmp_path: Path) -> None:
    built = go(tmp_path, "memory=reasoningbank", "runner.limit=4", "run.name=train")
    words = ("memory=reasoningbank", "runner.protocol=frozen", f"runner.bank={built}/pool.json")
    go(tmp_path, *words, "runner.limit=2")
    go(tmp_path, "memory=reasoningbank", "runner.limit=6", "run.name=train")
    with pytest.raises(UserError, match=r"runner\.bank"):
        go(tmp_path, *words, "runner.limit=2")


def test_shuffled_gives_every_query_the_items_of_another(tmp_path: Path) -> None:
    built = go(tmp_path, "memory=reasoningbank", "runner.limit=6", "run.name=train")
    words = ("runner.protocol=frozen", f"runner.bank={built}", "run.name=test")
    right = rows(go(tmp_path, "memory=reasoningbank", *words)).set_index("task_id")["retrieved"]
    wrong = rows(go(tmp_path, "memory=shuffled", *words)).set_index("task_id")["retrieved"]
    assert (right != wrong).all()
    with pytest.raises(UserError, match="already there"):
        go(tmp_path, "memory=shuffled")


def test_random_memory_does_not_follow_similarity_and_is_the_same_again(tmp_path: Path) -> None:
    one = rows(go(tmp_path / "one", "memory=random"))["retrieved"]
    two = rows(go(tmp_path / "two", "memory=random"))["retrieved"]
    other = rows(go(tmp_path / "two", "memory=random", "seed=1"))["retrieved"]
    assert one.equals(two) and not one.equals(other)
    assert not one.equals(rows(go(tmp_path, "memory=reasoningbank"))["retrieved"])


def test_a_second_seed_model_or_folder_starts_with_an_empty_bank(tmp_path: Path) -> None:
    """In the released code banks are keyed by mode and site, and the next run inherits them."""
    folders = {
        go(tmp_path, "memory=reasoningbank", *words)
        for words in ([], ["seed=1"], ["run.name=again"], ["memory.k=2"], ["memory.sources=success"])
    }
    assert len(folders) == 5
    for folder in folders:
        assert pd.isna(rows(folder)["retrieved"][0])


def test_the_memory_free_baseline_needs_no_embedder(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=none", "embedder=gemini-embedding-001", "runner.limit=1")
    assert len(rows(folder)) == 1


def test_a_reply_without_items_is_counted_and_said(tmp_path: Path) -> None:
    """In the released code any backbone but one silently writes no memory."""
    folder = go(tmp_path, "memory=reasoningbank", "runner.limit=1", kinds="bell")
    told = json.loads((folder / "tasks/0/memory.json").read_text())["extraction"]
    assert told["notes"] == ["the reply held no usable item"]
    assert json.loads((folder / "pool.json").read_text())["experiences"][0]["items"] == []
