"""What a report costs: reading runs, tables and figures, the page in a browser.

    python tests/benchmarks/bench_report.py [streams] [folder]

All runs are SYNTHETIC (tests/report/synthetic.py). Each measurement has a process of its own.

1. 40 streams of 684 tasks (8 arms, 5 seeds; two arms have 5 rollouts a task) as 40 run directories, then
   the same 40 streams as 200 directories, one a subset: `load_runs`, and the whole report without steps
   (target 10 s). The bare reading of the same ledgers with `json.loads` stands beside it.
2. 684 tasks and 5 methods with pages and screenshots: the report with steps, the size of `report.html`
   (target 5 MB), and the time until its task browser can be used in Chromium (target 2 s).

With `folder` the runs and reports stay there, to be looked at.
"""

from __future__ import annotations

# ruff: noqa: T201
import json
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.report.synthetic import RATES, SIZES, Synthetic, webarena_grid, write_run  # noqa: E402

TASKS = 684
SCALED: dict[str, Any] = {"matts": "parallel", "k": 5}
ARMS: tuple[dict[str, Any], ...] = (
    *({"memory": memory, "rate": rate} for memory, rate in RATES.items()),
    {"memory": "reasoningbank", "rate": 0.52, **SCALED},
    {"memory": "none", "rate": 0.40, **SCALED},
    {"memory": "reasoningbank", "rate": 0.47, "config": {"memory.k": 2}},
    {"memory": "reasoningbank", "rate": 0.46, "config": {"memory.sources": "success"}},
)


def streams(count: int) -> list[Synthetic]:
    """One directory a stream. PocketArena's name: no subset of WebArena has so many tasks."""
    base = Synthetic(benchmark="pocketarena", subset="all", tasks=TASKS, families=170)
    return [replace(base, seed=i // len(ARMS), **ARMS[i % len(ARMS)]) for i in range(count)]


def by_subset(count: int) -> list[Synthetic]:
    """The same streams as WebArena's five subsets: Table 1 is filled."""
    return [
        replace(Synthetic(subset=subset, tasks=size, families=max(size // 4, 5)), seed=i // len(ARMS), **arm)
        for i in range(count)
        for arm in (ARMS[i % len(ARMS)],)
        for subset, size in SIZES.items()
    ]


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    made = call()
    return made, time.perf_counter() - began


def apart(call: Callable[..., Any], *arguments: Any) -> Any:
    """In a process of its own, so that its peak memory is its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(call, *arguments).result()


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def write_all(root: Path, runs: Iterable[Synthetic]) -> int:
    return len([write_run(root, run) for run in runs])


def bare(root: Path) -> float:
    """Seconds to parse every ledger and nothing else."""
    ledgers = sorted(root.rglob("ledger.jsonl"))
    return timed(lambda: [json.loads(line) for ledger in ledgers for line in ledger.open()])[1]


def loading(root: Path) -> tuple[int, float, float]:
    """Rollouts, seconds with the imports, peak memory."""

    def load() -> Any:
        import reasoningbank

        return reasoningbank.load_runs(root)

    frame, seconds = timed(load)
    return len(frame), seconds, peak()


def building(root: Path, out: Path, traces: bool) -> tuple[float, float, int, int, float]:
    """Seconds (imports; all else), tables, figures, peak memory."""

    def imports() -> Any:
        from reasoningbank.report.build import build
        from reasoningbank.report.figures.base import plt

        plt()
        return build

    build, importing = timed(imports)

    def make() -> Any:
        from reasoningbank.report.frame import find_runs

        return build(find_runs(root), out, traces=traces)

    made, seconds = timed(make)
    return importing, seconds, len(made.tables) + len(made.plain), len(made.figures), peak()


def a_report(root: Path, out: Path, what: str) -> None:
    rollouts, seconds, memory = apart(loading, root)
    parsing = apart(bare, root)
    print(
        f"{what}: {rollouts:,} rollouts; load_runs {seconds:.2f} s with its imports, {memory:.0f} MB "
        f"(bare json.loads of the ledgers {parsing:.2f} s)"
    )
    importing, seconds, tables, figures, memory = apart(building, root, out, False)
    print(
        f"  report: {seconds:.2f} s ({seconds / parsing:.1f} of the bare reading), "
        f"and {importing:.2f} s of imports; "
        f"{tables} tables, {figures} figures, peak {memory:.0f} MB; "
        f"report.html {megabytes(out / 'report.html'):.2f} MB"
    )


def megabytes(*files: Path) -> float:
    return sum(file.stat().st_size for file in files) / 1e6


def in_chromium(page: Path) -> tuple[float, float, float, float]:
    """Medians of 5 visits: until the table of tasks is there, until a task is open; heap (MB); a search."""
    from playwright.sync_api import sync_playwright

    from envs.browser.chromium import find_chromium

    usable, opened, heap, searched = [], [], [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        for _ in range(5):
            visit = browser.new_page(viewport={"width": 1200, "height": 800})
            began = time.perf_counter()
            visit.goto(page.as_uri())
            visit.locator("#grid tbody button").first.wait_for()
            usable.append(time.perf_counter() - began)
            began = time.perf_counter()
            visit.locator("#grid tbody button").first.click()
            visit.locator("#detail summary").first.wait_for()
            opened.append(time.perf_counter() - began)
            visit.keyboard.press("Escape")
            began = time.perf_counter()
            visit.locator("#search").fill("filter")
            visit.wait_for_function("!document.getElementById('count').textContent.startsWith('0 ')")
            searched.append(time.perf_counter() - began)
            heap.append(visit.evaluate("performance.memory.usedJSHeapSize") / 1e6)
            visit.close()
        browser.close()
    return tuple(map(statistics.median, (usable, opened, heap, searched)))  # type: ignore[return-value]


def a_page(root: Path, out: Path) -> None:
    _, seconds, _, figures, memory = apart(building, root, out, True)
    beside = [file for file in (out / "report_data").rglob("*") if file.is_file()]
    print(
        f"page of {TASKS} tasks and 5 methods with steps: built in {seconds:.2f} s, peak {memory:.0f} MB, "
        f"{figures} figures; report.html {megabytes(out / 'report.html'):.2f} MB, "
        f"{len(beside):,} files beside it with {megabytes(*beside):.0f} MB"
    )
    usable, opened, heap, searched = apart(in_chromium, out / "report.html")
    print(
        f"  in Chromium: usable after {usable:.2f} s, a task opens in {opened:.2f} s, "
        f"a search takes {searched:.2f} s, heap {heap:.0f} MB (medians of 5)"
    )


def main(count: int = 40, kept: str = "") -> None:
    with tempfile.TemporaryDirectory() as passing:
        root = Path(kept or passing).resolve()
        sets = {"streams": streams(count), "subsets": by_subset(count)}
        for name, runs in sets.items():
            folder = root / name
            made = write_all(folder, runs) if not folder.exists() else len(runs)
            a_report(folder, root / f"{name}-report", f"{count} streams x {TASKS} tasks, {made} directories")
        if not (root / "page").exists():
            write_all(root / "page", [replace(run, details=True) for run in webarena_grid()])
        a_page(root / "page", root / "page-report")
    print(f"cpus {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str), sys.argv[1:], strict=False)))
