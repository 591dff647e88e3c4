"""Tables 1 to 6: the paper's rows, columns and order."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reasoningbank.report import names, published
from reasoningbank.report.frame import TOKENS
from reasoningbank.report.tables.cells import arrows, mean_cell, rate_cell
from reasoningbank.report.tables.model import Block, Cell, Column, Row, Table
from reasoningbank.report.tables.rows import ARMS, WITH_MATTS, Commands, Layout

GEMINI = ("gemini-2.5-flash", "gemini-2.5-pro")
STEPS_ROW = 1  # the paper states a number for Table 4's two rows only


def all_tables(frame: pd.DataFrame) -> list[Table]:
    """Tables 1 to 6 from whatever runs there are."""
    return [table1(frame), table2(frame), table3(frame), table4(frame), table5(frame), table6(frame)]


def _of(frame: pd.DataFrame, benchmark: str, subset: str | None = None) -> pd.DataFrame:
    rows = frame[frame["benchmark"] == benchmark]
    return rows if subset is None else rows[rows["subset"] == subset]


def table1(frame: pd.DataFrame) -> Table:
    """WebArena: success rate and steps on five subsets and overall."""

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        found: list[Cell] = []
        for subset in (*names.WEBARENA, "overall"):
            chosen, size = _overall(rows) if subset == "overall" else _subset(rows, subset)
            where = {"backbone": backbone, "method": method, "subset": subset}
            rate = published.value("table1_webarena", "success_rate", **where)
            steps = published.value("table1_webarena", "avg_steps", **where)
            found += [rate_cell(chosen, size, rate), mean_cell(chosen, "steps", size, steps)]
        return tuple(found)

    def commands(backbone: str, arm: str, found: tuple[Cell, ...]) -> tuple[str, ...]:
        lacking = [
            s for s, cell in zip(names.WEBARENA, found[::2], strict=False) if not cell.n or cell.partial
        ]
        return tuple(command(f"benchmark=webarena/{s}", backbone, arm) for s in lacking)

    blocks, missing = Layout(WITH_MATTS, (*GEMINI, "claude-3.7-sonnet"), cells, commands).blocks(
        _of(frame, "webarena")
    )
    columns = [
        Column(f"{subset}_{kind.lower()}", kind, f"{label} ({size})")
        for (subset, label), size in zip(names.SUBSETS.items(), (*names.WEBARENA.values(), 684), strict=True)
        for kind in ("SR", "Step")
    ]
    title = "Table 1. WebArena: success rate (SR, %) and steps; +MaTTS is parallel, k = 5, pass@1"
    return Table("table1", title, tuple(columns), blocks, NOTES, missing)


def _subset(rows: pd.DataFrame, subset: str) -> tuple[pd.DataFrame, int]:
    return rows[rows["subset"] == subset], names.WEBARENA[subset]


def _overall(rows: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """All subsets together, or nothing while one of them has no run: a part is no overall."""
    known = rows[rows["subset"].isin(list(names.WEBARENA))]
    whole = known["subset"].nunique() == len(names.WEBARENA)
    return (known if whole else known.iloc[:0]), sum(names.WEBARENA.values())


def table2(frame: pd.DataFrame) -> Table:
    """SWE-bench Verified: resolve rate and steps. The paper leaves AWM out."""

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        where = {"backbone": backbone, "method": method}
        rate = published.value("table2_swebench", "resolve_rate", **where)
        steps = published.value("table2_swebench", "avg_steps", **where)
        return rate_cell(rows, names.SWEBENCH, rate), mean_cell(rows, "steps", names.SWEBENCH, steps)

    arms = {method: arm for method, arm in ARMS.items() if method != "awm"}
    blocks, missing = Layout(arms, GEMINI, cells, _simple("swebench/verified")).blocks(
        _of(frame, "swebench", "verified")
    )
    columns = (Column("resolve_rate", "Resolve Rate"), Column("avg_steps", "AS"))
    title = "Table 2. SWE-Bench-Verified: resolve rate (%) and average steps (AS)"
    return Table("table2", title, columns, blocks, NOTES, missing)


def table3(frame: pd.DataFrame) -> Table:
    """Mind2Web: element accuracy, action F1, step and task success rate on three splits."""

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        found: list[Cell] = []
        for subset, size in names.MIND2WEB.items():
            chosen = rows[rows["subset"] == subset]
            where = {"backbone": backbone, "method": method, "split": names.SPLITS[subset]}
            for metric in ("element_accuracy", "action_f1", "step_success_rate"):
                per_cent = chosen.assign(**{metric: 100 * chosen[metric]}) if metric in chosen else chosen
                found.append(
                    mean_cell(per_cent, metric, size, published.value("table3_mind2web", metric, **where))
                )
            task = published.value("table3_mind2web", "task_success_rate", **where)
            found.append(rate_cell(chosen, size, task))
        return tuple(found)

    def commands(backbone: str, arm: str, found: tuple[Cell, ...]) -> tuple[str, ...]:
        lacking = [
            s for s, cell in zip(names.MIND2WEB, found[3::4], strict=True) if not cell.n or cell.partial
        ]
        return tuple(command(f"benchmark=mind2web/{s}", backbone, arm) for s in lacking)

    blocks, missing = Layout(ARMS, GEMINI, cells, commands).blocks(_of(frame, "mind2web"))
    columns = [
        Column(f"{names.SPLITS[subset]}_{kind.lower()}", kind, names.SPLIT_LABELS[subset])
        for subset in names.MIND2WEB
        for kind in ("EA", "AF1", "SSR", "SR")
    ]
    title = "Table 3. Mind2Web: element accuracy, action F1, step and task success rate (%)"
    return Table("table3", title, tuple(columns), blocks, NOTES, missing)


def table4(frame: pd.DataFrame) -> Table:
    """Steps of successful and of failed tasks on four WebArena subsets."""
    subsets = [subset for subset in names.WEBARENA if subset != "multi"]

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        found = []
        for subset in subsets:
            chosen = rows[rows["subset"] == subset]
            for outcome, part in (
                ("success", chosen[chosen["score"] >= 1]),
                ("failure", chosen[chosen["score"] < 1]),
            ):
                where = {"method": method, "subset": subset, "outcome": outcome}
                paper = published.value("table4_steps_by_outcome", "avg_steps", **where) if backbone else None
                found.append(mean_cell(part, "steps", None, paper))
        return tuple(found)

    def commands(backbone: str, arm: str, found: tuple[Cell, ...]) -> tuple[str, ...]:
        pairs = zip(subsets, found[::2], found[1::2], strict=True)
        lacking = [s for s, won, lost in pairs if not won.n and not lost.n]
        return tuple(command(f"benchmark=webarena/{s}", backbone, arm) for s in lacking)

    arms = {"none": "none", "reasoningbank": "reasoningbank"}
    blocks, missing = Layout(arms, GEMINI[:1], cells, commands).blocks(_of(frame, "webarena"))
    columns = [
        Column(f"{subset}_{kind.lower()}", kind, names.SUBSETS[subset])
        for subset in subsets
        for kind in ("Successful", "Failed")
    ]
    title = "Table 4. WebArena: steps of successful and of failed tasks"
    return Table("table4", title, tuple(columns), tuple(map(_with_arrows, blocks)), NOTES, missing)


def _with_arrows(block: Block) -> Block:
    base = next((row for row in block.rows if row.label == names.method_label("none")), None)
    if base is None:
        return block
    rows = [
        row if row is base else Row(row.label, arrows(row.cells, base.cells), row.note) for row in block.rows
    ]
    return Block(block.heading, tuple(rows), block.comparable)


def table5(frame: pd.DataFrame) -> Table:
    """Tokens of a trajectory by purpose, over all WebArena subsets that were run."""

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        keys = (*TOKENS, "total")
        paper = {key: published.value("table5_tokens", key, method=method) for key in keys if backbone}
        return tuple(mean_cell(rows, f"tokens_{key}", None, paper.get(key)) for key in keys)

    def commands(backbone: str, arm: str, found: tuple[Cell, ...]) -> tuple[str, ...]:
        if found[-1].n:
            return ()
        return tuple(command(f"benchmark=webarena/{subset}", backbone, arm) for subset in names.WEBARENA)

    blocks, missing = Layout(ARMS, GEMINI[:1], cells, commands).blocks(_of(frame, "webarena"))
    columns = [Column(key, heading) for key, (heading, _) in TOKENS.items()]
    notes = (*NOTES, "Tokens in and out together; the benchmark's own matcher and embeddings are not in it.")
    title = "Table 5. WebArena: tokens per trajectory by purpose"
    return Table("table5", title, (*columns, Column("total", "Total")), blocks, notes, missing)


def table6(frame: pd.DataFrame) -> Table:
    """Gemma-3-12B on WebArena-Shopping."""
    size = names.WEBARENA["shopping"]

    def cells(rows: pd.DataFrame, backbone: str | None, method: str) -> tuple[Cell, ...]:
        rate, steps = (
            published.value("table6_gemma", column, method=method) if backbone else None
            for column in ("success_rate", "avg_steps")
        )
        return rate_cell(rows, size, rate), mean_cell(rows, "steps", size, steps)

    rows = _of(frame, "webarena", "shopping")
    gemma = rows["model"].map(names.published_backbone) == "gemma-3-12b"
    blocks, missing = Layout(ARMS, ("gemma-3-12b",), cells, _simple("webarena/shopping")).blocks(
        rows[gemma & (rows["provider"] == "litellm")]
    )
    columns = (Column("success_rate", "SR"), Column("avg_steps", "AS"))
    title = "Table 6. Gemma-3-12B on WebArena-Shopping: success rate (SR, %) and average steps (AS)"
    return Table("table6", title, columns, blocks, NOTES, missing)


def _simple(benchmark: str) -> Commands:
    def commands(backbone: str, arm: str, found: Sequence[Cell]) -> tuple[str, ...]:
        lacking = not found[0].n or found[0].partial
        return (command(f"benchmark={benchmark}", backbone, arm),) if lacking else ()

    return commands


def command(benchmark: str, backbone: str, arm: str) -> str:
    """What would fill a cell."""
    return f"rb run {benchmark} llm={backbone} memory={arm}"


NOTES = (
    "Ours with 95 % interval (one stream: Wilson; several, steps and other means: clustered by task family), "
    "then the published value and the difference. n is tasks scored of tasks in the subset; what the world "
    "spoilt is left out and counted.",
)
