"""One line a call, whatever happens to it; and the limits that the lines add up to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from reasoningbank.core.errors import BudgetExceeded, ModelRefusal, UserError
from reasoningbank.core.types import Purpose, Usage
from reasoningbank.llm.budget import Budget, BudgetedLLM, RunBudget
from reasoningbank.llm.context import at_step, bind
from reasoningbank.llm.ledger import LedgeredLLM
from reasoningbank.llm.scripted import ScriptedLLM

from . import server as s
from .conftest import FakeClock, Make, ask
from .server import Server
from .test_cassette import Counting

PRICE = {"input": 1.0, "output": 1.0}


def test_a_line_says_where_what_and_how_much(server: Server, make: Make) -> None:
    lines: list[dict[str, Any]] = []
    server.orders = [s.RATE_LIMIT_7S, s.reply(""), s.reply("yes", prompt=7, output=3)]
    llm = LedgeredLLM(make(price=PRICE), lines.append)
    with bind("task-1", 2):
        at_step(4)
        llm.complete(ask(), purpose=Purpose.ACT, sample=2)
    (line,) = lines
    assert (line["task_id"], line["rollout"], line["step"], line["sample"]) == ("task-1", 2, 4, 2)
    assert (line["purpose"], line["model"], line["version"]) == ("act", "openai/loopback", "loopback-2026-01")
    assert (line["input_tokens"], line["output_tokens"]) == (17, 8)
    assert line["cost"] == pytest.approx(25 / 1e6)
    assert (line["retries"], line["retry_reasons"]) == (2, {"rate_limit": 1, "empty": 1})
    assert line["waited_s"] >= 7 and line["latency_s"] > 0
    assert (line["cache_hit"], line["error"]) == (False, "")


def test_a_failed_call_is_booked_with_what_it_cost(server: Server, make: Make) -> None:
    lines: list[dict[str, Any]] = []
    server.orders = [s.reply("", finish="content_filter", prompt=50, output=0)]
    with pytest.raises(ModelRefusal):
        LedgeredLLM(make(), lines.append).complete(ask(), purpose=Purpose.JUDGE)
    assert (lines[0]["error"], lines[0]["input_tokens"]) == ("ModelRefusal", 50)
    assert lines[0]["task_id"] == "" and lines[0]["rollout"] is None


def test_a_call_that_is_interrupted_is_booked_as_such() -> None:
    class Interrupted(Counting):
        def reply(self, messages: Any, purpose: Purpose, sample: int) -> str:
            raise KeyboardInterrupt

    lines: list[dict[str, Any]] = []
    with pytest.raises(KeyboardInterrupt):
        LedgeredLLM(ScriptedLLM(Interrupted()), lines.append).complete(ask(), purpose=Purpose.ACT)
    assert lines[0]["error"] == "KeyboardInterrupt"


def test_threads_book_under_their_own_rollout() -> None:
    lines: list[dict[str, Any]] = []
    llm = LedgeredLLM(ScriptedLLM(Counting()), lines.append)

    def rollout(i: int) -> None:
        with bind(f"t{i}", i):
            for step in range(5):
                at_step(step)
                llm.complete(ask(f"{i}/{step}"), purpose=Purpose.ACT, sample=i)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(rollout, range(64)))
    assert len(lines) == 320
    assert {(line["task_id"], line["rollout"], line["step"]) for line in lines} == {
        (f"t{i}", i, step) for i in range(64) for step in range(5)
    }
    assert all(line["cost"] == 0.0 and line["model"] == "scripted" for line in lines)


def test_an_inner_binding_ends_with_its_block() -> None:
    lines: list[dict[str, Any]] = []
    llm = LedgeredLLM(ScriptedLLM(Counting()), lines.append)
    with bind("outer", 0):
        with bind("inner"):
            llm.complete(ask(), purpose=Purpose.EXTRACT)
        llm.complete(ask(), purpose=Purpose.ACT)
    at_step(3)  # nothing is bound: it must not leak into later calls
    llm.complete(ask(), purpose=Purpose.ACT)
    assert [(line["task_id"], line["step"]) for line in lines] == [
        ("inner", None),
        ("outer", None),
        ("", None),
    ]


def test_each_limit_of_a_rollout_ends_it_before_the_next_call(clock: FakeClock) -> None:
    for limits in ({"max_tokens": 10}, {"max_cost": 0.0}, {"max_seconds": 5.0}):
        policy = Counting()
        budget = Budget(**limits, clock=clock)
        llm = BudgetedLLM(ScriptedLLM(policy), budget)
        if "max_cost" not in limits:
            llm.complete(ask("long enough" * 10), purpose=Purpose.ACT)
        clock.now += 5
        calls = policy.calls
        with pytest.raises(BudgetExceeded):
            llm.complete(ask(), purpose=Purpose.ACT)
        assert policy.calls == calls


def test_without_limits_nothing_ends() -> None:
    budget = Budget(run=RunBudget(None))
    budget.add(Usage(10**9, 10**9, cost=None))
    budget.check()


def test_the_runs_cost_counts_all_purposes_and_earlier_processes() -> None:
    run = RunBudget(1.0, spent=0.4)
    budget = Budget(run=run)
    budget.check()
    run.add(0.6)  # a judge's call, say
    with pytest.raises(BudgetExceeded, match=r"\$1.00"):
        budget.check()


def test_a_cost_limit_with_an_unknown_price_is_refused_not_ignored() -> None:
    with pytest.raises(UserError, match=r"llm\.price"):
        RunBudget(1.0).add(None)
