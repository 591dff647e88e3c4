"""`rb mind2web FOLDER…`: every number of a Mind2Web run beside its variants (docs/mind2web.md).

Macro averages (over a task's steps, then over tasks) are what the paper's table 3 shows; micro averages
are over all steps. Over seeds: the mean, and the standard deviation where there are several.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoningbank.core.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

HELP = "every Mind2Web number of some runs, with its variants: macro, micro, any positive, ceilings"
OVERRIDES = False
RATES = {
    "element_accuracy": "element accuracy",
    "element_accuracy_first": "… the first positive",
    "element_accuracy_any": "… any positive",
    "action_f1": "action F1",
    "step_success_rate": "step success",
    "step_success_exact": "… the whole action string",
    "step_success_loose": "… element and F1 of 1",
}
CEILING, TASK = "ceiling: steps that pass the gate", "task success"


@dataclass(frozen=True)
class Number:
    """One number of one stream, as a share. A task's own success has no micro average."""

    name: str
    macro: float
    micro: float | None


@dataclass(frozen=True)
class Counts:
    """What the shares are shares of. `lost` tasks were spoilt by the world and count nowhere."""

    tasks: int
    solved: int
    steps: int
    gate_misses: int
    unread: int
    overflows: int
    lost: int


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, help="run folders, or folders that hold some")


def run(given: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Prints one table for each setting. Raises `UserError` when there is no Mind2Web run."""
    from rich.console import Console
    from rich.table import Table

    streams = found_streams(given.folders)
    if not streams:
        where = ", ".join(str(folder) for folder in given.folders)
        raise UserError("there is no Mind2Web run here", where, "run one: rb run benchmark=mind2web_sample")
    for setting, folders in streams.items():
        frames = [read(folder) for folder in folders]
        table = Table("", "macro %", "micro %", title=setting, title_justify="left", caption=told(frames))
        for same in zip(*(numbers(frame) for frame in frames), strict=True):
            table.add_row(same[0].name, spread(n.macro for n in same), spread(n.micro for n in same))
        Console().print(table)
    return 0


def found_streams(folders: Iterable[Path]) -> dict[str, list[Path]]:
    """The Mind2Web runs below `folders`, by all that is not their seed. Gold trajectories are marked."""
    import yaml

    streams: dict[str, list[Path]] = {}
    for path in sorted({path for folder in folders for path in folder.glob("**/results.csv")}):
        config: dict[str, Any] = yaml.safe_load((path.parent / "config.yaml").read_text())
        keys = config["benchmark"]
        if keys["name"] != "mind2web":
            continue
        gold = " GOLD TRAJECTORIES: labels reached judge and bank" if keys["trajectory"] == "gold" else ""
        # RUN/mind2web-SUBSET/BACKBONE/METHOD/SEED/results.csv: seeds of one run are one setting
        name, _, backbone, method = path.parts[-6:-2]
        setting = f"{name} · {keys['subset']} · {backbone} · {method} · protocol {keys['protocol']}{gold}"
        streams.setdefault(setting, []).append(path.parent)
    return streams


def read(folder: Path) -> pd.DataFrame:
    """The rollout of each task that stands for it (with one rollout, that one)."""
    import pandas as pd

    frame = pd.read_csv(folder / "results.csv")
    return frame[frame["drawn"] == 1] if "drawn" in frame else frame


def numbers(frame: pd.DataFrame) -> list[Number]:
    """Every number of one stream; what the world spoilt is left out."""
    scored = frame.dropna(subset=["score"])
    steps = scored["recorded_steps"]

    def both(name: str, shares: pd.Series[float]) -> Number:
        return Number(name, float(shares.mean()), float((shares * steps).sum() / steps.sum()))

    passed = 1 - scored["gate_misses"] / steps
    return [
        *(both(name, scored[column]) for column, name in RATES.items()),
        Number(TASK, float((scored["score"] >= 1).mean()), None),
        both(CEILING, passed),
        Number("ceiling: tasks whose steps all pass", float((scored["gate_misses"] == 0).mean()), None),
    ]


def counts(frame: pd.DataFrame) -> Counts:
    scored = frame.dropna(subset=["score"])

    def total(column: str) -> int:
        return int(scored[column].sum())

    return Counts(
        len(scored),
        int((scored["score"] >= 1).sum()),
        total("recorded_steps"),
        total("gate_misses"),
        total("unread_replies"),
        total("overflows"),
        len(frame) - len(scored),
    )


def told(frames: Sequence[pd.DataFrame]) -> str:
    """The raw counts of each seed."""
    return "\n".join(
        f"{c.solved} of {c.tasks} tasks; {c.steps} steps: {c.gate_misses} not asked (target not offered), "
        f"{c.unread} replies without an element, {c.overflows} prompts too long"
        + (f"; {c.lost} tasks lost" if c.lost else "")
        for c in map(counts, frames)
    )


def spread(shares: Iterable[float | None]) -> str:
    """Mean over seeds in percent, with the standard deviation of several."""
    import numpy as np

    values = [100 * share for share in shares if share is not None]
    if not values:
        return ""
    deviation = f" ± {np.std(values, ddof=1):.1f}" if len(values) > 1 else ""
    return f"{np.mean(values):.1f}{deviation}"
