"""What a PocketArena instance costs: start, reset, step, tasks per minute, memory.

    python tests/benchmarks/bench_pocketarena.py [subset ...]

Plays the right plans of some tasks, as a model that needs no time would, and prints medians in seconds.
Then the same resets and steps through BrowserGym's stock environment (a browser launched at each reset,
half a second of waiting before each observation), and the ratio: it holds on any machine, seconds do not.
Memory is the proportional set size, so that pages shared between processes count once.
"""

from __future__ import annotations

# ruff: noqa: T201
import functools
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from envs.pocketarena import PLAN_FOLDER  # noqa: E402
from envs.pocketarena.plan import Step, action_for, load_plans  # noqa: E402
from envs.pocketarena.session import ShopSession  # noqa: E402
from envs.pocketarena.subsets import load_configs  # noqa: E402
from envs.process import IsolatedEnvironment  # noqa: E402
from reasoningbank.core.types import Task  # noqa: E402

TASKS = 6


class Clock:
    """Seconds by what was done."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = defaultdict(list)

    def __call__(self, what: str, call: Any, *arguments: Any) -> Any:
        began = time.perf_counter()
        result = call(*arguments)
        self.taken[what].append(time.perf_counter() - began)
        return result

    def median(self, what: str) -> float:
        return statistics.median(self.taken[what])


def chosen(subset: str) -> list[tuple[dict[str, Any], tuple[Step, ...]]]:
    """Evenly over the list, each with its right plan."""
    configs, plans = load_configs(subset), load_plans(PLAN_FOLDER / f"{subset}.json")
    return [(c, plans[c["task_id"]].right) for c in configs[:: max(1, len(configs) // TASKS)][:TASKS]]


def ours(subset: str) -> None:
    clock, sizes = Clock(), []
    environment = IsolatedEnvironment(functools.partial(ShopSession, subset))
    first = Task(str(load_configs(subset)[0]["task_id"]), subset, "")
    clock("start", environment.reset, first)
    began = time.perf_counter()
    for config, steps in chosen(subset):
        seen = clock("reset", environment.reset, Task(str(config["task_id"]), subset, ""))
        for step in steps:
            sizes.append(len(seen.text))
            seen = clock("step", environment.step, action_for(step, seen.text))
        score = clock("score", environment.score)
        assert score.success, config["task_id"]
    minutes = (time.perf_counter() - began) / 60
    times = "  ".join(f"{what} {clock.median(what):.2f} s" for what in ("start", "reset", "step", "score"))
    print(f"{subset:9} {times}  {TASKS / minutes:.0f} tasks a minute without a model")
    print(f"{'':9} page {statistics.median(sizes):.0f} characters (largest {max(sizes)})")
    assert environment.pid is not None
    parts = {name: megabytes / 1024 for name, megabytes in memory(environment.pid).items()}
    print(
        f"{'':9} memory {sum(parts.values()):.0f} MB: " + ", ".join(f"{n} {m:.0f}" for n, m in parts.items())
    )
    environment.close()
    stock(subset, clock)


def stock(subset: str, clock: Clock) -> None:
    """BrowserGym's environment as it comes, on the same sites."""
    import gymnasium

    import envs.pocketarena.gym as gym

    theirs = Clock()
    for config, steps in chosen(subset)[:2]:
        environment = gymnasium.make(f"{gym.PREFIX}{config['task_id']}")
        seen, _ = theirs("reset", functools.partial(environment.reset, seed=0))
        for step in steps:
            seen, *_ = theirs("step", environment.step, action_for(step, tree(seen)))
        environment.close()
    for what in ("reset", "step"):
        ratio = clock.median(what) / theirs.median(what)
        print(f"{'':9} {what}: {ratio:.2f} of stock BrowserGym's {theirs.median(what):.2f} s")


def tree(seen: dict[str, Any]) -> str:
    from browsergym.utils.obs import flatten_axtree_to_str

    return str(flatten_axtree_to_str(seen["axtree_object"]))


def memory(root: int) -> dict[str, int]:
    """Kilobytes of a process and all below it, by what they are."""
    found: dict[str, int] = defaultdict(int)
    for pid in _below(root):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_text()
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:  # it has just ended
            continue
        name = "browser" if "chrom" in command else "Playwright" if "playwright" in command else "Python"
        if "pocketarena.server" in command or "forum.serving" in command:
            name = "sites"
        found[name] += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return dict(found)


def _below(root: int) -> list[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, layer = [root], {root}
    while layer:
        layer = {child for child, parent in parents.items() if parent in layer}
        found += layer
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or ["shopping", "admin"]:
        ours(name)
