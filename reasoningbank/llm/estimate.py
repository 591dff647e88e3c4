"""What a run will take: calls, tokens and dollars by purpose, before anything is paid."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Purpose
from reasoningbank.llm import prices
from reasoningbank.llm.config import LLMConfig

if TYPE_CHECKING:
    from rich.table import Table

# booked once a rollout; everything else is booked once a task
_PER_ROLLOUT = (Purpose.ACT, Purpose.JUDGE, Purpose.MATCH)
_NO_EXTRACTION = ("none", "synapse")


@dataclass(frozen=True)
class Rate:
    """Of one purpose, on average: calls, and tokens in and out of all of them together."""

    calls: float
    input_tokens: float
    output_tokens: float

    def times(self, factor: float) -> Rate:
        return Rate(self.calls * factor, self.input_tokens * factor, self.output_tokens * factor)


@dataclass(frozen=True)
class Row:
    """One purpose of the whole run. `cost` in dollars; None when the model's price is unknown."""

    purpose: Purpose
    model: str
    total: Rate
    cost: float | None


@dataclass(frozen=True)
class Estimate:
    """Rows by purpose, and where the rates came from."""

    rows: tuple[Row, ...]
    source: str

    @property
    def cost(self) -> float | None:
        """Dollars of the run; None when any part is unknown."""
        known = [row.cost for row in self.rows if row.cost is not None]
        return sum(known) if len(known) == len(self.rows) else None

    @property
    def total(self) -> Rate:
        """Calls and tokens of all purposes."""
        rates = [row.total for row in self.rows]
        return Rate(
            sum(rate.calls for rate in rates),
            sum(rate.input_tokens for rate in rates),
            sum(rate.output_tokens for rate in rates),
        )


@dataclass(frozen=True)
class Plan:
    """The part of a run's configuration that decides what it takes.

    `matts` is `none`, `vanilla`, `parallel` or `sequential`, with `k` rollouts or refinements;
    `judged` says whether verdicts are asked of a model at all.
    """

    benchmark: str
    memory: str
    tasks: int
    matts: str = "none"
    k: int = 1
    judged: bool = True
    best_of_n: bool = False


def estimate(
    plan: Plan,
    llm: LLMConfig,
    roles: Mapping[Purpose, LLMConfig | None] | None = None,
    earlier: Iterable[Mapping[str, Any]] | None = None,
) -> Estimate:
    """Rates per task of the benchmark, or of an `earlier` run's `usage.jsonl`, times the plan.

    `roles` names the models of single purposes (None: the agent's `llm`). An earlier run of the
    same method gives the better numbers; its rates per rollout are scaled to this plan's k.
    Raises `UserError` for a benchmark without defaults, or an earlier run without calls.
    """
    rates, source = _from_ledger(earlier, plan) if earlier is not None else _from_defaults(plan)
    rows = []
    for purpose in Purpose:
        if (rate := rates.get(purpose)) and rate.calls:
            config = (roles or {}).get(purpose) or llm
            total = rate.times(plan.tasks)
            rows.append(Row(purpose, config.model or config.provider, total, _cost(config, total)))
    return Estimate(tuple(rows), source)


def published_tasks(benchmark: str, subset: str) -> int | None:
    """How many tasks a benchmark has whose data may not be at hand; None when it is not known."""
    tasks: dict[str, int] = _defaults().get(benchmark, {}).get("tasks", {})
    return tasks.get(subset)


def _defaults() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((files("reasoningbank") / "llm" / "estimates.json").read_text())
    return loaded


def _from_defaults(plan: Plan) -> tuple[dict[Purpose, Rate], str]:
    name = plan.benchmark.partition("/")[0]
    known = _defaults()
    if name not in known:
        raise UserError(
            f"there are no default token counts for the benchmark {name!r}",
            f"known: {', '.join(known)}",
            "go by the usage.jsonl of an earlier run of this benchmark: rb estimate --from FOLDER …",
        )
    entry = known[name]
    act = _rate(entry["act"].get(plan.memory, entry["act"]["none"]))
    judge, extract = _rate(entry["judge"]), _rate(entry["extract"])
    k, sequential = plan.k, plan.matts == "sequential"
    rollouts = 1 if sequential or plan.matts == "none" else k
    rates = {Purpose.ACT: act.times(rollouts)}
    if plan.judged:
        rates[Purpose.JUDGE] = judge.times(rollouts)
    if plan.memory not in _NO_EXTRACTION:
        # one call reads all k trajectories, or (vanilla) k calls read one each
        one_call = plan.matts == "parallel"
        rates[Purpose.EXTRACT] = replace(extract.times(rollouts), calls=1 if one_call else rollouts)
    if sequential and k > 1:
        # an upper bound: every re-examination may act as long as the first pass
        rates[Purpose.REFINE] = act.times(k - 1)
    if plan.best_of_n and k > 1:
        rates[Purpose.SELECT] = replace(judge.times(k), calls=1)
    return rates, entry["source"]


def _from_ledger(lines: Iterable[Mapping[str, Any]], plan: Plan) -> tuple[dict[Purpose, Rate], str]:
    """Averages per task, and per rollout where a purpose is booked per rollout."""
    sums: dict[Purpose, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    tasks: set[str] = set()
    rollouts: set[tuple[str, Any]] = set()
    for line in lines:
        purpose = Purpose(line["purpose"])
        tasks.add(line["task_id"])
        if purpose is Purpose.ACT:
            rollouts.add((line["task_id"], line["rollout"]))
        amounts = (1, line["input_tokens"], line["output_tokens"])
        sums[purpose] = [sum(pair) for pair in zip(sums[purpose], amounts, strict=True)]
    if not rollouts:
        raise UserError(
            "the earlier run has booked no agent call",
            "usage.jsonl",
            "give a run that has finished at least one task",
        )
    planned = 1 if plan.matts in ("none", "sequential") else plan.k
    rates = {
        purpose: Rate(*amounts).times(planned / len(rollouts) if purpose in _PER_ROLLOUT else 1 / len(tasks))
        for purpose, amounts in sums.items()
    }
    return rates, f"an earlier run: {len(tasks)} tasks, {len(rollouts)} rollouts"


def _rate(entry: Mapping[str, float]) -> Rate:
    out = entry["tokens"] * entry["output_share"]
    return Rate(entry["calls"], entry["tokens"] - out, out)


def _cost(config: LLMConfig, total: Rate) -> float | None:
    price = prices.of(config)
    if price is None:
        return None
    return (total.input_tokens * price[0] + total.output_tokens * price[1]) / 1e6


def render(found: Estimate) -> Table:
    """The estimate as a Rich table."""
    from rich.table import Table

    table = Table(title="Expected use", caption=f"from {found.source}")
    table.add_column("purpose")
    table.add_column("model")
    for column in ("calls", "tokens in", "tokens out", "cost"):
        table.add_column(column, justify="right")
    for row in found.rows:
        table.add_row(str(row.purpose), row.model, *_cells(row.total, row.cost))
    table.add_section()
    table.add_row("total", "", *_cells(found.total, found.cost))
    return table


def _cells(rate: Rate, cost: float | None) -> tuple[str, ...]:
    counts = (rate.calls, rate.input_tokens, rate.output_tokens)
    return (*(f"{count:,.0f}" for count in counts), "unknown" if cost is None else f"${cost:,.2f}")
