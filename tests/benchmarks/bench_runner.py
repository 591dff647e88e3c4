"""What the runner costs beside the model, and how it grows.

    python tests/benchmarks/bench_runner.py [latency_s]

1. n tasks of s steps on w workers, a hosted model of fixed latency on loopback, a null environment: wall
   time over the ideal ceil(n/w) * s * latency (target 1.05 at 200 ms).
2. Time a task and memory from 100 to 3,000 tasks (linear, flat), and the resume of the last directory.
3. The same task as the released code's way would do it: three Python processes, the embedding cache read
   from JSON lines each time. Described by its measured parts; none of its code is used.
"""

from __future__ import annotations

# ruff: noqa: T201
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from reasoningbank.compose import compose  # noqa: E402
from reasoningbank.run import run  # noqa: E402
from tests.benchmarks.bench_llm import served  # noqa: E402
from tests.toy import overrides  # noqa: E402

STEPS = 10


def timed(words: list[str]) -> tuple[Path, float]:
    began = time.perf_counter()
    folder = run(compose(words))
    return folder, time.perf_counter() - began


def against_the_ideal(latency: float) -> None:
    for workers, tasks in ((1, 3), (8, 24), (32, 96)):
        with (
            served(latency, "THOUGHT: on\nACTION: click('1')") as url,
            tempfile.TemporaryDirectory() as folder,
        ):
            words = overrides(
                Path(folder),
                "llm=litellm",
                "llm.model=openai/loopback",
                f"llm.api_base={url}",
                "memory=none",
                "judge=ground_truth",
                f"benchmark.max_steps={STEPS}",
                f"+benchmark.count={tasks}",
                f"runner.wave={tasks}",
                f"engine.workers={workers}",
            )
            words.remove("llm=scripted")
            timed([*words, "runner.limit=1"])  # LiteLLM is imported once
            folder_, seconds = timed(words)
            done = sum(1 for _ in (folder_ / "usage.jsonl").open())
            assert done == tasks * STEPS, (done, tasks * STEPS)
            ideal = (math.ceil((tasks - 1) / workers)) * STEPS * latency
            print(
                f"{tasks - 1:>3} tasks x {STEPS} steps on {workers:>2} workers: {seconds:6.2f} s, "
                f"{seconds / ideal:.3f} of the ideal {ideal:.2f} s"
            )


def growth() -> None:
    for tasks in (100, 1000, 10_000):
        with tempfile.TemporaryDirectory() as folder:
            words = overrides(
                Path(folder), "memory=reasoningbank", f"+benchmark.count={tasks}", "run.screenshots=false"
            )
            _, seconds = timed(words)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            _, again = timed(words)
            print(
                f"{tasks:>5} tasks: {1e3 * seconds / tasks:6.1f} ms a task, peak {memory:.0f} MB; "
                f"resume of the finished directory {again:.2f} s"
            )


def the_other_way() -> None:
    """Per task: three processes that import numpy and pandas, and a cache of 187 x 3,072 numbers parsed."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache.jsonl"
        with cache.open("w") as file:
            for i in range(187):
                file.write(json.dumps({"query": str(i), "embedding": [0.123456789 + i] * 3072}) + "\n")
        began = time.perf_counter()
        for _ in range(3):
            subprocess.run([sys.executable, "-c", "import numpy, pandas, litellm"], check=True)
        processes = time.perf_counter() - began
        began = time.perf_counter()
        read = [json.loads(line) for line in cache.open()]
        parsing = time.perf_counter() - began
        assert len(read) == 187
    with tempfile.TemporaryDirectory() as folder:
        _, seconds = timed(
            overrides(Path(folder), "memory=reasoningbank", "+benchmark.count=187", "run.screenshots=false")
        )
    ours = seconds / 187
    print(
        f"three processes {processes:.2f} s, a parsed cache {parsing:.2f} s a task; here {ours:.3f} s: "
        f"{(processes + parsing) / ours:.0f} times"
    )


if __name__ == "__main__":
    against_the_ideal(float(sys.argv[1]) if len(sys.argv) > 1 else 0.2)
    growth()
    the_other_way()
    print(f"cpus {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")
