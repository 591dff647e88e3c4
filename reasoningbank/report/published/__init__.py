"""The paper's numbers, one CSV a table or figure, each with its source in the lines that begin with #.

A value that the paper's text does not state is absent, never read off a picture.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any

import pandas as pd

NAMES = (
    "table1_webarena",
    "table2_swebench",
    "table3_mind2web",
    "table4_steps_by_outcome",
    "table5_tokens",
    "table6_gemma",
    "figure4_matts_scaling",
    "figure5_snapshot",
    "figure7_failure_trajectories",
    "figure8_judge_accuracy",
    "figure13_retrieved_experiences",
)


@functools.cache
def load(name: str) -> pd.DataFrame:
    """The numbers of one table or figure, as published (per cent, steps, tokens)."""
    with (files(__name__) / f"{name}.csv").open() as file:
        return pd.read_csv(file, comment="#")


def source(name: str) -> str:
    """Where the numbers come from and what is not stated there."""
    text = (files(__name__) / f"{name}.csv").read_text()
    return " ".join(line[1:].strip() for line in text.splitlines() if line.startswith("#"))


def value(name: str, column: str, **where: object) -> float | None:
    """One published number; None where the paper has none."""
    found = [
        row[column] for row in _records(name) if all(row[key] == wanted for key, wanted in where.items())
    ]
    if len(found) > 1:
        raise ValueError(f"{name}: {where} is not one row")
    return float(found[0]) if found and found[0] == found[0] else None  # NaN is no number


@functools.cache
def _records(name: str) -> list[dict[str, Any]]:
    return load(name).to_dict("records")  # type: ignore[return-value]
