"""Which runs stand in which row: by backbone, by arm, by the settings that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from reasoningbank.report import names
from reasoningbank.report.frame import drawn
from reasoningbank.report.tables.model import Block, Cell, Missing, Row

MATTS = "reasoningbank matts=parallel matts.k=5"
ARMS = {"none": "none", "synapse": "synapse", "awm": "awm", "reasoningbank": "reasoningbank"}
WITH_MATTS = {**ARMS, "reasoningbank+matts": MATTS}

# rows of one arm, the published method and backbone (None where the paper has none) → cells
MakeCells = Callable[[pd.DataFrame, str | None, str], tuple[Cell, ...]]
Commands = Callable[[str, str, tuple[Cell, ...]], tuple[str, ...]]


@dataclass(frozen=True)
class Layout:
    """The rows of one table: arms by published method, the paper's backbones, how cells are made."""

    arms: dict[str, str]
    backbones: Sequence[str]
    make: MakeCells
    commands: Commands

    def blocks(self, frame: pd.DataFrame) -> tuple[tuple[Block, ...], tuple[Missing, ...]]:
        """The paper's backbones first, then other hosted ones, then what is no such model."""
        frame = drawn(frame[frame["arm"].isin(list(self.arms.values()))])
        hosted = frame["provider"] == "litellm"
        published = frame["model"].map(names.published_backbone)
        blocks, missing = [], []
        for backbone in self.backbones:
            block, lacking = self._paper_block(frame[hosted & (published == backbone)], backbone)
            blocks.append(block)
            missing += lacking
        others = frame[hosted & ~published.isin(list(self.backbones))]
        for model, rows in others.groupby("model", sort=True):
            blocks.append(Block(f"{model} (not in the paper's table)", self._rows(rows, None)))
        for label, rows in frame[~hosted].groupby("backbone", sort=True):
            heading = f"{label}: not comparable with the paper"
            blocks.append(Block(heading, self._rows(rows, None), comparable=False))
        return tuple(blocks), tuple(missing)

    def _paper_block(self, rows: pd.DataFrame, backbone: str) -> tuple[Block, list[Missing]]:
        made = self._rows(rows, backbone)
        block = Block(names.backbone_label(backbone), made)
        missing = []
        for method, arm in self.arms.items():
            own = next(row for row in made if row.label == names.method_label(method))
            if commands := self.commands(backbone, arm, own.cells):
                what = f"{names.backbone_label(backbone)}, {names.method_label(method)}"
                missing.append(Missing(what, commands))
        return block, missing

    def _rows(self, rows: pd.DataFrame, backbone: str | None) -> tuple[Row, ...]:
        found = []
        for method, arm in self.arms.items():
            own = rows[rows["arm"] == arm]
            if not len(own) and backbone is None:
                continue
            label = names.method_label(method)
            for i, part in enumerate(variants(own)):
                told = part["deviations"].iloc[0] if len(part) else ""
                cells = self.make(part, backbone, method)
                if i:  # the paper's number stands once
                    cells = tuple(replace(cell, published=None) for cell in cells)
                found.append(Row(label if not i else f"{label} ({told or 'as in the paper'})", cells, told))
        return tuple(found)


def variants(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """`rows` by the settings that differ from the paper's, fewest differences first."""
    if not len(rows):
        return [rows]
    found = sorted(rows["deviations"].unique(), key=lambda told: (len(told.split(", ")) if told else 0, told))
    return [rows[rows["deviations"] == told] for told in found]
