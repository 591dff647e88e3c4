"""How a cell reads, whatever it is written into."""

from __future__ import annotations

from reasoningbank.report.tables.model import Cell


def value(cell: Cell, digits: int = 1) -> str:
    """Ours, with an arrow to the row of no memory where the paper has one; empty without a run."""
    if cell.value is None:
        return ""
    text = f"{cell.value:,.{digits}f}"
    if cell.against_none is not None:
        text += f" {'↓' if cell.against_none < 0 else '↑'}{abs(cell.against_none):.{digits}f}"
    return text


def interval(cell: Cell, digits: int = 1) -> str:
    """`34.3–48.4`; empty where there is none."""
    if cell.low is None or cell.high is None:
        return ""
    return f"{cell.low:,.{digits}f}–{cell.high:,.{digits}f}"


def paper(cell: Cell, digits: int = 1) -> str:
    """`paper 39.0 (+2.2)`; empty where the paper has no number."""
    if cell.published is None:
        return ""
    told = f"paper {cell.published:,.{digits}f}"
    return told if cell.difference is None else f"{told} ({cell.difference:+,.{digits}f})"


def counted(cell: Cell) -> str:
    """Denominators: `n 187/187`, streams, what was lost or waits, and that a run is partial."""
    if not (cell.n or cell.lost or cell.ungraded):
        return ""
    told = f"n {cell.n}" + (f"/{cell.size}" if cell.size is not None else "")
    if cell.streams > 1:
        told += f" ×{cell.streams}"
    extra = [f"{cell.lost} lost"] * bool(cell.lost) + [f"{cell.ungraded} ungraded"] * bool(cell.ungraded)
    if cell.lost and cell.as_zero is not None:
        extra[0] += f", {cell.as_zero:.1f} if failed"
    extra += ["partial"] * cell.partial
    return told + (f" ({'; '.join(extra)})" if extra else "")
