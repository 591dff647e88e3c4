"""Run directories as one pandas frame: the rows that every table is made from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from reasoningbank.core.errors import UserError


def find_runs(*roots: Path) -> list[Path]:
    """All run directories below `roots`, sorted. Raises `UserError` when there is none."""
    found = sorted({path.parent for root in roots for path in root.rglob("manifest.json")})
    if not found:
        raise UserError(
            "there is no run here", ", ".join(map(str, roots)), "give a folder below outputs/, or start a run"
        )
    return found


def load_run(folder: Path) -> pd.DataFrame:
    """One row a rollout, with the run's benchmark, backbone, memory method and seed beside it."""
    rows = _rows(folder)
    config, manifest = _config(folder), json.loads((folder / "manifest.json").read_text())
    frame = pd.DataFrame(rows)
    frame.insert(0, "run", str(folder))
    for name, value in {
        "benchmark": config["benchmark"]["name"],
        "backbone": manifest["backbone"],
        "memory": config["memory"]["name"],
        "seed": config["seed"],
        "intended": manifest["benchmark"]["tasks"],
    }.items():
        frame[name] = value
    return frame


def load_runs(*roots: Path) -> pd.DataFrame:
    """All runs below `roots`, one after another."""
    frames = [load_run(folder) for folder in find_runs(*roots)]
    return pd.concat([frame for frame in frames if len(frame)], ignore_index=True)


def _rows(folder: Path) -> list[dict[str, Any]]:
    from reasoningbank.runner.rundir import RunDir

    return [row for line in RunDir(folder).ledger().values() for row in line["rows"]]


def _config(folder: Path) -> dict[str, Any]:
    import yaml

    loaded: dict[str, Any] = yaml.safe_load((folder / "config.yaml").read_text())
    return loaded
