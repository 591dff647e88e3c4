"""One run, from the command line: `python -m reasoningbank.run benchmark=… memory=… llm=…`."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reasoningbank.compose import compose
from reasoningbank.config import Config
from reasoningbank.core.errors import BudgetExceeded, UserError, of_file_system


def run(config: Config, command: Sequence[str] = ()) -> Path:
    """Runs or resumes what `config` says; returns the run directory. Raises `UserError`."""
    from reasoningbank.build import build
    from reasoningbank.llm.budget import RunBudget
    from reasoningbank.llm.ledger import LedgeredLLM
    from reasoningbank.report.summary import summarise
    from reasoningbank.runner.frozen import load_bank
    from reasoningbank.runner.rundir import RunDir
    from reasoningbank.runner.selection import selected_tasks
    from reasoningbank.runner.session import run_stream

    folder = RunDir(run_dir(config))
    spent = sum(line["cost"] or 0.0 for line in folder.read_lines("usage.jsonl"))
    budget = RunBudget(config.run.max_cost, spent)

    def book(line: Mapping[str, Any]) -> None:
        folder.append("usage.jsonl", line, sync=False)  # a line a call: a sync would cost more
        budget.add(line["cost"])

    parts = build(config, lambda llm: LedgeredLLM(llm, book))
    parts.benchmark.check()
    for llm in set(parts.llms.values()):
        llm.check()
    tasks = selected_tasks(config, parts.benchmark.tasks())
    refuse_if_too_dear(config, len(tasks))
    if config.runner.protocol == "frozen":
        load_bank(config, parts.memory)
    with folder.lock(), _stop_signals():
        _prepare(config, folder, parts, command, len(tasks))
        try:
            run_stream(config, folder, parts, tasks, budget, book)
        finally:
            folder.write_json("summary.json", summarise(folder.root))
    return folder.root


def run_dir(config: Config) -> Path:
    """`<output_root>/<name>/<benchmark>-<subset>/<llm>/<method>/seed<k>`, as an absolute path."""
    from reasoningbank.runner.naming import method_name

    names = (
        config.run.name,
        f"{config.benchmark.name}-{config.benchmark.subset}",
        config.llm.model or config.llm.provider,
        method_name(config),
        f"seed{config.seed}",
    )
    return Path(config.run.output_root, *(re.sub(r"[^\w.+-]+", "-", name) for name in names)).resolve()


def intended_tasks(config: Config) -> int:
    """How many tasks the run has, also where the benchmark's data is not here and its size is published.

    Raises `UserError` where neither says it.
    """
    from reasoningbank.build import build_benchmark
    from reasoningbank.llm.estimate import published_tasks
    from reasoningbank.runner.selection import selected_tasks

    try:
        return len(selected_tasks(config, build_benchmark(config).tasks()))
    except UserError:
        published = published_tasks(config.benchmark.name, config.benchmark.subset)
        if published is None or config.runner.tasks is not None:
            raise
        return min(published, config.runner.limit or published)


def expected(config: Config, tasks: int, earlier: Sequence[dict[str, Any]] | None = None) -> Any:
    """Calls, tokens and cost to expect for `tasks` tasks, by purpose (`llm.estimate.Estimate`)."""
    from reasoningbank.core.types import Purpose
    from reasoningbank.llm.estimate import Plan, estimate

    roles = {
        Purpose.JUDGE: config.judge.llm,
        Purpose.EXTRACT: config.memory.llm,
        Purpose.SELECT: config.matts.llm,
        Purpose.MATCH: config.matcher.llm,
    }
    scaling = config.matts.name.removesuffix("_no_aggregation")
    learns = config.runner.protocol == "stream"
    plan = Plan(
        benchmark=config.benchmark.name,
        memory=config.memory.name if learns else "none",
        tasks=tasks,
        matts="vanilla" if config.matts.name == "parallel_no_aggregation" else scaling,
        k=config.matts.k,
        judged=learns and config.judge.name == "llm",
        best_of_n=config.matts.select and config.matts.rollouts > 1,
    )
    return estimate(plan, config.llm, roles, earlier)


def refuse_if_too_dear(config: Config, tasks: int) -> None:
    """Raises `UserError` when the run is expected to cost more than `run.max_cost` allows."""
    from reasoningbank.llm import prices

    limits = {"run.max_cost": config.run.max_cost, "agent.limits.cost": config.agent.limits.cost}
    for key, limit in limits.items():
        if limit is not None and config.llm.provider == "litellm":
            prices.require(config.llm, f"{key}={limit:g}")
    if config.run.max_cost is None or config.llm.provider != "litellm":
        return
    cost = expected(config, tasks).cost
    if cost is not None and cost > config.run.max_cost:
        raise UserError(
            f"this run is expected to cost ${cost:.2f}, more than run.max_cost=${config.run.max_cost:g}",
            f"{tasks} tasks on {config.llm.model}; `rb estimate` shows it by purpose",
            "raise run.max_cost, take fewer tasks with runner.limit=…, or a cheaper llm",
        )


def _prepare(config: Config, folder: Any, parts: Any, command: Sequence[str], tasks: int) -> None:
    """Writes configuration and manifest, or checks that the folder belongs to the same run."""
    import yaml

    from reasoningbank.manifest import identity, manifest
    from reasoningbank.runner.fingerprint import refuse_if_changed

    before = folder.read_json("manifest.json")
    if before is not None:
        refuse_if_changed(before["identity"], identity(config, parts), str(folder.root))
    folder.write_text("config.yaml", yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    if before is None or before["benchmark"]["tasks"] != tasks:
        folder.write_json("manifest.json", manifest(config, parts, tasks, list(command)))


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
    """Exit codes: 0 done, 2 the user's mistake, 3 out of budget, 130 stopped."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if {"-m", "--multirun"} & set(given):
            from reasoningbank.sweep import sweep

            sweep([word for word in given if word not in ("-m", "--multirun")])
            return 0
        _refuse_an_experiment(given)
        folder = run(compose(given), ["python", "-m", "reasoningbank.run", *given])
    except UserError as error:
        return _leave(2, str(error))
    except BudgetExceeded as limit:
        return _leave(3, f"{limit}; what is done is kept: raise run.max_cost to go on")
    except OSError as error:
        if (told := of_file_system(error)) is None:
            raise
        return _leave(2, str(told))
    except KeyboardInterrupt:
        return _leave(130, "\nstopped; the same command goes on from here")
    from reasoningbank.report.table import print_summary

    print_summary([folder])
    return 0


def _refuse_an_experiment(words: Sequence[str]) -> None:
    if found := next((word for word in words if word.startswith("experiment=")), None):
        raise UserError("an experiment is several runs", found, f"rb run -m {found} …, or rb plan {found} …")


def _leave(code: int, message: str) -> int:
    """Ends at once where a rollout still sits in a model call: nothing it could still do is needed."""
    sys.stderr.write(f"{message}\n")
    if any(thread.name.startswith("rollout") for thread in threading.enumerate()):
        sys.stdout.flush()
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
