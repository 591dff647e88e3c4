"""Tables as Markdown, CSV and LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from reasoningbank.report.tables import texts
from reasoningbank.report.tables.model import Cell, Column, Table
from reasoningbank.report.tables.plain import Plain

NUMBERS = (
    "value", "low", "high", "n", "size", "streams", "lost", "ungraded", "partial", "as_zero", "sd",
    "published", "difference",
)  # fmt: skip


def markdown(table: Table | Plain) -> str:
    """A Markdown table with its title and notes."""
    if isinstance(table, Plain):
        return _markdown(table.title, table.headers, table.rows, table.notes)
    rows: list[Sequence[str]] = []
    for block in table.blocks:
        rows.append([f"**{block.heading}**", *[""] * len(table.columns)])
        for row in block.rows:
            label = f"{row.label} †" if row.note else row.label
            rows.append([label, *map(_inline, row.cells, table.columns)])
    headers = ["Models", *(f"{column.group} {column.heading}".strip() for column in table.columns)]
    return _markdown(
        table.title, headers, rows, [*table.notes, *settings_notes(table), *missing_notes(table)]
    )


def settings_notes(table: Table) -> list[str]:
    """One line for each row whose settings differ from the paper's text."""
    return [
        f"† {block.heading}, {row.label}: {row.note}"
        for block in table.blocks
        for row in block.rows
        if row.note
    ]


def missing_notes(table: Table) -> list[str]:
    """What has no run yet, with the commands that would fill it."""
    return [
        f"Missing: {missing.what}. To fill it: {'; '.join(f'`{command}`' for command in missing.commands)}"
        for missing in table.missing
    ]


def _inline(cell: Cell, column: Column) -> str:
    between = texts.interval(cell, column.digits)
    parts = [
        texts.value(cell, column.digits) + (f" [{between}]" if between else ""),
        texts.paper(cell, column.digits),
        texts.counted(cell),
    ]
    return ", ".join(part for part in parts if part) or "–"


def _markdown(title: str, headers: Sequence[str], rows: Iterable[Sequence[str]], notes: Iterable[str]) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    body = [line(headers), "|" + "---|" * len(headers), *map(line, rows)]
    return "\n".join([f"## {title}", "", *body, "", *(f"- {note}" for note in notes), ""])


def as_csv(table: Table | Plain) -> str:
    """A plain table as it is; a paper's table in long form, one line a cell, unrounded."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    if isinstance(table, Plain):
        writer.writerows([table.headers, *table.rows])
        return buffer.getvalue()
    writer.writerow(["backbone", "comparable", "method", "column", *NUMBERS, "settings"])
    for block in table.blocks:
        for row in block.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                numbers = [_number(getattr(cell, name)) for name in NUMBERS]
                writer.writerow([block.heading, block.comparable, row.label, column.key, *numbers, row.note])
    return buffer.getvalue()


def _number(found: object) -> object:
    # ten digits: the same on every machine, and more than anyone can use
    return f"{found:.10g}" if isinstance(found, float) else "" if found is None else found


def latex(table: Table | Plain) -> str:
    """A booktabs table. Needs the packages booktabs and makecell."""
    if isinstance(table, Plain):
        lines = [_tex_line(map(_tex, table.headers)), r"\midrule"]
        lines += [_tex_line(map(_tex, row)) for row in table.rows]
        return _environment(table.title, "l" * len(table.headers), lines)
    lines = [*_group_lines(table.columns), _tex_line(["Models", *(_tex(c.heading) for c in table.columns)])]
    for block in table.blocks:
        heading = rf"\multicolumn{{{len(table.columns) + 1}}}{{c}}{{\textit{{{_tex(block.heading)}}}}} \\"
        lines += [r"\midrule", heading, r"\midrule"]
        lines += [
            _tex_line([_tex(row.label), *map(_tex_cell, row.cells, table.columns)]) for row in block.rows
        ]
    return _environment(table.title, "l" + "r" * len(table.columns), lines)


def _group_lines(columns: Sequence[Column]) -> list[str]:
    """The headings over several columns, with their rules."""
    groups = list(dict.fromkeys(column.group for column in columns))
    if groups == [""]:
        return []
    cells, rules, place = [""], [], 2
    for group in groups:
        width = sum(column.group == group for column in columns)
        cells.append(rf"\multicolumn{{{width}}}{{c}}{{{_tex(group)}}}")
        rules.append(rf"\cmidrule(lr){{{place}-{place + width - 1}}}")
        place += width
    return [_tex_line(cells), "".join(rules)]


def _tex_cell(cell: Cell, column: Column) -> str:
    between, paper = texts.interval(cell, column.digits), texts.paper(cell, column.digits)
    small = [rf"{{\scriptsize [{between}]}}"] * bool(between) + [rf"{{\scriptsize {_tex(paper)}}}"] * bool(
        paper
    )
    ours = texts.value(cell, column.digits) or "--"
    stacked = r" \\ ".join([_tex(ours), *small])
    return rf"\makecell[r]{{{stacked}}}"


def _tex_line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _environment(title: str, shape: str, lines: Sequence[str]) -> str:
    return "\n".join(
        [
            "% needs \\usepackage{booktabs,makecell}",
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_tex(title)}}}",
            rf"\begin{{tabular}}{{{shape}}}",
            r"\toprule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


_TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "×": r"$\times$", "↓": r"$\downarrow$",
    "↑": r"$\uparrow$", "†": r"$\dagger$", "−": r"$-$",
}  # fmt: skip


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in text)
