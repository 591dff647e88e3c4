"""MiniWoB++ in a real Chromium: its own pages, its own reward, through BrowserGym."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from envs.miniwob.benchmark import MiniWob, MiniWobConfig
from envs.miniwob.session import PUBLIC_URL, MiniWobSession
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Environment
from reasoningbank.core.types import Task

NO_MODEL: Any = None  # MiniWoB has no fuzzy evaluator


def benchmark(subset: str) -> MiniWob:
    return MiniWob(MiniWobConfig.model_validate({"name": "miniwob", "subset": subset, "max_steps": 10}))


@pytest.fixture(scope="module")
def environment() -> Iterator[Environment]:
    running = benchmark("easy").environment(0, NO_MODEL)
    yield running
    running.close()


@pytest.fixture(scope="module")
def session() -> Iterator[MiniWobSession]:
    """In this process, so that a test can ask the page what it wants."""
    running = MiniWobSession()
    yield running
    running.close()


def task(kind: str, seed: int = 0) -> Task:
    return next(t for t in benchmark("all").tasks() if t.id == f"{kind}.{seed}")


def bid(page: str, role: str, name: str) -> str:
    found = re.search(rf"\[(\w+)\] {role} '{re.escape(name)}'", page)
    assert found, f"no {role} {name!r} in {page}"
    return found[1]


def test_a_task_says_what_its_page_asks_for_and_nothing_of_the_answer() -> None:
    for one in benchmark("all").tasks():
        assert one.query.strip()
        assert one.family
        assert one.site == "miniwob"


def test_subsets_nest_and_ids_are_unique() -> None:
    ids = {name: [t.id for t in benchmark(name).tasks()] for name in ("smoke", "easy", "all")}
    assert set(ids["smoke"]) < set(ids["easy"]) < set(ids["all"])
    assert all(len(set(listed)) == len(listed) for listed in ids.values())
    assert 12 <= len(ids["smoke"]) <= 16
    assert len({t.family for t in benchmark("all").tasks()}) == 125


def test_the_smoke_stream_meets_each_kind_again_so_that_a_lesson_can_help() -> None:
    families = [t.family for t in benchmark("smoke").tasks()]
    assert all(families.count(kind) >= 2 for kind in families)
    assert families[0] in families[2:]


def test_there_is_no_scripted_policy_and_the_error_names_what_to_choose() -> None:
    with pytest.raises(UserError, match="no scripted policy"):
        benchmark("smoke").policy()


@pytest.mark.parametrize(
    ("action", "good"),
    [("click('13')", True), ("fill('7', 'a, (b)')", True), ("fly('13')", False), ("click(", False)],
)
def test_actions_are_checked_by_browsergyms_own_parser(action: str, good: bool) -> None:
    assert (benchmark("easy").parse_action(action) is None) is good


@pytest.mark.browser
def test_the_right_action_is_rewarded_and_ends_the_task(environment: Environment) -> None:
    page = environment.reset(task("click-button")).text
    wanted = re.findall(r'"([^"]*)" button', task("click-button").query)[0]
    seen = environment.step(f"click('{bid(page, 'button', wanted)}')")
    assert seen.terminated
    score = environment.score()
    assert score.success
    assert 0 < score.metrics["raw_reward"] <= 1


@pytest.mark.browser
def test_a_wrong_action_is_not_rewarded(environment: Environment) -> None:
    page = environment.reset(task("click-button")).text
    wanted = re.findall(r'"([^"]*)" button', task("click-button").query)[0]
    other = next(name for name in re.findall(r"button '([^']*)'", page) if name != wanted)
    assert environment.step(f"click('{bid(page, 'button', other)}')").terminated
    score = environment.score()
    assert not score.success
    assert score.metrics["raw_reward"] == -1


@pytest.mark.browser
def test_a_form_is_scored_when_it_is_submitted_not_before(environment: Environment) -> None:
    page = environment.reset(task("enter-text")).text
    text = re.findall(r'"([^"]*)"', task("enter-text").query)[0]
    seen = environment.step(f"fill('{bid(page, 'textbox', '')}', '{text}')")
    assert not seen.terminated
    assert environment.step(f"click('{bid(seen.text, 'button', 'Submit')}')").terminated
    assert environment.score().success


@pytest.mark.browser
def test_an_unfinished_task_scores_nothing(environment: Environment) -> None:
    environment.reset(task("enter-text"))
    assert not environment.score().success


@pytest.mark.browser
def test_an_action_that_cannot_be_done_is_told_and_ends_nothing(environment: Environment) -> None:
    environment.reset(task("enter-text"))
    seen = environment.step("click('9999')")
    assert "9999" in seen.error
    assert not seen.terminated


@pytest.mark.browser
def test_the_same_task_is_the_same_page_and_hides_the_port(environment: Environment) -> None:
    first, second = (environment.reset(task("click-option", 2)) for _ in range(2))
    assert first.text == second.text
    assert first.url == second.url
    assert first.url.startswith(PUBLIC_URL)


@pytest.mark.browser
def test_the_shipped_goals_are_what_the_pages_say(session: MiniWobSession) -> None:
    smoke = benchmark("smoke").tasks()
    others = benchmark("all").tasks()[::23]
    for one in (*smoke, *others):
        session.reset(one)
        assert session.goal() == one.query, one.id
