"""How far a run is, from its directory alone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from reasoningbank.runner.progress import Tally
from reasoningbank.runner.rundir import RunDir


def status(folder: Path) -> tuple[str, str, str, str, str, str]:
    """Run, state (running, stopped, done), tasks done, lost to the world, tally, time of the last one."""
    run = RunDir(folder)
    lines = run.ledger().values()
    intended = run.read_json("manifest.json")["benchmark"]["tasks"]
    lost = sum(line["outcome"] == "infrastructure_error" for line in lines)
    tally = Tally()
    for line in lines:
        tally.add(line["rows"])
    state = "running" if run.in_use() else "done" if len(lines) - lost >= intended else "stopped"
    ledger = folder / "ledger.jsonl"
    last = ledger.stat().st_mtime if ledger.exists() else None
    when = "" if last is None else datetime.fromtimestamp(last).strftime("%d %b %H:%M:%S")
    return _short(folder), state, f"{len(lines) - lost}/{intended}", str(lost), str(tally), when


def _short(path: Path) -> str:
    path = path.resolve()
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
