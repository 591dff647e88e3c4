"""Subsets, splits and the sites that they need."""

from __future__ import annotations

from pathlib import Path

import pytest

import envs.pocketarena.subsets as subsets
from envs.pocketarena.benchmark import PocketArena, PocketArenaConfig
from envs.pocketarena.subsets import LISTS, load_configs, sites_of
from reasoningbank.core.errors import UserError


def _benchmark(subset: str, split: str = "all") -> PocketArena:
    given = {"name": "pocketarena", "subset": subset, "split": split, "max_steps": 30}
    return PocketArena(PocketArenaConfig.model_validate(given))


def test_smoke_keeps_its_twelve_tasks() -> None:
    ids = [task.id for task in _benchmark("smoke").tasks()]
    assert ids == ["0", "1", "2", "4", "18", "19", "20", "22", "36", "37", "38", "40"]


def test_all_is_every_list_in_the_order_of_the_numbers() -> None:
    ids = [config["task_id"] for config in load_configs("all")]
    assert ids == sorted(ids)
    assert sorted(c["task_id"] for name in LISTS for c in load_configs(name)) == ids
    assert len(ids) >= 200


@pytest.mark.parametrize("subset", [*LISTS, "all"])
def test_the_halves_of_the_split_are_disjoint_and_share_every_family(subset: str) -> None:
    train, test = (_benchmark(subset, split).tasks() for split in ("train", "test"))
    assert {t.id for t in train} | {t.id for t in test} == {t.id for t in _benchmark(subset).tasks()}
    assert not {t.id for t in train} & {t.id for t in test}
    assert {t.family for t in train} == {t.family for t in test}
    assert len(train) >= len(test) > 0


def test_a_split_is_the_same_in_its_list_and_among_all() -> None:
    for split in ("train", "test"):
        among_all = {config["task_id"] for config in load_configs("all", split)}
        assert among_all == {c["task_id"] for name in LISTS for c in load_configs(name, split)}


@pytest.mark.parametrize(
    ("subset", "sites"),
    [
        ("shopping", ("shopping",)),
        ("smoke", ("shopping",)),
        ("admin", ("shopping_admin",)),
        ("reddit", ("reddit",)),
        ("multi", ("reddit", "shopping")),
    ],
)
def test_only_the_sites_that_a_subset_needs(subset: str, sites: tuple[str, ...]) -> None:
    assert sites_of(load_configs(subset)) == sites


def test_a_list_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subsets, "TASK_FOLDER", tmp_path)
    with pytest.raises(UserError, match="no tasks for 'admin'"):
        _benchmark("admin")


def test_the_dataset_hash_differs_between_lists() -> None:
    assert len({_benchmark(subset).dataset_hash for subset in (*LISTS, "all")}) == len(LISTS) + 1
