"""One run, from the command line: `python -m reasoningbank.run benchmark=… memory=… llm=…`."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reasoningbank.compose import compose
from reasoningbank.config import Config
from reasoningbank.core.errors import UserError


def run(config: Config, command: Sequence[str] = ()) -> Path:
    """Runs or resumes what `config` says; returns the run directory. Raises `UserError`."""
    from reasoningbank.build import build
    from reasoningbank.llm.ledger import LedgeredLLM
    from reasoningbank.runner.rundir import RunDir

    folder = RunDir(run_dir(config))
    parts = build(config, lambda llm: LedgeredLLM(llm, lambda line: folder.append("usage.jsonl", line)))
    parts.benchmark.check()
    for llm in set(parts.llms.values()):
        llm.check()
    with folder.lock(), _stop_signals():
        _prepare(config, folder, parts, command)
        _stream(config, folder, parts)
    return folder.root


def run_dir(config: Config) -> Path:
    """`<output_root>/<name>/<benchmark>-<subset>/<llm>/<memory>/seed<k>`, as an absolute path."""
    model = config.llm.model or config.llm.provider
    names = (
        config.run.name,
        f"{config.benchmark.name}-{config.benchmark.subset}",
        model,
        config.memory.name,
        f"seed{config.seed}",
    )
    return Path(config.run.output_root, *(re.sub(r"[^\w.+-]+", "-", name) for name in names)).resolve()


def selected_tasks(config: Config, tasks: Sequence[Any]) -> list[Any]:
    """The tasks of this run, in the order of the stream."""
    return list(tasks)[: config.runner.limit]


def _prepare(config: Config, folder: Any, parts: Any, command: Sequence[str]) -> None:
    """Writes configuration and manifest, or checks that the folder belongs to the same run."""
    import yaml

    from reasoningbank.manifest import identity, manifest
    from reasoningbank.runner.fingerprint import refuse_if_changed

    before = folder.read_json("manifest.json")
    if before is not None:
        refuse_if_changed(before["identity"], identity(config, parts), str(folder.root))
    tasks = len(selected_tasks(config, parts.benchmark.tasks()))
    folder.write_text("config.yaml", yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    if before is None or before["benchmark"]["tasks"] != tasks:
        folder.write_json("manifest.json", manifest(config, parts, tasks, list(command)))


def _stream(config: Config, folder: Any, parts: Any) -> None:
    from reasoningbank.report.summary import summarise
    from reasoningbank.runner.progress import Progress
    from reasoningbank.runner.rollout import EnvironmentPool, RolloutWorker
    from reasoningbank.runner.stream import Stream

    title = f"{folder.root.relative_to(Path(config.run.output_root).resolve())} [{parts.llms['agent'].label}]"
    progress = Progress(config.run.progress, title)
    environments = EnvironmentPool(parts.benchmark, config.engine.workers)
    executor = ThreadPoolExecutor(config.engine.workers, thread_name_prefix="rollout")
    worker = RolloutWorker(
        parts.agent,
        parts.judge,
        environments,
        config.runner.infra_retries,
        config.runner.rollout_seconds,
        config.run.screenshots,
        progress.step,
    )
    tasks = selected_tasks(config, parts.benchmark.tasks())
    stream = Stream(tasks, config.runner.wave, parts.memory, worker, executor, folder, progress)
    try:
        stream.run()
    finally:
        progress.end()
        executor.shutdown(wait=False, cancel_futures=True)
        environments.close()
        folder.write_json("summary.json", summarise(folder.root))


@contextmanager
def _stop_signals() -> Iterator[None]:
    """SIGTERM ends a run as Ctrl-C does: what is committed stays, and everything is closed."""

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 the user's mistake, 130 stopped."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        folder = run(compose(given), ["python", "-m", "reasoningbank.run", *given])
    except UserError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the same command goes on from here\n")
        # a rollout may still sit in a model call: nothing it could still do is needed
        sys.stdout.flush()
        os._exit(130)
    from reasoningbank.report.table import print_summary

    print_summary([folder])
    return 0


if __name__ == "__main__":
    sys.exit(main())
