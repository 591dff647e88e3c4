"""The bank: who may be retrieved, in which order, and what a pool is bound to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Experience, Label, MemoryItem, Task
from reasoningbank.embed.hashed import HashedEmbedder
from reasoningbank.memory.bank import Bank

ITEM = MemoryItem("t", "d", "c")


def _past(task_id: str, query: str, wave: int = 0, items: int = 1) -> Experience:
    return Experience(task_id, query, (Label.SUCCESS,), (ITEM,) * items, wave=wave)


def _bank(*experiences: Experience) -> Bank:
    bank = Bank(HashedEmbedder())
    bank.append(experiences)
    return bank


def _found(bank: Bank, query: str, k: int = 1, task_id: str = "new", wave: int = 9) -> list[str]:
    return [past.task_id for past, _ in bank.search(Task(task_id, "", query), k, wave)]


def test_the_most_similar_query_comes_first() -> None:
    bank = _bank(_past("a", "cheapest tent"), _past("b", "write a review"), _past("c", "cheapest green tent"))
    assert _found(bank, "the cheapest tent", k=3) == ["a", "c", "b"]


def test_a_hollow_experience_takes_no_place() -> None:
    """In the released code failures that left nothing empty most of the retrievals."""
    bank = _bank(_past("hollow", "cheapest tent", items=0), _past("b", "a tent"))
    assert _found(bank, "cheapest tent") == ["b"]


def test_a_task_never_retrieves_itself() -> None:
    bank = _bank(_past("same", "cheapest tent"), _past("b", "a mug"))
    assert _found(bank, "cheapest tent", task_id="same") == ["b"]


def test_nothing_of_the_own_wave_or_a_later_one_is_seen() -> None:
    bank = _bank(_past("a", "x", wave=0), _past("b", "cheapest tent", wave=1), _past("c", "tent", wave=2))
    assert _found(bank, "cheapest tent", wave=1) == ["a"]


def test_ties_go_to_the_earlier_experience() -> None:
    bank = _bank(*(_past(str(i), "same words") for i in range(50)))
    assert _found(bank, "same words", k=3) == ["0", "1", "2"]


def test_k_zero_and_an_empty_bank_give_nothing() -> None:
    assert _found(_bank(_past("a", "x")), "x", k=0) == []
    assert _found(_bank(), "x") == []


def test_a_restored_bank_answers_the_same() -> None:
    bank = _bank(_past("a", "cheapest tent"), _past("b", "write a review"))
    other = Bank(HashedEmbedder())
    other.restore(bank.snapshot())
    assert other.experiences == bank.experiences
    assert _found(other, "review", k=2) == _found(bank, "review", k=2)


@pytest.mark.parametrize("change", [{"schema": 0}, {"embedder": "another"}])
def test_a_pool_of_another_schema_or_embedder_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(UserError):
        _bank().restore({**_bank(_past("a", "x")).snapshot(), **change})


@given(st.lists(st.text(alphabet="abc ", min_size=1), min_size=1, max_size=30), st.integers(1, 5))
def test_search_agrees_with_the_plain_definition(queries: list[str], k: int) -> None:
    embedder = HashedEmbedder()
    bank = _bank(*(_past(str(i), query) for i, query in enumerate(queries)))
    vectors, wanted = embedder.embed(queries), embedder.embed(["a b"])[0]
    expected = np.argsort(-(vectors @ wanted), kind="stable")[:k]
    assert _found(bank, "a b", k=k) == [str(i) for i in expected]
