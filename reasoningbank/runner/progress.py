"""Live progress: bars on a terminal, one plain line a task elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reasoningbank.core.types import Purpose, Task
from reasoningbank.runner.wave import Finished, Place

Row = Mapping[str, Any]


class Progress:
    """Counts what is committed and says so. All methods may be called from any thread."""

    def __init__(self, mode: str, title: str, rollouts: int = 1) -> None:
        from rich.console import Console

        self._console = Console(stderr=False, highlight=False)
        rich = mode == "rich" or (mode == "auto" and sys.stdout.isatty())
        self._quiet = mode == "off"
        self._title, self._rollouts = title, rollouts
        self._bars: Any = _bars(self._console) if rich and not self._quiet else None
        self._total = self._done = self._now = 0
        self._tally = Tally()
        self._began = time.monotonic()

    def begin(self, places: Sequence[Place], done: Mapping[str, Mapping[str, Any]]) -> None:
        """Says what is to do and what an earlier process has done already."""
        self._total, self._done = len(places), len(done)
        for line in done.values():
            self._tally.add(line["rows"])
        if self._quiet:
            return
        each = f", {self._rollouts} rollouts each" if self._rollouts > 1 else ""
        kept = f", {self._done} done before" if self._done else ""
        self._say(f"{self._title}: {self._total} tasks{each}{kept}")
        if self._bars is not None:
            self._bars.start()
            self._line = self._bars.add_task("", total=self._total, completed=self._done)

    def step(self, task: Task, rollout: int, step: int) -> None:
        if self._bars is not None:
            which = f" rollout {rollout}" if self._rollouts > 1 else ""
            self._bars.update(self._line, description=f"{task.id}{which} step {step}  {self._tally}")

    def committed(self, finished: Finished, rows: Sequence[Row]) -> None:
        self._done += 1
        self._now += 1
        self._tally.add(rows)
        if self._bars is not None:
            self._bars.update(self._line, completed=self._done, description=str(self._tally))
        if not self._quiet:
            self._say(f"{self._done:>4}/{self._total} {told(finished, rows)} | {self._tally}{self._left()}")

    def end(self) -> None:
        if self._bars is not None:
            self._bars.stop()

    def _say(self, text: str) -> None:
        (self._bars.console if self._bars else self._console).print(text, markup=False, soft_wrap=True)

    def _left(self) -> str:
        """Time to the end at the pace of this session; the bars show their own."""
        todo = self._total - self._done
        if self._bars is not None or not todo:
            return ""
        return f", {duration(todo * (time.monotonic() - self._began) / self._now)} left"


class Tally:
    """Success rate (pass@1) with its interval, tokens and dollars of what is committed."""

    def __init__(self) -> None:
        self.won = self.scored = self.tokens = 0
        self.cost: float | None = 0.0

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if row["drawn"] and row["score"] is not None:
                self.scored += 1
                self.won += row["score"] >= 1
            self.tokens += sum(
                row[f"{purpose}_{kind}"] for purpose in Purpose for kind in ("input", "output")
            )
            self.cost = None if self.cost is None or row["cost"] is None else self.cost + row["cost"]

    def __str__(self) -> str:
        cost = "" if self.cost == 0 else ", price unknown" if self.cost is None else f", ${self.cost:.2f}"
        return f"{self._rate()}, {self.tokens:,} tokens{cost}"

    def _rate(self) -> str:
        from reasoningbank.report.stats import wilson

        if not self.scored:
            return "SR –"
        rate = wilson(self.won, self.scored)
        return f"SR {rate.percent:.1f} % [{rate.low:.0f}–{rate.high:.0f}] ({self.won}/{self.scored})"


def told(finished: Finished, rows: Sequence[Row]) -> str:
    """One task in a line: its marks by rollout, what was used, what was learnt."""
    first = rows[0]
    marks = "".join(_mark(row) for row in rows)
    learnt = f", learnt {first['items']}" if finished.extraction.experiences else ""
    used = f", used {first['retrieved']}" if first["retrieved"] else ""
    if len(rows) > 1:
        judged = "/".join(str(row["verdict"] or "–") for row in rows)
        picked = f", picked {_picked(finished)}" if finished.selection else ""
        return f"{marks} {finished.place.task.id}: judge {judged}{picked}{used}{learnt}"
    return (
        f"{marks} {finished.place.task.id}: {first['outcome']}, {first['steps']} steps, "
        f"judge {first['verdict'] or '–'}{used}{learnt}"
    )


def _mark(row: Row) -> str:
    if row["score"] is None:
        return "!" if row["outcome"] == "infrastructure_error" else "?"
    return "✓" if row["score"] >= 1 else "✗"


def _picked(finished: Finished) -> str:
    chosen = finished.selection.chosen if finished.selection else None
    return "none (unreadable)" if chosen is None else str(chosen)


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02d} min"
        if hours
        else f"{minutes} min"
        if minutes > 2
        else f"{rest + 60 * minutes} s"
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
