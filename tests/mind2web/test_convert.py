"""Data as users have them: checked, converted once, and a clear word for whatever is wrong."""

from __future__ import annotations

import gzip
import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from envs.mind2web import convert, scores
from envs.mind2web.benchmark import Mind2Web
from envs.mind2web.convert import Size, converted
from envs.mind2web.files import records
from envs.mind2web.store import Store
from reasoningbank.core.errors import UserError
from tests.mind2web.dataset import action, button, config, page, task, write

OTHERS = ["21", "22", "23", "24", "25", "26"]
ONE = [task("t1", [action("u1", ["11"], OTHERS)])]


def refused(folder: Path, split: str = "sample") -> str:
    with pytest.raises(UserError) as caught:
        converted(folder, split)
    assert caught.value.what and caught.value.where and caught.value.remedy
    return str(caught.value)


def test_a_converted_split_holds_what_the_files_hold(tmp_path: Path) -> None:
    steps = [action("u1", ["11"], OTHERS, "TYPE", "x"), action("u2", [], OTHERS)]
    folder = write(tmp_path / "d", [task("t2", steps), *ONE], {"t2_u1": dict.fromkeys(["11", *OTHERS], 0)})
    store = Store(converted(folder, "sample"))
    assert [(t.id, t.website, t.steps) for t in store.tasks()] == [("t2", "shop", 2), ("t1", "shop", 1)]
    first, second = store.steps("t2")
    assert str(first.target) == "TYPE [11] [x]" and first.positives == (("11", 0),)
    assert [id for id, _ in first.negatives] == OTHERS  # equal ranks keep the file's order
    assert second.positives == () and str(second.target) == "CLICK []"
    assert store.html("t2", 0) == steps[0]["cleaned_html"]


def test_files_are_read_once_and_again_when_they_change(tmp_path: Path) -> None:
    folder, lines = write(tmp_path / "d", ONE), list[str]()
    first = converted(folder, "sample", lines.append)
    assert converted(folder, "sample", lines.append) == first and len(lines) == 2
    write(folder, [task("t9", [action("u1", ["11"], OTHERS)])])
    os.utime(folder / "sample" / "sample_0.json", ns=(1, 1))
    assert [t.id for t in Store(converted(folder, "sample")).tasks()] == ["t9"]


def test_a_page_is_pruned_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(converted(write(tmp_path / "d", ONE), "sample"))
    first = store.page("t1", 0, ["11", "21"])
    monkeypatch.setattr("envs.mind2web.store.Page", None)
    assert Store(store._path).page("t1", 0, ["11", "21"]) == first


def test_files_are_taken_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", ONE, {f"t{n}_u1": dict.fromkeys(["11", *OTHERS], 0) for n in (2, 10)})
    for n in (10, 2):
        (folder / "sample" / f"sample_{n}.json").write_text(json.dumps([task(f"t{n}", ONE[0]["actions"])]))
    assert [t.id for t in Store(converted(folder, "sample")).tasks()] == ["t1", "t2", "t10"]


# what is missing


def test_no_folder(tmp_path: Path) -> None:
    assert "make data-mind2web" in refused(tmp_path / "nowhere" / "at all")


def test_no_split(tmp_path: Path) -> None:
    assert "test_task has no JSON files" in refused(write(tmp_path / "d", ONE), "test_task")


def test_no_scores(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "scores_all_data.pkl").unlink()
    assert "scores are missing: scores_all_data.pkl" in refused(folder)


def test_a_step_that_the_score_file_does_not_know(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "sample" / "sample_0.json").write_text(json.dumps([task("t2", ONE[0]["actions"])]))
    assert "does not know task t2, step 1 (u1)" in refused(folder)


def test_scores_made_for_other_ids(tmp_path: Path) -> None:
    said = refused(write(tmp_path / "d", ONE, {"t1_u1": {"11": 0, "21": 1}}))
    assert "5 candidates have no rank (the first is 22): task t1, step 1 (u1)" in said


def test_a_candidate_that_is_not_on_its_page(tmp_path: Path) -> None:
    lame = action("u1", ["11"], OTHERS, html=page([button(id) for id in OTHERS]))
    assert "element 11 is not on its page: task t1, step 1" in refused(
        write(tmp_path / "d", [task("t1", [lame])])
    )


# what is another set, or damaged


def test_a_split_of_another_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "d", ONE, split="test_task")
    assert "holds 1 tasks with 1 steps; Mind2Web has 252 with 2094" in refused(folder, "test_task")
    monkeypatch.setitem(convert.MULTIMODAL, "test_task", 1)
    assert "as many as Multimodal-Mind2Web has" in refused(folder, "test_task")
    monkeypatch.setitem(convert.SIZES, "test_task", Size(1, 1))
    assert converted(folder, "test_task").exists()


def test_multimodal_rows_are_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", ONE)
    row = {**ONE[0]["actions"][0], "annotation_id": "t1", "screenshot": "x", "action_reprs": []}
    (folder / "sample" / "sample_0.json").write_text(json.dumps([row]))
    assert "Multimodal-Mind2Web" in refused(folder)


def test_multimodal_files_are_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "data").mkdir()
    (folder / "data" / "test_task-00000-of-00003.parquet").touch()
    assert "Multimodal-Mind2Web" in refused(folder, "test_task")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"confirmed_task": None}, "confirmed_task"),
        ({"actions": []}, "0 actions and 1 descriptions"),
        ({"action_reprs": []}, "1 actions and 0 descriptions"),
        ({"actions": [{**ONE[0]["actions"][0], "operation": {"op": "HOVER"}}]}, "actions.0.operation.op"),
        ({"actions": [{**ONE[0]["actions"][0], "cleaned_html": "<p>"}]}, "cannot be parsed"),
    ],
)
def test_a_task_that_is_not_as_it_should_be(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "sample" / "sample_0.json").write_text(json.dumps([{**ONE[0], **change}]))
    assert said in refused(folder)


def test_a_task_that_is_there_twice(tmp_path: Path) -> None:
    assert "task t1 is there twice" in refused(write(tmp_path / "d", [*ONE, *ONE]))


@pytest.mark.parametrize(
    "content", [b"", b"[", b'[{"a": 1}, {"b"', b'{"a": 1}', b"PK\x03\x04", b'[{"a": "\xff"}]']
)
def test_a_file_that_is_cut_or_no_array(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f.json").write_bytes(content)
    with pytest.raises(UserError, match="damaged or incomplete"):
        list(records(tmp_path / "f.json"))


def test_nothing_half_made_is_left(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", [*ONE, *ONE])
    refused(folder)
    left = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and "splits" in path.parts]
    assert [path.suffix for path in left] == [".lock"]


def test_records_are_read_across_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("envs.mind2web.files.CHUNK", 7)
    values: list[Any] = [{"a": "ü" * 50}, [], {"b": [1, 2, {"c": "]"}]}, "x", {}]
    path = tmp_path / "r.json.gz"
    path.write_bytes(gzip.compress(json.dumps(values, indent=1, ensure_ascii=False).encode()))
    assert list(records(path)) == values


# the score file


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("touch /tmp/owned-by-a-pickle",)


class Builtin:
    def __reduce__(self) -> Any:
        return eval, ("__import__('os').getcwd()",)


@pytest.mark.parametrize("evil", [Evil(), Builtin()])
def test_a_malicious_pickle_does_nothing(tmp_path: Path, evil: Any) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "scores_all_data.pkl").write_bytes(pickle.dumps({"ranks": {"t1_u1": evil}}))
    said = refused(folder)
    assert "cannot be read" in said and "malicious" in said
    assert not Path("/tmp/owned-by-a-pickle").exists()


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_numpy_numbers_are_read_without_numpy(tmp_path: Path, protocol: int) -> None:
    import numpy as np

    path = tmp_path / "s.pkl"
    held = {
        "scores": {"s": {"1": np.float32(0.5), "2": np.float64(-2.5)}},
        "ranks": {"s": {"1": np.int64(7)}},
    }
    path.write_bytes(pickle.dumps(held, protocol))
    assert scores.load(path) == {"scores": {"s": {"1": 0.5, "2": -2.5}}, "ranks": {"s": {"1": 7}}}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a pickle",
        pickle.dumps([1]),
        pickle.dumps({"scores": {}}),
        pickle.dumps({"ranks": {"s": 3}}),
    ],
)
def test_a_damaged_score_file(tmp_path: Path, content: bytes) -> None:
    folder = write(tmp_path / "d", ONE)
    (folder / "scores_all_data.pkl").write_bytes(content)
    assert "score" in refused(folder)


# the benchmark


def test_tasks_hold_no_answer(tmp_path: Path) -> None:
    benchmark = Mind2Web(config(write(tmp_path / "d", ONE)))
    benchmark.check()
    (only,) = benchmark.tasks()
    assert (only.id, only.subset, only.query, only.family, only.site) == (
        "t1",
        "sample",
        "Do it",
        "shop",
        "shop",
    )
    assert "Gold" not in repr(only)


def test_the_hash_follows_the_content_alone(tmp_path: Path) -> None:
    one = Mind2Web(config(write(tmp_path / "a", ONE))).dataset_hash
    same = Mind2Web(config(write(tmp_path / "b", ONE))).dataset_hash
    other = [task("t1", [action("u1", ["11"], OTHERS, "TYPE", "x")])]
    assert one == same != Mind2Web(config(write(tmp_path / "c", other))).dataset_hash


def test_the_folder_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(convert.SIZES, "test_task", Size(1, 1))
    monkeypatch.setenv("MIND2WEB_DATA", str(write(tmp_path / "d", ONE, split="test_task")))
    assert len(Mind2Web(config(subset="test_task")).tasks()) == 1


def test_train_visits_come_from_the_nearest_kind(tmp_path: Path) -> None:
    train = [
        task("a", [action("u1", ["11"], OTHERS, "TYPE", "x")], "Same site"),
        task("b", [action("u1", ["11"], OTHERS)], "Same kind", website="other"),
        task("c", [action("u1", ["11"], OTHERS)], "Another", website="far", domain="Travel"),
    ]
    tasks = [task(f"t{i}", ONE[0]["actions"], website=w) for i, w in enumerate(["shop", "third"])]
    tasks.append(task("t3", ONE[0]["actions"], website="x", domain="Info"))
    benchmark = Mind2Web(config(write(tmp_path / "d", tasks, train=train)))
    same, kind, any_ = ([v.split("\n")[0] for v in benchmark.exemplars(t)] for t in benchmark.tasks())
    assert same == ["Task: Same site"] and kind == ["Task: Same site", "Task: Same kind"] and len(any_) == 3
    assert benchmark.exemplars(benchmark.tasks()[0])[0] == "Task: Same site\n[button] Gold u1 -> TYPE: x"
    whole = benchmark.exemplars(benchmark.tasks()[0], pages=True)[0]
    assert "Page: <html>" in whole and "Action: `TYPE [11] [x]` ([button] Gold u1 -> TYPE: x)" in whole
