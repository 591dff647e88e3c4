"""`rb`: the console script. Each command imports what it needs, so that help comes at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 the user's mistake, 130 stopped."""
    parser = _parser()
    given, rest = parser.parse_known_args(arguments)
    if rest and given.command not in OVERRIDES:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    from reasoningbank.core.errors import UserError

    try:
        return int(COMMANDS[given.command](given, rest))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "rb",
        description="A benchmark harness that makes ReasoningBank reproducible.",
        epilog="Overrides are Hydra's: group=option (benchmark llm embedder memory judge) and key=value.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run or resume: rb run benchmark=pocketarena/shopping memory=none")
    commands.add_parser("config", help="print the composed configuration for the given overrides")
    estimate = commands.add_parser(
        "estimate", help="calls, tokens and cost to expect, before anything is paid"
    )
    estimate.add_argument("--from", dest="earlier", type=Path, help="an earlier run directory to go by")
    commands.add_parser("doctor", help="check browser, benchmark and backbone for the given overrides")
    report = commands.add_parser("report", help="the table of one or several run directories")
    report.add_argument("folders", nargs="+", type=Path)
    return parser


def _run(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.run import main as run_main

    return run_main(overrides)


def _config(given: argparse.Namespace, overrides: list[str]) -> int:
    import yaml

    from reasoningbank.compose import compose

    print(yaml.safe_dump(compose(overrides).model_dump(mode="json"), sort_keys=False), end="")
    return 0


def _estimate(given: argparse.Namespace, overrides: list[str]) -> int:
    from rich.console import Console

    from reasoningbank.build import build_benchmark
    from reasoningbank.compose import compose
    from reasoningbank.llm.estimate import render
    from reasoningbank.run import expected
    from reasoningbank.runner.rundir import RunDir
    from reasoningbank.runner.selection import selected_tasks

    config = compose(overrides)
    tasks = selected_tasks(config, build_benchmark(config).tasks())
    earlier = RunDir(given.earlier).read_lines("usage.jsonl") if given.earlier else None
    Console(highlight=False).print(render(expected(config, len(tasks), earlier)))
    return 0


def _doctor(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.build import build_benchmark, build_llms
    from reasoningbank.compose import compose
    from reasoningbank.llm.doctor import check_llm

    config = compose(overrides)
    benchmark = build_benchmark(config)
    benchmark.check()
    print(f"benchmark {benchmark.name}/{benchmark.subset}: ready, {benchmark.versions()}")
    print(check_llm(build_llms(config, benchmark)["agent"]))
    return 0


def _report(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.report.frame import find_runs
    from reasoningbank.report.table import print_summary

    print_summary(find_runs(*given.folders))
    return 0


COMMANDS = {
    "run": _run,
    "config": _config,
    "estimate": _estimate,
    "doctor": _doctor,
    "report": _report,
}
OVERRIDES = ("run", "config", "estimate", "doctor")


if __name__ == "__main__":
    sys.exit(main())
