"""Run directories as one pandas frame: the rows that every table is made from.

One row a rollout. The columns of `results.csv` (`runner/records.py`; see docs/report.md), and the
run's own: run, benchmark, backbone, provider, model, memory, memory_k, sources, frame, judge,
judge_accuracy, matts, matts_k, arm, protocol, order, seed, deviations, intended, fingerprint. Made from
them: task (an id that is unique over benchmarks), cluster (the task's family), tokens_<part of Table 5>.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from reasoningbank.core.errors import UserError
from reasoningbank.report import settings

LOST = "infrastructure_error"
# the parts of Table 5, and which purposes they hold
TOKENS = {
    "action_generation": ("Action Generation", ("act", "refine")),
    "judge": ("LLM-as-a-Judge", ("judge",)),
    "memory_extraction": ("Memory Extraction", ("extract",)),
}
TEXTS = ("task_id", "subset", "site", "family", "outcome", "verdict", "retrieved", "similarity")


def find_runs(*roots: Path) -> list[Path]:
    """All run directories below `roots`, sorted. Raises `UserError` when there is none."""
    missing = [root for root in roots if not root.exists()]
    if missing:
        raise UserError("there is no such folder", ", ".join(map(str, missing)), "check the path")
    found = sorted({path.parent.resolve() for root in roots for path in root.rglob("manifest.json")})
    if not found:
        raise UserError(
            "there is no run here", ", ".join(map(str, roots)), "give a folder below outputs/, or start a run"
        )
    return found


def load_run(folder: Path) -> pd.DataFrame:
    """One row a rollout, with the run's columns. Empty, but with its columns, for a run without tasks."""
    frame = pd.DataFrame(_rows(folder))
    config, manifest = read_config(folder), read_json(folder / "manifest.json")
    own = {
        "run": str(folder),
        "backbone": manifest["backbone"],
        **settings.columns(config),
        "intended": manifest["benchmark"]["tasks"],
        "fingerprint": manifest["fingerprint"],
    }
    if not len(frame):
        return pd.DataFrame(
            columns=[*own, "task_id", "rollout", "outcome", "score", "steps", "verdict", "drawn"]
        )
    return _tidy(frame.drop(columns=["backbone"], errors="ignore").assign(**own))


def load_runs(*roots: Path | str) -> pd.DataFrame:
    """All runs below `roots`, one after another: one row a rollout (the module says which columns)."""
    frames = [load_run(folder) for folder in find_runs(*map(Path, roots))]
    filled = [frame for frame in frames if len(frame)]
    return pd.concat(filled or frames, ignore_index=True)


def to_parquet(frame: pd.DataFrame, path: Path) -> None:
    """Writes the frame for other tools. Raises `UserError` where pyarrow is not installed."""
    try:
        frame.to_parquet(path, index=False)
    except ImportError:
        raise UserError(
            "parquet needs pyarrow, which is not installed", str(path), "pip install pyarrow"
        ) from None


def scored(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows that count: the world did not fail, and the benchmark has graded them."""
    return frame[(frame["outcome"] != LOST) & frame["score"].notna()]


def drawn(frame: pd.DataFrame) -> pd.DataFrame:
    """One rollout a task, drawn at random when the run was made: pass@1."""
    return frame[frame["drawn"] == 1]


def _tidy(frame: pd.DataFrame) -> pd.DataFrame:
    if "drawn" not in frame:  # runs made before test-time scaling had one rollout a task
        frame = frame.assign(drawn=(frame["rollout"] == 0).astype(int))
    if "selected" not in frame:
        frame = frame.assign(selected=None)
    for name in TEXTS:
        if name in frame:
            frame[name] = frame[name].fillna("").astype(str)
    for name in ("score", "selected", "cost"):
        frame[name] = pd.to_numeric(frame[name])
    place = frame["benchmark"] + "/" + frame["subset"] + "/"
    # one template never spans two subsets; a task without a family is one of its own
    family = frame["family"].where(frame["family"] != "", "task " + frame["task_id"])
    return frame.assign(task=place + frame["task_id"], cluster=place + family, **_tokens(frame))


def _tokens(frame: pd.DataFrame) -> dict[str, Any]:
    """Tokens in and out of each part of Table 5, and of all three."""
    parts = {
        f"tokens_{key}": sum(
            frame[name].fillna(0)
            for p in purposes
            for kind in ("input", "output")
            if (name := f"{p}_{kind}") in frame
        )
        for key, (_, purposes) in TOKENS.items()
    }
    return {**parts, "tokens_total": sum(parts.values())}


def _rows(folder: Path) -> list[dict[str, Any]]:
    from reasoningbank.runner.rundir import RunDir

    return [row for line in RunDir(folder).ledger().values() for row in line["rows"]]


def read_config(folder: Path) -> dict[str, Any]:
    """The run's resolved configuration. Raises `UserError` when it is missing or damaged."""
    import yaml

    path = folder / "config.yaml"
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        loaded = yaml.load(path.read_text(), loader)
    except (OSError, yaml.YAMLError) as error:
        raise _damaged(path, error) from error
    if not isinstance(loaded, dict):
        raise _damaged(path, "it is empty")
    return loaded


def read_json(path: Path) -> Any:
    """A file of a run. Raises `UserError` when it is missing or damaged."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: object) -> UserError:
    return UserError(
        f"{path.name} cannot be read: {error}", str(path), "restore it, or move the run's folder away"
    )


def lean(frame: pd.DataFrame) -> pd.DataFrame:
    """The same rows, quicker to filter: texts as plain objects, call counts and retrievals left out."""
    usage = [name for name in frame if str(name).endswith(("_calls", "_input", "_output"))]
    kept = frame.drop(columns=[*usage, "retrieved", "similarity"], errors="ignore")
    return kept.astype({name: object for name in kept if isinstance(kept[name].dtype, pd.StringDtype)})
