"""A recorded run replays without a network, in any order of threads, and fails clearly otherwise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from reasoningbank.core.errors import FatalModelError, ModelRefusal, UserError
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Purpose
from reasoningbank.llm import CheckedLLM, build_llm
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.context import bind

from . import server as s
from .conftest import ask, config_for
from .server import Server


class Counting:
    """A policy whose answers to one request differ from call to call, as a sampled model's do."""

    def __init__(self) -> None:
        self.calls = 0

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        self.calls += 1
        return f"{messages[-1]['content']} #{self.calls}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "cassette.jsonl"


def recording(path: Path, policy: Counting | None = None, seed: int = 0) -> CheckedLLM:
    config = LLMConfig(provider="scripted", record=str(path))
    return build_llm(config, seed=seed, policy=policy or Counting())


def replaying(path: Path, seed: int = 0) -> CheckedLLM:
    return build_llm(LLMConfig(provider="replay", cassette=str(path)), seed=seed)


def act(llm: LLM, text: str = "hi", task: str = "t", rollout: int = 0) -> str:
    with bind(task, rollout):
        return llm.complete(ask(text), purpose=Purpose.ACT, sample=rollout).text


def test_replay_does_not_depend_on_the_order_of_calls(path: Path) -> None:
    live = recording(path)
    said = {(t, r): act(live, "same page", t, r) for t in "abc" for r in range(3)}
    again = replaying(path)
    assert {key: act(again, "same page", *key) for key in reversed(said)} == said


def test_identical_requests_of_one_rollout_are_told_apart_by_counting(path: Path) -> None:
    def twice(llm: LLM) -> list[str]:
        with bind("t", 0):
            return [llm.complete(ask(), purpose=Purpose.ACT).text for _ in range(2)]

    live = twice(recording(path))
    assert live[0] != live[1]
    assert twice(replaying(path)) == live


def test_a_rollout_that_was_recorded_twice_replays_its_last_pass(path: Path) -> None:
    """A run killed in a task and resumed: only the second pass was committed."""
    policy = Counting()
    act(recording(path, policy))
    last = act(recording(path, policy))
    assert act(replaying(path)) == last


def test_a_reply_from_a_cassette_is_marked_and_costs_nothing(path: Path, server: Server) -> None:
    live = build_llm(config_for(server, record=str(path), price={"input": 1.0, "output": 1.0}), seed=0)
    first = live.complete(ask(), purpose=Purpose.ACT)
    llm = replaying(path)
    again = llm.complete(ask(), purpose=Purpose.ACT)
    assert first.usage.cost and (again.cached, again.usage.cost) == (True, 0.0)
    assert (again.text, again.model) == (first.text, first.model)
    assert "openai/loopback" in llm.name and "replay" in llm.label


def test_refusals_are_replayed_and_outages_are_not_recorded(path: Path, server: Server) -> None:
    server.orders = [s.OVERFLOW]
    live = build_llm(config_for(server, record=str(path)), seed=0)
    with pytest.raises(ModelRefusal) as first:
        live.complete(ask(), purpose=Purpose.ACT)
    with pytest.raises(ModelRefusal) as again:
        replaying(path).complete(ask(), purpose=Purpose.ACT)
    assert str(first.value) == str(again.value)
    server.orders = [s.NO_MODEL]
    with pytest.raises(FatalModelError):
        live.complete(ask("second"), purpose=Purpose.ACT)
    assert len(path.read_text().splitlines()) == 1


def test_a_missing_request_fails_at_once_and_shows_the_nearest_as_a_diff(path: Path) -> None:
    live = recording(path)
    act(live, "first line\nthe price is 5\nlast line")
    act(live, "something else altogether")
    with pytest.raises(FatalModelError) as caught:
        act(replaying(path), "first line\nthe price is 7\nlast line")
    shown = str(caught.value)
    assert "-the price is 5" in shown and "+the price is 7" in shown
    assert "something else" not in shown
    assert "llm.record" in shown


@pytest.mark.parametrize("change", ["seed", "rollout"])
def test_another_seed_or_rollout_is_another_request(path: Path, change: str) -> None:
    act(recording(path))
    llm = replaying(path, seed=1 if change == "seed" else 0)
    with pytest.raises(FatalModelError, match=change):
        act(llm, rollout=1 if change == "rollout" else 0)


def test_a_line_torn_by_a_crash_spoils_nothing(path: Path) -> None:
    first = act(recording(path), "a")
    with path.open("a") as file:
        file.write('{"model": "scripted", "requ')
    second = act(recording(path), "b")
    llm = replaying(path)
    assert (act(llm, "a"), act(llm, "b")) == (first, second)


def test_replay_of_one_model_ignores_the_others(path: Path) -> None:
    act(recording(path))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[0] |= {"model": "other"}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    llm = build_llm(LLMConfig(provider="replay", cassette=str(path), model="scripted"), seed=0)
    with pytest.raises(FatalModelError):
        act(llm)


def test_a_missing_cassette_is_the_users_to_mend(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cassette"):
        replaying(tmp_path / "none.jsonl")
