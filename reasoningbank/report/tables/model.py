"""What a table is: blocks of rows of cells, each cell ours beside the paper's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One number of ours with its 95 % interval and its denominators, and the published one.

    `n` tasks were scored in `streams` streams; `size` is how many the subset has (None: unknown);
    `lost` counts failures of the world over all streams, `ungraded` what waits for its grader;
    `as_zero` is the value when what was lost counts as failed. `sd` is between streams.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    size: int | None = None
    streams: int = 0
    lost: int = 0
    ungraded: int = 0
    partial: bool = False
    as_zero: float | None = None
    sd: float | None = None
    published: float | None = None
    comparable: bool = True
    against_none: float | None = None

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's; None where either is missing or a comparison would mislead."""
        if self.value is None or self.published is None or not self.comparable:
            return None
        return self.value - self.published


@dataclass(frozen=True)
class Column:
    """`group` is the heading over several columns, `key` names the column in the CSV."""

    key: str
    heading: str
    group: str = ""
    digits: int = 1


@dataclass(frozen=True)
class Row:
    """`note` says which settings differ from the paper's text."""

    label: str
    cells: tuple[Cell, ...]
    note: str = ""


@dataclass(frozen=True)
class Block:
    """The rows of one backbone. `comparable` is false for scripted and embedded backbones."""

    heading: str
    rows: tuple[Row, ...]
    comparable: bool = True


@dataclass(frozen=True)
class Missing:
    """Cells without runs, and the commands that would fill them."""

    what: str
    commands: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A whole table; `notes` stand below it."""

    name: str
    title: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether no cell holds a number of ours."""
        return not any(cell.n for block in self.blocks for row in block.rows for cell in row.cells)
