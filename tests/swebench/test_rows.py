"""Data in all its forms, and the choice of instances."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from envs.swebench.config import SWEBenchConfig
from envs.swebench.rows import Row, load, mini, select
from reasoningbank.core.errors import UserError


def config(**keys: Any) -> SWEBenchConfig:
    return SWEBenchConfig(name="swebench", subset=keys.pop("subset", "verified"), data="data", **keys)


def chosen(sample: dict[str, Row], **keys: Any) -> list[str]:
    return [row.instance_id for row in select(list(sample.values()), config(**keys))]


def as_json(sample: dict[str, Row]) -> list[dict[str, Any]]:
    return [row.official() for row in sample.values()]


def test_the_same_rows_come_from_parquet_json_jsonl_and_a_folder(
    sample: dict[str, Row], tmp_path: Path
) -> None:
    import pandas as pd

    raw = as_json(sample)
    (tmp_path / "data").mkdir()
    pd.DataFrame(raw).to_parquet(tmp_path / "data" / "test-00000-of-00001.parquet")
    (tmp_path / "rows.json").write_text(json.dumps(raw))
    (tmp_path / "rows.jsonl").write_text("\n".join(json.dumps(row) for row in raw) + "\n")
    expected = list(sample.values())
    for source in (tmp_path, tmp_path / "rows.json", tmp_path / "rows.jsonl"):
        assert load(str(source)) == expected


def test_rows_from_before_swebench_5_are_refused_with_the_reason_and_the_remedy(
    sample: dict[str, Row], tmp_path: Path
) -> None:
    old = [{k: v for k, v in row.items() if k not in ("image", "eval_script")} for row in as_json(sample)]
    (tmp_path / "old.json").write_text(json.dumps(old))
    with pytest.raises(UserError) as refused:
        load(str(tmp_path / "old.json"))
    assert "before swebench 5" in refused.value.what and "image, eval_script" in refused.value.what
    assert "newest revision" in refused.value.remedy


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("rows.csv", "a,b", "no format"),
        ("rows.json", "{", "cannot be read"),
        ("rows.jsonl", "", "no instances"),
        (
            "rows.json",
            '[{"image": 1, "eval_script": "", "log_parser": "", "eval_type": ""}]',
            "not an instance",
        ),
    ],
)
def test_a_file_that_is_no_data_is_the_users_mistake(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UserError, match=words):
        load(str(tmp_path / name))


def test_a_path_that_does_not_exist_is_not_asked_of_the_hub() -> None:
    with pytest.raises(UserError, match="no such file"):
        load("./missing/rows.parquet")


def test_instances_are_chosen_by_id_repository_expression_and_slice(sample: dict[str, Row]) -> None:
    everything = list(sample)
    assert chosen(sample) == everything
    assert chosen(sample, ids=("sample__paging-2",)) == ["sample__paging-2"]
    assert chosen(sample, repos=("sample/ledger",)) == ["sample__ledger-1", "sample__ledger-3"]
    assert chosen(sample, match="-[45]$") == everything[3:]
    assert chosen(sample, slice="1:3") == everything[1:3]
    assert chosen(sample, repos=("sample/ledger",), slice="-1:") == ["sample__ledger-3"]


def test_an_unknown_id_and_a_filter_that_leaves_nothing_are_refused(sample: dict[str, Row]) -> None:
    with pytest.raises(UserError, match="sample__ledgr-1"):
        chosen(sample, ids=("sample__ledgr-1",))
    with pytest.raises(UserError, match="no instance is left"):
        chosen(sample, subset="mini")


def test_the_mini_set_has_fifty_instances_of_two_repositories() -> None:
    assert len(mini()) == 50
    assert {name.rpartition("-")[0] for name in mini()} == {"django__django", "sphinx-doc__sphinx"}


def test_a_wrong_expression_or_slice_is_refused_by_the_configuration() -> None:
    for key, value in (("match", "("), ("slice", "first ten")):
        with pytest.raises(ValueError, match="not a"):
            config(**{key: value})


def test_a_row_is_another_when_its_tests_change(ledger: Row) -> None:
    assert ledger.model_copy(update={"FAIL_TO_PASS": "[]"}).fingerprint != ledger.fingerprint
    assert ledger.model_copy(update={"hints_text": "x"}).fingerprint == ledger.fingerprint
