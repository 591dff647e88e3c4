"""One process working on one run: everything put together, started, and closed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from reasoningbank.build import Parts, rollout_worker
from reasoningbank.config import Config
from reasoningbank.core.types import Retrieval, Task
from reasoningbank.llm.budget import RunBudget
from reasoningbank.matts.select import Selector
from reasoningbank.runner.engine import build_engine
from reasoningbank.runner.limits import RunLimits
from reasoningbank.runner.progress import Progress
from reasoningbank.runner.rollout import RolloutResult
from reasoningbank.runner.rundir import RunDir
from reasoningbank.runner.stream import Stream
from reasoningbank.runner.wave import Learner, Place, WaveWork

Keep = Callable[[Place, Retrieval, RolloutResult], None]


def run_stream(
    config: Config,
    folder: RunDir,
    parts: Parts,
    tasks: Sequence[Task],
    budget: RunBudget,
    book: Callable[[Mapping[str, Any]], object],
) -> None:
    """Runs or resumes the stream in `folder`. Raises what stops a run (`UserError`, `BudgetExceeded`)."""
    title = f"{_below(folder.root, config.run.output_root)} [{parts.label}]"
    progress = Progress(config.run.progress, title, rollouts=config.matts.rollouts)
    learns = config.runner.protocol == "stream"
    limits = RunLimits(config, budget, len(tasks))
    engine = build_engine(
        config,
        _engine_name(config, parts),
        lambda: rollout_worker(config, parts, config.engine.workers, progress.step),
        book,
    )
    threads = ThreadPoolExecutor(config.engine.workers, thread_name_prefix="rollout-learn")
    learner = Learner(
        parts.memory,
        _selector(config, parts),
        aggregate=config.matts.name in ("parallel", "sequential"),
        learns=learns,
    )

    def work(keep: Keep) -> WaveWork:
        return WaveWork(engine, threads, learner, config.matts.rollouts, keep)

    def before_wave(wave: int) -> None:
        limits.check()
        if prepare := getattr(parts.benchmark, "before_wave", None):
            prepare(wave)

    stream = Stream(
        tasks,
        config.runner.wave,
        parts.memory,
        work,
        folder,
        progress,
        parts.label,
        config.seed,
        learns,
        before_wave,
        limits.committed,
    )
    try:
        stream.run(config.runner.retry)
    finally:
        progress.end()
        threads.shutdown(wait=False, cancel_futures=True)
        engine.close()


def _selector(config: Config, parts: Parts) -> Selector | None:
    if not config.matts.select or config.matts.rollouts == 1:
        return None
    return Selector(
        parts.booked["selector"],
        config.seed,
        config.matts.select_temperature,
        domain=parts.benchmark.domain,
    )


def _engine_name(config: Config, parts: Parts) -> str:
    """`auto` is the benchmark's wish; threads where it has none."""
    wish = str(getattr(parts.benchmark, "engine", "threads"))
    return wish if config.engine.name == "auto" else config.engine.name


def _below(folder: Path, root: str) -> Path:
    return folder.relative_to(Path(root).resolve())
