"""Tables for a terminal: the columns of one group in one cell, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reasoningbank.report.tables import texts
from reasoningbank.report.tables.model import Cell, Column, Table
from reasoningbank.report.tables.plain import Plain

if TYPE_CHECKING:
    from rich.table import Table as RichTable


def render(table: Table | Plain) -> RichTable:
    """A Rich table; markup in names is not interpreted."""
    from rich.table import Table as RichTable
    from rich.text import Text

    title = (
        table.title if isinstance(table, Plain) else f"{table.title}\n= the paper's value (our difference)"
    )
    drawn = RichTable(title=Text(title), title_justify="left", title_style="bold", show_lines=False)
    if isinstance(table, Plain):
        for header in table.headers:
            drawn.add_column(Text(header))
        for texts_ in table.rows:
            drawn.add_row(*map(Text, texts_))
        return drawn
    groups = list(dict.fromkeys(column.group for column in table.columns))
    drawn.add_column("Models")
    for group in groups:
        drawn.add_column(Text(group), justify="left")
    for block in table.blocks:
        if not any(cell.n for row in block.rows for cell in row.cells):
            continue  # the files show them, with the commands that would fill them
        drawn.add_section()
        drawn.add_row(Text(block.heading, style="bold"))
        for row in block.rows:
            cells = [Text(_stacked(table, row.cells, group)) for group in groups]
            drawn.add_row(Text(row.label + (" †" if row.note else "")), *cells)
    return drawn


def _stacked(table: Table, cells: tuple[Cell, ...], group: str) -> str:
    own = [(column, cell) for column, cell in zip(table.columns, cells, strict=True) if column.group == group]
    lines = [line for column, cell in own for line in _lines(column, cell)]
    counted = next((told for _, cell in own if (told := texts.counted(cell))), "")
    return "\n".join([*lines, *([counted] if counted else [])])


def _lines(column: Column, cell: Cell) -> list[str]:
    between = texts.interval(cell, 0)
    ours = texts.value(cell, column.digits) or "–"
    lines = [f"{column.heading} {ours}" + (f" [{between}]" if between else "")]
    paper = texts.paper(cell, column.digits).removeprefix("paper")
    return [*lines, f" ={paper}"] if paper else lines
