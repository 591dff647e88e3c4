"""`rb swebench prepare` and `status`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console

from envs.swebench import library
from envs.swebench.benchmark import SWEBench
from envs.swebench.config import SWEBenchConfig
from envs.swebench.prepare import freeze
from envs.swebench.prepare.builder import Recipe, prepare
from envs.swebench.prepare.official import recipe
from envs.swebench.rows import Row
from envs.swebench.sandboxes import bubblewrap
from envs.swebench.store import Status, Store
from reasoningbank.core.errors import InfrastructureError, UserError

_KINDS = {True: "can be graded here", False: "cannot"}
MakeRecipe = Callable[[Row], Recipe]


def prepare_all(given: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Prepares the chosen instances, one line each. 0 when all of them can be graded here, else 1."""
    benchmark, config = chosen(overrides)
    bubblewrap.check()
    library.mini()
    store, rows = benchmark.store, benchmark.rows
    if config.subset == "sample":
        return _sample(store, rows, config)
    freezes = freeze.local_copy(given.freezes or freeze.OFFICIAL, store.root)
    return _prepare(
        rows, store, lambda row: recipe(row, store, given.mirrors, freezes), config, given.again, given.jobs
    )


def show(overrides: Sequence[str]) -> int:
    """What is known of the chosen instances. 0 when all of them can be graded here, else 1."""
    benchmark, _ = chosen(overrides)
    found = [benchmark.store.status(row) for row in benchmark.rows]
    console = Console(highlight=False, soft_wrap=True)
    for row, status in zip(benchmark.rows, found, strict=True):
        console.print(_line(row, status))
    return _sum(console, found)


def chosen(overrides: Sequence[str]) -> tuple[SWEBench, SWEBenchConfig]:
    """The benchmark that the overrides name. Raises `UserError` when it is not SWE-bench."""
    from reasoningbank.compose import compose

    named = [word for word in overrides if word.startswith("benchmark=")]
    config = compose([*overrides, *([] if named else ["benchmark=swebench/sample"])]).benchmark
    if not isinstance(config, SWEBenchConfig):
        raise UserError(
            f"{config.name} is not SWE-bench", " ".join(named), "benchmark=swebench/verified, mini or sample"
        )
    return SWEBench(config), config


def _sample(store: Store, rows: Sequence[Row], config: SWEBenchConfig) -> int:
    from envs.swebench.sample.prepare import prepare_missing

    prepare_missing(rows, store, config.grading_seconds)
    console = Console(highlight=False, soft_wrap=True)
    found = [store.status(row) for row in rows]
    for row, status in zip(rows, found, strict=True):
        console.print(_line(row, status))
    return _sum(console, found)


def _prepare(
    rows: Sequence[Row], store: Store, make: MakeRecipe, config: SWEBenchConfig, again: bool, jobs: int
) -> int:
    console = Console(highlight=False, soft_wrap=True)

    def one(row: Row) -> Status:
        known = store.status(row)
        if known is None or again or not known.gradable:
            known = _one(row, store, make, config)
        console.print(_line(row, known))
        return known

    with ThreadPoolExecutor(max(jobs, 1)) as pool:
        found = list(pool.map(one, rows))
    return _sum(console, found)


def _one(row: Row, store: Store, make: MakeRecipe, config: SWEBenchConfig) -> Status:
    try:
        return prepare(row, store, make(row), config.grading_seconds)
    except InfrastructureError as error:
        status = Status(row.fingerprint, reason=" ".join(str(error).split())[:400])
        prepared = store.prepared(row.instance_id)
        prepared.root.mkdir(parents=True, exist_ok=True)
        prepared.write(status)
        return status


def _line(row: Row, status: Status | None) -> str:
    if status is None:
        return f"  ? {row.instance_id}: not prepared"
    if not status.gradable:
        return f"  ✗ {row.instance_id}: {status.reason}"
    without = f", without {', '.join(status.left_out)}" if status.left_out else ""
    times = f"gold {status.gold_seconds:.1f} s, untouched {status.empty_seconds:.1f} s"
    return f"  ✓ {row.instance_id}: Python {status.version}, {times}{without}"


def _sum(console: Console, found: Sequence[Status | None]) -> int:
    counts = Counter(status is not None and status.gradable for status in found)
    console.print(", ".join(f"{counts[kind]} {words}" for kind, words in _KINDS.items()))
    return int(counts[False] > 0)
