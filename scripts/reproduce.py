"""A table of the paper, run by run: `make reproduce-webarena LLM=gemini-2.5-flash`.

Says what it will cost, asks, runs whatever is not yet finished, and ends with the table. Narrowed by
SUBSETS, METHODS and SEEDS (comma-separated) and by further overrides in EXTRA.
"""

from __future__ import annotations

import os
import sys
from itertools import product
from pathlib import Path

from reasoningbank.compose import compose
from reasoningbank.config import Config
from reasoningbank.core.errors import BudgetExceeded, UserError
from reasoningbank.run import expected, run

MATTS = "reasoningbank+matts"
GRIDS = {
    "webarena": (
        ("webarena/shopping", "webarena/admin", "webarena/gitlab", "webarena/reddit", "webarena/multi"),
        ("none", "synapse", "awm", "reasoningbank", MATTS),
    ),
    "mind2web": (
        ("mind2web/test_task", "mind2web/test_website", "mind2web/test_domain"),
        ("none", "synapse", "awm", "reasoningbank"),
    ),
    "swebench": (("swebench/verified",), ("none", "synapse", "reasoningbank")),
}


def grid(table: str) -> list[list[str]]:
    """The overrides of every run, in the order in which they are made."""
    subsets, methods = (
        _chosen(name, usual) for name, usual in zip(("SUBSETS", "METHODS"), GRIDS[table], strict=True)
    )
    seeds = os.environ.get("SEEDS", "0").split(",")
    more = [f"run.name={os.environ.get('NAME', f'reproduce-{table}')}", *os.environ.get("EXTRA", "").split()]
    return [
        [f"benchmark={subset}", *_backbone(), *_method(method), f"seed={seed}", *more]
        for seed, method, subset in product(seeds, methods, subsets)
    ]


def _chosen(name: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    given = [word for word in os.environ.get(name, "").split(",") if word]
    short = {option.rpartition("/")[2]: option for option in usual}
    if unknown := [word for word in given if word not in short and word not in usual]:
        raise UserError(
            f"{name}: there is no {unknown[0]!r}", f"it can be: {', '.join(short)}", "choose among them"
        )
    return tuple(short.get(word, word) for word in given) or usual


def _backbone() -> list[str]:
    llm = os.environ.get("LLM") or "gemini-2.5-flash"
    return ["llm=litellm", f"llm.model={llm}"] if "/" in llm else [f"llm={llm}"]


def _method(method: str) -> list[str]:
    if method == MATTS:
        return ["memory=reasoningbank", "matts=parallel", "matts.k=5"]
    return [f"memory={method}"]


def price(configs: list[Config]) -> float | None:
    """Dollars of all runs together, from the default token counts; None when a price is unknown."""
    from reasoningbank.build import build_benchmark
    from reasoningbank.runner.selection import selected_tasks

    total: float | None = 0.0
    for config in configs:
        tasks = len(selected_tasks(config, build_benchmark(config).tasks()))
        try:
            cost = expected(config, tasks).cost
        except UserError:
            cost = None
        print(
            f"  {tasks:>4} tasks  {'price unknown' if cost is None else f'${cost:,.2f}':>13}  {_told(config)}"
        )
        total = None if total is None or cost is None else total + cost
    return total


def _told(config: Config) -> str:
    from reasoningbank.runner.naming import method_name

    return f"{config.benchmark.name}/{config.benchmark.subset} {method_name(config)} seed {config.seed}"


def agreed(cost: float | None, provider: str) -> bool:
    """Asks before money is spent. YES=1 answers for scripts."""
    told = "unknown" if cost is None else f"${cost:,.2f}"
    print(f"expected cost of all runs: {told} (finished tasks are not paid again)")
    if provider != "litellm" or os.environ.get("YES") == "1":
        return True
    if not sys.stdin.isatty():
        print("set YES=1 to start without being asked", file=sys.stderr)
        return False
    return input("start? [y/N] ").strip().lower() in ("y", "yes")


def main(table: str) -> int:
    from reasoningbank.build import build_benchmark

    try:
        configs = [compose(words) for words in grid(table)]
        for config in {config.benchmark.subset: config for config in configs}.values():
            build_benchmark(config).check()
        if not agreed(price(configs), configs[0].llm.provider):
            return 2
        folders = [run(config, ["make", f"reproduce-{table}"]) for config in configs]
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
