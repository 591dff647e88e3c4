"""Live progress: bars on a terminal, one plain line a task elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol

from reasoningbank.core.types import Extraction, Task


class Placed(Protocol):
    """What the stream knows of a task before it runs."""

    @property
    def task(self) -> Task: ...


class Progress:
    """Counts what is committed and says so. All methods may be called from any thread."""

    def __init__(self, mode: str, title: str) -> None:
        from rich.console import Console

        self._console = Console(stderr=False, highlight=False)
        rich = mode == "rich" or (mode == "auto" and sys.stdout.isatty())
        self._quiet = mode == "off"
        self._title = title
        self._bars: Any = None
        self._total = self._done = 0
        self._scored: list[float] = []
        self._tokens = 0
        if rich and not self._quiet:
            self._bars = _bars(self._console)

    def begin(self, places: Sequence[Placed], done: dict[str, dict[str, Any]]) -> None:
        """Says what is to do and what an earlier process has done already."""
        self._total, self._done = len(places), len(done)
        for line in done.values():
            self._count(line["rows"])
        if self._quiet:
            return
        kept = f", {self._done} done before" if self._done else ""
        self._console.print(f"{self._title}: {self._total} tasks{kept}", markup=False, soft_wrap=True)
        if self._bars is not None:
            self._bars.start()
            self._line = self._bars.add_task("", total=self._total, completed=self._done)

    def step(self, task: Task, rollout: int, step: int) -> None:
        if self._bars is not None:
            self._bars.update(self._line, description=self._status(f"{task.id} step {step}"))

    def committed(self, task: Task, rows: list[dict[str, Any]], extraction: Extraction) -> None:
        self._done += 1
        self._count(rows)
        if self._bars is not None:
            self._bars.update(self._line, completed=self._done, description=self._status(task.id))
        if not self._quiet:
            (self._bars.console if self._bars else self._console).print(
                self._told(task, rows[0], extraction), markup=False, soft_wrap=True
            )

    def end(self) -> None:
        if self._bars is not None:
            self._bars.stop()

    def _count(self, rows: list[dict[str, Any]]) -> None:
        self._scored += [row["score"] for row in rows if row["score"] is not None]
        self._tokens += sum(
            row[f"{purpose}_{kind}"]
            for row in rows
            for purpose in ("act", "judge", "extract")
            for kind in ("input", "output")
        )

    def _status(self, doing: str) -> str:
        return f"{doing}  {self._rate()}  {self._tokens:,} tokens"

    def _rate(self) -> str:
        if not self._scored:
            return "SR –"
        won = sum(1 for score in self._scored if score >= 1)
        return f"SR {100 * won / len(self._scored):.1f} % ({won}/{len(self._scored)})"

    def _told(self, task: Task, row: dict[str, Any], extraction: Extraction) -> str:
        score = row["score"]
        mark = "!" if score is None else "✓" if score >= 1 else "✗"
        learnt = f", learnt {row['items']}" if extraction.experience else ""
        used = f", used {row['retrieved']}" if row["retrieved"] else ""
        return (
            f"{self._done:>4}/{self._total} {mark} {task.id}: {row['outcome']}, {row['steps']} steps, "
            f"judge {row['verdict'] or '–'}{used}{learnt} | {self._rate()}, {self._tokens:,} tokens"
        )


def _bars(console: Any) -> Any:
    from rich import progress

    return progress.Progress(
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.description}"),
        console=console,
    )
