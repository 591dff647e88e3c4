"""Preparing the sample: its repositories are made here, so nothing is fetched."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from filelock import FileLock

from envs.swebench.prepare.builder import prepare
from envs.swebench.rows import Row
from envs.swebench.sample.environment import recipe
from envs.swebench.sample.rows import build
from envs.swebench.store import Store


def prepare_missing(rows: Sequence[Row], store: Store, seconds: float) -> None:
    """Prepares what is not ready, once for all processes. What fails is in each instance's status."""
    store.root.mkdir(parents=True, exist_ok=True)
    with FileLock(store.root / "sample.lock"):
        missing = [row for row in rows if not ((status := store.status(row)) and status.gradable)]
        if not missing:
            return
        sources = store.work / "sample-sources"
        try:
            build(sources)
            for row in missing:
                prepare(row, store, recipe(sources / row.instance_id), seconds)
        finally:
            shutil.rmtree(sources, ignore_errors=True)
