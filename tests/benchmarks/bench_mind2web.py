"""A whole pass over data of Mind2Web's size with a model that answers at once: seconds and memory.

    python tests/benchmarks/bench_mind2web.py [SHARE]

Makes 1,341 tasks with 9,378 steps (or SHARE of them) on pages of about a thousand elements in a temporary
folder, then measures, each in a process of its own: the conversion on first use; a pass in which every
page is pruned; a second one, in which every page is read from the cache; and the whole harness (ledger,
logs, results) on one split. Targets: minutes for a pass, and a resident size that does not grow with it.
"""

from __future__ import annotations

# ruff: noqa: T201
import itertools
import json
import os
import pickle
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from envs.mind2web import convert  # noqa: E402
from envs.mind2web.benchmark import Mind2Web  # noqa: E402
from envs.mind2web.config import Mind2WebConfig  # noqa: E402
from reasoningbank.core.config import AgentConfig  # noqa: E402
from reasoningbank.core.types import Message, Purpose, Reply, Task  # noqa: E402

SPLITS = ("test_task", "test_website", "test_domain")
ELEMENTS, TEMPLATES, PER_FILE, WORKERS = 1000, 60, 100, 2
REPLY = "It names what the task asks for.\nAction: `CLICK [7]`"
WORDS = (
    "search",
    "hotel",
    "date",
    "from",
    "guests",
    "price",
    "cart",
    "menu",
    "city",
    "filter",
    "apply",
    "next",
)


class Instant:
    """A model and a scripted policy in one: the same reply at once, whatever is asked."""

    name = label = "instant"

    def complete(self, messages: Sequence[Message], **_: Any) -> Reply:
        return Reply(REPLY)

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        return "Thoughts: so.\nStatus: failure" if purpose is Purpose.JUDGE else REPLY


def template(rng: random.Random) -> str:
    """A page as deep and as wide as a recorded one; its numbers are filled in later."""
    ids = itertools.count(10)

    def told(n: int) -> str:
        return " ".join(rng.choices(WORDS, k=n))

    def leaf() -> str:
        attributes = f'class="{told(3)}" aria_label="{told(2)}" type="button"'
        text = f'<text backend_node_id="{next(ids)}">{told(rng.randint(1, 12))}</text>'
        return f'<button backend_node_id="{next(ids)}" {attributes}>{text}</button>'

    def branch(depth: int) -> str:
        inner = "".join(leaf() if depth == 0 else branch(depth - 1) for _ in range(rng.randint(2, 4)))
        return f'<div backend_node_id="{next(ids)}" class="{told(2)}">{inner}</div>'

    sections = []
    while next(ids) < ELEMENTS:
        sections.append(branch(rng.randint(2, 4)))
    return f'<html backend_node_id="1"><body backend_node_id="2">{"".join(sections)}</body></html>'


def make(folder: Path, share: float) -> None:
    rng = random.Random(0)
    pages = [template(rng) for _ in range(TEMPLATES)]
    buttons = [re.findall(r'<button backend_node_id="(\d+)"', page) for page in pages]
    length, offered = sum(map(len, pages)) / TEMPLATES, sum(map(len, buttons)) / TEMPLATES
    print(f"pages: {length / 1e3:.0f} kB with {offered:.0f} candidates on average")
    ranks: dict[str, dict[str, int]] = {}
    for split in SPLITS:
        size = sized(split, share)
        tasks = [record(split, i, steps, pages, buttons, ranks) for i, steps in enumerate(spread(size))]
        (folder / split).mkdir(parents=True)
        for number, at in enumerate(range(0, len(tasks), PER_FILE)):
            path = folder / split / f"{split}_{number}.json"
            path.write_text(json.dumps(tasks[at : at + PER_FILE]))
    scores = {step: {id: -float(rank) for id, rank in of.items()} for step, of in ranks.items()}
    (folder / "scores_all_data.pkl").write_bytes(pickle.dumps({"scores": scores, "ranks": ranks}))


def record(
    split: str, i: int, steps: int, pages: list[str], buttons: list[list[str]], ranks: dict[str, Any]
) -> dict[str, Any]:
    rng = random.Random(f"{split} {i}")
    actions = []
    for step in range(steps):
        which = rng.randrange(len(pages))
        order = rng.sample(buttons[which], len(buttons[which]))
        # about six in ten targets are among the best five, as in the published scores
        place = rng.randrange(5) if rng.random() < 0.6 else rng.randrange(5, len(order))
        ranks[f"{split}-{i}_{step}"] = {id: rank for rank, id in enumerate(order)}
        target = order[place]
        actions.append(
            {
                "action_uid": str(step),
                "cleaned_html": pages[which],
                "raw_html": "",
                "operation": {"op": "CLICK", "value": ""},
                "pos_candidates": [candidate(target)],
                "neg_candidates": [candidate(id) for id in order if id != target],
            }
        )
    return {
        "annotation_id": f"{split}-{i}",
        "website": f"site{i % 60}",
        "domain": "Travel",
        "subdomain": "Hotel",
        "confirmed_task": f"Find the {WORDS[i % len(WORDS)]} number {i}",
        "action_reprs": ["[button]  next -> CLICK"] * steps,
        "actions": actions,
    }


def candidate(id: str) -> dict[str, str]:
    return {"tag": "button", "attributes": json.dumps({"backend_node_id": id}), "backend_node_id": id}


def sized(split: str, share: float) -> convert.Size:
    whole = convert.SIZES[split]
    tasks = max(1, round(whole.tasks * share))
    return whole if share == 1 else convert.Size(tasks, round(tasks * whole.steps / whole.tasks))


def spread(size: convert.Size) -> list[int]:
    """Steps of each task, unequal, with the right sum."""
    rng = random.Random(1)
    steps = [1] * size.tasks
    for _ in range(size.steps - size.tasks):
        steps[rng.randrange(size.tasks)] += 1
    return steps


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def peak_mb() -> float:
    # not getrusage: its peak is handed down from the process that started this one
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) / 1e3 if found else 0.0


def processor() -> str:
    return f"{time.process_time():.0f} s of the processor"


def benchmark(folder: Path, split: str) -> Mind2Web:
    return Mind2Web(Mind2WebConfig.model_validate({"name": "mind2web", "subset": split, "data": str(folder)}))


def measure_conversion(folder: Path) -> None:
    began = time.perf_counter()
    for split in SPLITS:
        benchmark(folder, split).check()
    seconds = time.perf_counter() - began
    print(f"conversion     {seconds:6.1f} s ({processor()})   peak {peak_mb():.0f} MB")


def measure_pass(folder: Path, name: str) -> None:
    """All splits, on two threads; the resident size at each tenth."""
    llm, settings, local = Instant(), AgentConfig(), Path(folder)
    sizes: list[float] = []
    asked = recorded = done = 0
    began = time.perf_counter()
    for split in SPLITS:
        bench = benchmark(local, split)
        environments = [bench.environment(slot, llm) for slot in range(WORKERS)]

        def roll(task: Task, bench: Mind2Web = bench, free: list[Any] = environments) -> tuple[int, float]:
            environment = free.pop()
            agent = bench.agent(llm, settings)
            assert agent is not None
            trajectory = agent.run(task, environment, "", 0, lambda step, seen: None)
            metrics = environment.score().metrics
            free.append(environment)
            return len(trajectory.steps), metrics["recorded_steps"]

        with ThreadPoolExecutor(WORKERS) as pool:
            for steps, of in pool.map(roll, bench.tasks()):
                asked, recorded, done = asked + steps, recorded + int(of), done + 1
                if done % 130 == 0:
                    sizes.append(resident_mb())
    seconds = time.perf_counter() - began
    print(
        f"{name:14} {seconds:6.1f} s ({processor()})   {recorded} steps, {asked} of them asked, "
        f"{1e3 * seconds / recorded:.2f} ms a step   resident {sizes[0]:.0f} MB at a tenth, "
        f"{sizes[-1]:.0f} MB at the end"
        if sizes
        else f"{name}: too few tasks for a profile; {seconds:.1f} s"
    )


def measure_harness(folder: Path) -> None:
    from reasoningbank.compose import compose
    from reasoningbank.run import run

    began = time.perf_counter()
    overrides = [
        "benchmark=mind2web/test_website",
        f"benchmark.data={folder}",
        "llm=scripted",
        "llm.policy='tests.benchmarks.bench_mind2web:Instant'",
        "embedder=hashed",
        "memory=none",
        f"run.output_root={folder}/runs",
        "run.progress=off",
        f"engine.workers={WORKERS}",
        "runner.wave=8",
    ]
    run(compose(overrides))
    print(f"whole harness  {time.perf_counter() - began:6.1f} s   test_website   peak {peak_mb():.0f} MB")


def main(share: float = 1.0) -> None:
    with tempfile.TemporaryDirectory(prefix="mind2web-") as place:
        folder = Path(place)
        began = time.perf_counter()
        make(folder, share)
        print(f"(made in {time.perf_counter() - began:.0f} s)")
        parts = ("conversion", "first pass", "second pass") + (("harness",) if share == 1 else ())
        for part in parts:
            command = [sys.executable, __file__, "--part", part, str(folder), str(share)]
            environment = {**os.environ, "XDG_CACHE_HOME": f"{folder}/cache", "PYTHONPATH": str(ROOT)}
            subprocess.run(command, check=True, env=environment)
    print(f"cpus {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")


def part(name: str, folder: Path, share: float) -> None:
    convert.SIZES.update({split: sized(split, share) for split in SPLITS})
    if name == "conversion":
        measure_conversion(folder)
    elif name == "harness":
        measure_harness(folder)
    else:
        measure_pass(folder, name)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--part"]:
        part(sys.argv[2], Path(sys.argv[3]), float(sys.argv[4]))
    else:
        main(*map(float, sys.argv[1:2]))
