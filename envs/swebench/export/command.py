"""`rb swebench export` and `submit`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console

from envs.swebench.export.run import FinishedRun, Prediction
from envs.swebench.export.trajectory import traj
from envs.swebench.grading.official import KEPT
from envs.swebench.library import versions
from envs.swebench.patch import digest
from envs.swebench.store import Store, cache_folder
from reasoningbank.core.errors import UserError

_SUBSET, _SPLIT = "swe-bench_verified", "test"


def export(folder: Path, target: Path | None) -> int:
    """Writes predictions, trajectories, logs and the leaderboard's descriptions. Raises `UserError`."""
    run = FinishedRun.read(folder)
    target = target or folder / "swebench"
    write(run, target)
    graded = [one for one in run.predictions if one.score is not None]
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{len(run.predictions)} predictions, {_words(run)}")
    if len(graded) < len(run.predictions):
        console.print(
            f"{len(run.predictions) - len(graded)} of them are not graded: rb swebench grade {folder}"
        )
    console.print(f"written to {target}")
    return 0


def submit(folder: Path, run_id: str | None) -> int:
    """Exports, then calls sb-cli, which needs SWEBENCH_API_KEY. Raises `UserError` without sb-cli."""
    run = FinishedRun.read(folder)
    if run.config.subset == "sample":
        raise UserError(
            "the sample is not known to the hosted evaluation", str(folder), "run verified or mini"
        )
    if not shutil.which("sb-cli"):
        raise UserError("the program sb-cli is not installed", "rb swebench submit", "pip install sb-cli")
    target = folder / "swebench"
    write(run, target)
    command = ["sb-cli", "submit", _SUBSET, _SPLIT, "--predictions_path", str(target / "preds.json")]
    return subprocess.run([*command, "--run_id", run_id or run.name], check=False).returncode


def write(run: FinishedRun, target: Path) -> None:
    """Everything below `target`; what an earlier export left there is replaced."""
    for name in ("trajs", "logs"):
        shutil.rmtree(target / name, ignore_errors=True)
        (target / name).mkdir(parents=True)
    found = {one.instance_id: _prediction(one, run.name) for one in run.predictions}
    (target / "preds.json").write_text(json.dumps(found, indent=2) + "\n")
    lines = [json.dumps(prediction) + "\n" for prediction in found.values()]
    (target / "all_preds.jsonl").write_text("".join(lines))
    (target / "metadata.yaml").write_text(yaml.safe_dump(_metadata(run), sort_keys=False))
    (target / "README.md").write_text(_readme(run))
    store = Store(cache_folder(run.config.cache))
    for one in run.predictions:
        path = target / "trajs" / f"{one.instance_id}.traj.json"
        path.write_text(json.dumps(traj(one, run.config.agent), indent=1) + "\n")
        _logs(store, one, target / "logs" / one.instance_id)


def _prediction(one: Prediction, name: str) -> dict[str, str]:
    return {"model_name_or_path": name, "instance_id": one.instance_id, "model_patch": one.patch}


def _logs(store: Store, one: Prediction, target: Path) -> None:
    """The grader's own files, official ones before local ones, under the names that it gave them."""
    target.mkdir()
    (target / "patch.diff").write_text(one.patch)
    found = list((store.root / "grades" / one.instance_id).glob(f"*-{digest(one.patch)}"))
    for folder in sorted(found, reverse=True):
        if one.patch and not folder.name.startswith("local-proof"):
            for name in KEPT:
                if (folder / name).exists():
                    shutil.copy(folder / name, target / name)
            return


def _metadata(run: FinishedRun) -> dict[str, Any]:
    return {
        "info": {"name": run.name, "site": None, "report": None, "authors": None, "logo": None},
        "assets": {"logs": "logs", "trajs": "trajs"},
        "tags": {"checked": False, "os_system": True, "system": {"attempts": "1"}},
        "harness": {**versions(), "subset": run.config.subset, "max_steps": run.config.max_steps},
    }


def _readme(run: FinishedRun) -> str:
    details = sorted({_label(run.folder, one) for one in run.predictions} - {""})
    graded = "; ".join(details) or "not graded"
    lost = f"\nLeft out, since the world failed: {', '.join(run.lost)}.\n" if run.lost else ""
    return f"# {run.name}\n\nSWE-bench {run.config.subset}: {_words(run)}.\n\nGrading: {graded}.\n{lost}"


def _words(run: FinishedRun) -> str:
    graded = [one for one in run.predictions if one.score is not None]
    resolved = sum(one.score == 1.0 for one in graded)
    empty = sum(not one.patch for one in run.predictions)
    return f"{resolved} of {len(graded)} graded resolved, {empty} empty, {len(run.lost)} lost to the world"


def _label(folder: Path, one: Prediction) -> str:
    path = folder / "tasks" / one.instance_id / f"score-{one.rollout}.json"
    if not one.patch or not path.exists():
        return ""
    detail = str(json.loads(path.read_text())["detail"])
    return detail.rpartition("(")[2].rstrip(")") if detail.endswith(")") else ""
