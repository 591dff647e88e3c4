"""Puts `report.html` together."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd

from reasoningbank.report.html.details import Store, bank, task_detail
from reasoningbank.report.html.index import index
from reasoningbank.report.tables import texts
from reasoningbank.report.tables.model import Table
from reasoningbank.report.tables.plain import Plain
from reasoningbank.report.tables.write import missing_notes, settings_notes

DATA = "report_data"
INSIDE = 2_500_000  # bytes of details that stay in the page
QUERY = 300


def write_page(
    frame: pd.DataFrame,
    runs: Sequence[Path],
    tables: Sequence[Table],
    plain: Sequence[Plain],
    figures: Sequence[tuple[str, str, Path]],
    out: Path,
    traces: bool = True,
) -> Path:
    """Writes `report.html` (and its side files) below `out`. `figures`: title, caption, SVG file.

    Without `traces` the steps of the rollouts are left out, and only files that are linked hold them.
    """
    store = Store(out / DATA, INSIDE)
    found = index(frame, runs, out)
    _fill(store, found, runs, out, traces)
    page = (
        _environment()
        .get_template("report.html.j2")
        .render(
            backbones=sorted(frame["backbone"].unique()),
            tables=tables,
            plain=plain,
            figures=[(title, caption, _data_uri(path)) for title, caption, path in figures],
            index=json.dumps(found, separators=(",", ":")).replace("<", "\\u003c"),
            details=list(store.inline()),
            beside=DATA if store.beside else "",
            css=_own("report.css"),
            js=_own("report.js"),
        )
    )
    target = out / "report.html"
    target.write_text(page, encoding="utf-8")
    return target


def _fill(store: Store, found: dict[str, Any], runs: Sequence[Path], out: Path, traces: bool) -> None:
    """Adds each task's query to the index, and the details and banks to the store."""
    tasks = found["tasks"]
    for number, run in enumerate(runs):
        entry = found["runs"][number]
        past = bank(run)
        entry["bank"] = len(past)
        if past:
            store.add(f"bank-{number}", past)
        for line in entry["lines"] if traces else ():
            task = tasks[line[0]]
            detail = task_detail(run / "tasks" / str(task["id"]), out)
            if detail is not None:
                task.setdefault("query", detail["query"][:QUERY])
                store.add(f"task-{number}-{line[0]}", detail)
                line.append(1)


def _data_uri(path: Path) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode()


def _own(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("reasoningbank.report", "html"),
        autoescape=True,  # everything from models, pages and configurations is text
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        value=texts.value,
        interval=texts.interval,
        paper=texts.paper,
        counted=texts.counted,
        settings_notes=settings_notes,
        missing_notes=missing_notes,
    )
    return environment
