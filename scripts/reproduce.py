"""A table of the paper, run by run: `make reproduce-webarena LLM=gemini-2.5-flash`.

Says what it will cost, asks, runs whatever is not yet finished, and ends with the table. Narrowed by
SUBSETS, METHODS and SEEDS (comma-separated) and by further overrides in EXTRA.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from reasoningbank import experiments
from reasoningbank.commands.plan import Planned, planned, show
from reasoningbank.core.errors import BudgetExceeded, UserError
from reasoningbank.run import run

TABLES = {"webarena": "table1", "swebench": "table2", "mind2web": "table3"}


def grid(benchmark: str) -> list[list[str]]:
    """The overrides of every run, in the order in which they are made."""
    name = os.environ.get("NAME", f"reproduce-{benchmark}")
    more = [*_backbone(), f"run.name={name}", *os.environ.get("EXTRA", "").split()]
    seeds = f"seed={os.environ.get('SEEDS') or '0'}"
    return _narrowed(experiments.runs([f"experiment={TABLES[benchmark]}", *more, seeds]))


def _narrowed(runs: list[list[str]]) -> list[list[str]]:
    """Only what SUBSETS and METHODS name."""
    for variable, label in (("SUBSETS", _subset), ("METHODS", _method)):
        wanted = [word for word in os.environ.get(variable, "").split(",") if word]
        known = list(dict.fromkeys(map(label, runs)))
        if unknown := [word for word in wanted if word not in known]:
            raise UserError(
                f"{variable}: there is no {unknown[0]!r}",
                f"it can be: {', '.join(known)}",
                "choose among them",
            )
        runs = [words for words in runs if not wanted or label(words) in wanted]
    return runs


def _subset(words: list[str]) -> str:
    return _value(words, "benchmark").rpartition("/")[2]


def _method(words: list[str]) -> str:
    return _value(words, "memory") + ("+matts" if _value(words, "matts") else "")


def _value(words: list[str], key: str) -> str:
    return next((word.partition("=")[2] for word in words if word.startswith(f"{key}=")), "")


def _backbone() -> list[str]:
    llm = os.environ.get("LLM") or "gemini-2.5-flash"
    return ["llm=litellm", f"llm.model={llm}"] if "/" in llm else [f"llm={llm}"]


def agreed(plans: list[Planned]) -> bool:
    """Shows the price, and asks before money is spent. YES=1 answers for scripts."""
    show(plans)
    if plans[0].config.llm.provider != "litellm" or os.environ.get("YES") == "1":
        return True
    if not sys.stdin.isatty():
        print("set YES=1 to start without being asked", file=sys.stderr)
        return False
    return input("start? [y/N] ").strip().lower() in ("y", "yes")


def main(benchmark: str) -> int:
    from reasoningbank.build import build_benchmark

    try:
        plans = [planned(words) for words in grid(benchmark)]
        for config in {plan.config.benchmark.subset: plan.config for plan in plans}.values():
            build_benchmark(config).check()
        if not agreed(plans):
            return 2
        folders = [run(plan.config, ["make", f"reproduce-{benchmark}"]) for plan in plans]
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except BudgetExceeded as limit:
        print(f"{limit}; what is done is kept", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return 130
    return _report(folders)


def _report(folders: list[Path]) -> int:
    from reasoningbank.cli import main as rb

    return rb(["report", *map(str, folders)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
