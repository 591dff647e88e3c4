"""One instance made ready: checkout, environment, the script's own set-up, and the proof that grades hold."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from envs.swebench.grading.local import LocalGrader
from envs.swebench.prepare.environment import inside
from envs.swebench.prepare.git import checkout
from envs.swebench.prepare.python import Interpreter
from envs.swebench.rows import Row
from envs.swebench.store import Prepared, Status, Store, Workspace
from reasoningbank.core.errors import InfrastructureError

# builds the environment in a workspace whose checkout is there; returns the pins it had to leave out
MakeEnvironment = Callable[[Workspace], tuple[str, ...]]


@dataclass(frozen=True)
class Recipe:
    """What one instance is made from: where its history is fetched, and its environment."""

    source: str
    python: Interpreter
    make_environment: MakeEnvironment
    wheels: Path | None = None


def prepare(row: Row, store: Store, recipe: Recipe, seconds: float) -> Status:
    """Prepares one instance anew; `seconds` is the limit of one grade. What fails is in the status."""
    prepared = store.prepared(row.instance_id)
    shutil.rmtree(store.grades(row), ignore_errors=True)
    shutil.rmtree(prepared.root, ignore_errors=True)
    prepared.root.mkdir(parents=True)
    status = Status(row.fingerprint)
    try:
        checkout(recipe.source, row.base_commit, prepared)
        left_out = _build(row, store, prepared, recipe)
        python = recipe.python
        status = replace(status, python=str(python.prefix), version=python.version, left_out=left_out)
        prepared.write(status)
        status = prove(row, store, status, seconds)
    except InfrastructureError as error:
        status = replace(status, reason=" ".join(str(error).split())[:400])
    prepared.write(status)
    return status


def prove(row: Row, store: Store, status: Status, seconds: float) -> Status:
    """Grades the gold patch, which must resolve, and the untouched checkout, which must not."""
    grader = LocalGrader(store, seconds)
    gold = grader.run(row, row.patch)
    empty = grader.run(row, "")
    reason = ""
    if not gold.resolved:
        reason = f"the gold patch does not pass here: {gold.detail}"
    elif empty.resolved:
        reason = "the untouched checkout passes: the tests do not tell"
    return replace(
        status,
        gradable=not reason,
        reason=reason,
        gold_seconds=round(gold.seconds, 2),
        empty_seconds=round(empty.seconds, 2),
    )


def prelude(row: Row) -> str:
    """The evaluation script up to where it lays out the tests: what installs the checkout."""
    lines = row.eval_script.splitlines()
    end = next((i for i, line in enumerate(lines) if line.startswith(f"git checkout {row.base_commit}")), 0)
    return "\n".join(lines[:end]) + "\n"


def _build(row: Row, store: Store, prepared: Prepared, recipe: Recipe) -> tuple[str, ...]:
    if recipe.wheels:
        recipe.wheels.mkdir(parents=True, exist_ok=True)
    workspace = Workspace.empty(store.work, prepared.objects, recipe.python.prefix, recipe.wheels)
    try:
        workspace.testbed.rmdir()
        prepared.testbed.rename(workspace.testbed)
        left_out = recipe.make_environment(workspace)
        (workspace.root / "eval.sh").write_text(prelude(row))
        inside(workspace, ["bash", "/eval.sh"])
        workspace.testbed.rename(prepared.testbed)
        workspace.env.rename(prepared.env)
        return left_out
    finally:
        workspace.close()
