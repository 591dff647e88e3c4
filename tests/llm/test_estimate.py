"""What a run is expected to take, from defaults and from an earlier ledger."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Purpose
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.estimate import Plan, estimate, render

FLASH = LLMConfig(provider="litellm", model="gemini/gemini-2.5-flash")


def test_defaults_are_table_5_per_task() -> None:
    found = estimate(Plan("webarena/shopping", "reasoningbank", tasks=187), FLASH)
    tokens = {row.purpose: row.total.input_tokens + row.total.output_tokens for row in found.rows}
    assert tokens == {
        Purpose.ACT: pytest.approx(49306.1 * 187),
        Purpose.JUDGE: pytest.approx(2186.3 * 187),
        Purpose.EXTRACT: pytest.approx(1562.1 * 187),
    }
    act = found.rows[0]
    assert act.cost == pytest.approx((act.total.input_tokens * 0.30 + act.total.output_tokens * 2.50) / 1e6)
    assert found.cost == pytest.approx(sum(row.cost or 0 for row in found.rows))
    assert "Table 5" in found.source


def test_scaling_multiplies_what_it_repeats_and_no_more() -> None:
    def calls(matts: str, k: int, **more: Any) -> dict[str, float]:
        plan = Plan("webarena", "reasoningbank", 1, matts=matts, k=k, **more)
        return {str(row.purpose): row.total.calls for row in estimate(plan, FLASH).rows}

    one = calls("none", 1)
    assert calls("parallel", 5) == {"act": one["act"] * 5, "judge": 5, "extract": 1}
    assert calls("vanilla", 5) == {"act": one["act"] * 5, "judge": 5, "extract": 5}
    assert calls("sequential", 3)["refine"] == one["act"] * 2
    assert calls("parallel", 5, best_of_n=True)["select"] == 1
    assert "judge" not in calls("none", 1, judged=False)


def test_a_ledger_gives_its_own_averages_scaled_to_k() -> None:
    lines = [
        {"purpose": p, "task_id": t, "rollout": r, "input_tokens": 100, "output_tokens": 10}
        for t in ("a", "b")
        for r, p in ((0, "act"), (0, "act"), (1, "act"), (None, "extract"))
    ]
    found = estimate(Plan("any", "reasoningbank", 10, matts="parallel", k=4), FLASH, earlier=lines)
    totals = {row.purpose: row.total for row in found.rows}
    assert totals[Purpose.ACT].calls == pytest.approx(1.5 * 4 * 10)  # 1.5 calls a rollout
    assert totals[Purpose.EXTRACT].input_tokens == pytest.approx(100 * 10)
    assert "2 tasks, 4 rollouts" in found.source


def test_an_unknown_price_makes_the_total_unknown_never_0() -> None:
    judge = LLMConfig(provider="litellm", model="openai/nobody-knows-this")
    found = estimate(Plan("webarena", "none", 5), FLASH, {Purpose.JUDGE: judge})
    costs = {row.purpose: row.cost for row in found.rows}
    assert costs[Purpose.ACT] and costs[Purpose.JUDGE] is None
    assert found.cost is None
    console = Console(width=120)
    with console.capture() as shown:
        console.print(render(found))
    assert "unknown" in shown.get() and "nobody-knows-this" in shown.get()


def test_models_that_run_here_cost_nothing() -> None:
    assert estimate(Plan("miniwob", "none", 5), LLMConfig(provider="scripted")).cost == 0


def test_a_benchmark_or_ledger_without_numbers_says_so() -> None:
    with pytest.raises(UserError, match=r"usage\.jsonl"):
        estimate(Plan("unheard-of", "none", 5), FLASH)
    with pytest.raises(UserError, match="no agent call"):
        estimate(Plan("webarena", "none", 5), FLASH, earlier=[])
