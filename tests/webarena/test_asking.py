"""A child that asks its parent in the middle of a call."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from envs.process import IsolatedEnvironment, TimeLimits, ask
from reasoningbank.core.errors import FatalModelError, InfrastructureError
from reasoningbank.core.types import Task
from reasoningbank.llm.context import bind, scope

from .asking import Asking

TASK = Task("0", "", "q")
Start = Callable[..., IsolatedEnvironment]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[IsolatedEnvironment] = []

    def make(answer: Callable[[Any], Any] | None, **limits: float) -> IsolatedEnvironment:
        environment = IsolatedEnvironment(Asking, TimeLimits(**limits), answer)
        started.append(environment)
        environment.reset(TASK)
        return environment

    yield make
    for environment in started:
        environment.close()


def test_each_question_gets_its_answer(start: Start) -> None:
    assert start(str.upper).step("one two three").text == "ONE TWO THREE"


def test_the_time_in_the_model_is_not_counted_against_the_limit(start: Start) -> None:
    def slow(word: str) -> str:
        time.sleep(1.5)
        return word

    assert start(slow, step=1.0).step("a b").text == "a b"


def test_but_the_childs_own_time_is(start: Start) -> None:
    environment = start(str.upper, step=1.0)
    with pytest.raises(InfrastructureError, match="longer than 1 s"):
        environment.step("sleep")


@pytest.mark.parametrize("error", [FatalModelError("no quota", "key", "pay"), InfrastructureError("outage")])
def test_a_failing_answer_leaves_the_call_as_it_is(start: Start, error: Exception) -> None:
    def fail(word: str) -> str:
        raise error

    environment = start(fail)
    with pytest.raises(type(error)) as raised:
        environment.step("a")
    assert raised.value is error
    # the child that was left asking is gone, and a fresh one works
    assert environment.pid is None
    assert environment.reset(TASK).text == "ready"


def test_the_answer_is_given_where_the_call_was_made(start: Start) -> None:
    """So that the ledger books it on the right task."""
    seen: list[tuple[str, int | None, int]] = []

    def note(word: str) -> str:
        seen.append((scope().task, scope().rollout, threading.get_ident()))
        return word

    environment = start(note)
    with bind("42", 3):
        environment.step("a")
    assert seen == [("42", 3, threading.get_ident())]


def test_without_an_answerer_a_question_is_an_infrastructure_error(start: Start) -> None:
    with pytest.raises(InfrastructureError, match="nobody is there to answer"):
        start(None).step("a")
    with pytest.raises(InfrastructureError, match="nobody is there to answer"):
        ask("in no child at all")
