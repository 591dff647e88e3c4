"""What the paper does not show and its readers ask for: judge confusion, cost against success."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from reasoningbank.report.figures.base import (
    COLORS,
    MARKERS,
    OTHER,
    Drawing,
    benchmarks,
    errors,
    file_name,
    heading,
    plt,
)
from reasoningbank.report.frame import drawn, scored
from reasoningbank.report.tables.cells import rate_cell

KINDS = (
    ("right: success", True, True, "#1f3a6d", ""),
    ("right: failure", False, False, "#9db4d6", ""),
    ("false success", True, False, "#d9822b", "///"),
    ("false failure", False, True, "#f2d0a9", "xxx"),
)


def judge_confusion(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Verdicts against scores, as shares of the readable verdicts of each arm with an LLM judge."""
    for group in benchmarks(frame[frame["judge"] == "llm"]):
        rows = scored(group.rows)
        rows = rows[rows["verdict"].isin(["success", "failure"])]
        arms = sorted(rows["arm"].unique())
        if not arms:
            continue
        figure, axes = plt().subplots(figsize=(6.2, 1.1 + 0.32 * len(arms)))
        left = pd.Series(0.0, index=arms)
        for label, said, true, color, hatch in KINDS:
            hit = ((rows["verdict"] == "success") == said) & ((rows["score"] >= 1) == true)
            share = 100 * hit.groupby(rows["arm"]).mean().reindex(arms)
            look = {"color": color, "hatch": hatch, "edgecolor": "black", "linewidth": 0.5}
            axes.barh(range(len(arms)), share, left=left, label=label, **look)
            left = left + share
        counts = rows["arm"].value_counts()
        axes.set_yticks(range(len(arms)), [f"{_short(arm)} (n {counts[arm]})" for arm in arms])
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel("share of verdicts (%)")
        heading(figure, group)
        figure.legend(loc="outside lower center", ncols=4)
        caption = "The judge's verdicts against the benchmark's scores, all rollouts."
        yield Drawing(file_name("judge", group), "Judge confusion", caption, figure)


def cost_against_success(frame: pd.DataFrame) -> Iterator[Drawing]:
    """Mean cost of a task (dollars; tokens where a price is unknown) against pass@1."""
    for group in benchmarks(frame):
        arms = sorted(group.rows["arm"].unique())
        if len(arms) < 2:
            continue
        known = bool(group.rows["cost"].notna().all() and group.rows["cost"].sum() > 0)
        figure, axes = plt().subplots()
        for arm in arms:
            rows = group.arm(arm)
            cell = rate_cell(drawn(rows))
            if cell.value is None:
                continue
            memory = str(rows["memory"].iloc[0])
            spent = rows["cost"].sum() if known else rows["tokens_total"].sum() / 1000
            per_task = spent / rows.groupby("run")["task"].nunique().sum()
            look = {"fmt": MARKERS.get(memory, "v"), "color": COLORS.get(memory, OTHER), "elinewidth": 0.7}
            axes.errorbar([per_task], [cell.value], yerr=errors([cell]), **look)
            axes.annotate(_short(arm), (per_task, cell.value), (4, 3), textcoords="offset points", fontsize=6)
        axes.set_xlabel("cost of a task ($)" if known else "tokens of a task (thousands)")
        axes.set_ylabel("success rate (%)")
        axes.set_title(group.title)
        caption = "All rollouts, verdicts and extractions of a task together; bars are 95 % intervals."
        yield Drawing(file_name("cost", group), "Cost against success", caption, figure)


def _short(arm: str) -> str:
    for word in ("matts=", "matts.", "memory.", "judge=", "judge."):
        arm = arm.replace(word, "")
    return arm
