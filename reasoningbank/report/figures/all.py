"""All figures, in the order of the report."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from reasoningbank.report.figures.bars import figure7, figure8, figure13
from reasoningbank.report.figures.base import Drawing
from reasoningbank.report.figures.curves import figure1, learning_curves
from reasoningbank.report.figures.evolution import figure6
from reasoningbank.report.figures.extras import cost_against_success, judge_confusion
from reasoningbank.report.figures.scaling import figure4, figure5, selector_regret


def all_figures(frame: pd.DataFrame, theme: str | None = None) -> Iterator[Drawing]:
    """Every figure that the runs have points for; `theme` chooses figure 6's by an item's id."""
    yield from figure1(frame)
    yield from figure4(frame)
    yield from figure5(frame)
    yield from figure6(frame, theme)
    for draw in (
        figure7,
        figure8,
        figure13,
        learning_curves,
        judge_confusion,
        selector_regret,
        cost_against_success,
    ):
        yield from draw(frame)
