"""`rb rescore`: another matcher or other references, applied to a finished run without its agents."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from reasoningbank.config import Config
    from reasoningbank.core.types import Message, Reply
    from reasoningbank.llm import CheckedLLM

HELP = "score a finished run by another matcher or other references, without running agents"
OVERRIDES = True
ALLOWED = ("benchmark.fuzzy", "benchmark.annotations", "benchmark.fixes", "benchmark.deployment", "matcher.")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="a run directory (the one with results.csv)")
    parser.add_argument("--out", type=Path, help="file to write; default: FOLDER/rescored.csv")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    """Writes one row a rollout: the score as it was, as it would be, and why. Changes nothing else."""
    from reasoningbank.runner.rundir import write_whole

    before, after = _configs(given.folder, overrides)
    frame = rescored(given.folder, before, after)
    path = given.out or given.folder / "rescored.csv"
    write_whole(path, frame.to_csv(index=False).encode())
    _tell(frame, path)
    return 0


def rescored(folder: Path, before: Config, after: Config) -> pd.DataFrame:
    """Columns task_id, rollout, before, after (empty: cannot be told offline), why; in stream order."""
    import pandas as pd
    from pydantic import TypeAdapter

    from reasoningbank.build import build_benchmark, build_llms
    from reasoningbank.core.errors import InfrastructureError, UserError
    from reasoningbank.core.types import Score, Trajectory

    benchmark: Any = build_benchmark(after)
    score = benchmark.rescorer(before.benchmark, _CheckedOnce(build_llms(after, benchmark)["matcher"]))
    trajectories, scores = TypeAdapter(Trajectory), TypeAdapter(Score)
    rows = []
    for row in pd.read_csv(folder / "results.csv", dtype={"task_id": str}).itertuples():
        task = folder / "tasks" / str(row.task_id)
        if not (task / f"score-{row.rollout}.json").exists():
            continue  # the world failed
        trajectory = trajectories.validate_json((task / f"rollout-{row.rollout}.json").read_bytes())
        stored = scores.validate_json((task / f"score-{row.rollout}.json").read_bytes())
        try:
            found = score(trajectory, stored)
        except InfrastructureError as error:
            raise UserError(
                f"the matcher failed at task {row.task_id}: {error}", str(folder), "give the command again"
            ) from error
        rows.append((row.task_id, row.rollout, stored.value, found.value, found.why))
    return pd.DataFrame(rows, columns=["task_id", "rollout", "before", "after", "why"])


class _CheckedOnce:
    """A matcher whose key is looked for when it is first asked, not before: most tasks need none."""

    def __init__(self, inner: CheckedLLM) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._checked = inner, False

    def complete(self, messages: Sequence[Message], **sampling: Any) -> Reply:
        if not self._checked:
            self._inner.check()
            self._checked = True
        return self._inner.complete(messages, **sampling)


def _configs(folder: Path, overrides: Sequence[str]) -> tuple[Config, Config]:
    from omegaconf import OmegaConf

    from reasoningbank import plugins
    from reasoningbank.config import validate
    from reasoningbank.core.errors import UserError
    from reasoningbank.report.frame import read_config

    if other := [word for word in overrides if not word.startswith(ALLOWED)]:
        raise UserError(
            f"{other[0].partition('=')[0]} does not change how a run is scored",
            other[0],
            f"what does: {', '.join(ALLOWED)}",
        )
    if not (folder / "results.csv").is_file():
        raise UserError("there is no results.csv here", str(folder), "give a run directory (…/seed0)")
    saved = read_config(folder)
    before = validate(saved)
    if not hasattr(plugins.load("benchmarks", before.benchmark.name), "rescorer"):
        raise UserError(
            f"runs of {before.benchmark.name} cannot be scored again offline",
            str(folder),
            "run the tasks again",
        )
    changed = OmegaConf.to_container(OmegaConf.merge(saved, OmegaConf.from_dotlist(list(overrides))))
    assert isinstance(changed, dict)
    return before, validate({str(key): value for key, value in changed.items()})


def _tell(frame: pd.DataFrame, path: Path) -> None:
    unknown = frame[frame["after"].isna()]
    known = frame.dropna(subset=["after"])
    changed = known[known["before"] != known["after"]]
    better, worse = (changed["after"] > changed["before"]).sum(), (changed["after"] < changed["before"]).sum()
    print(f"{len(frame)} rollouts: {len(changed)} scores change ({better} up, {worse} down)")
    if len(known):
        rates = (100 * (known[column] >= 1).mean() for column in ("before", "after"))
        print("success rate {:.1f} % → {:.1f} %".format(*rates) + f", over {len(known)} rollouts")
    if len(unknown):
        tasks = ", ".join(unknown["task_id"].unique())
        print(f"cannot be told without the live page, {len(unknown)} rollouts, of the tasks {tasks}")
    print(f"written: {path}")
