"""What our client costs beside LiteLLM, against a loopback server of fixed latency.

    python tests/benchmarks/bench_llm.py [latency_s]

Overhead per call: the same calls, bare and through `build_llm` with limiter, retries and ledger,
taken in turn; medians, and the median of the paired differences. The target is 2 ms. Then 64 calls
at once, none lost.
"""

from __future__ import annotations

# ruff: noqa: T201
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from reasoningbank.core.types import Message, Purpose  # noqa: E402
from reasoningbank.llm import build_llm  # noqa: E402
from reasoningbank.llm.config import LLMConfig  # noqa: E402
from reasoningbank.llm.ledger import LedgeredLLM  # noqa: E402
from reasoningbank.llm.library import litellm  # noqa: E402

CALLS, WORKERS, PER_WORKER = 200, 64, 8
PAGE = "a line of a page as an agent sees it\n" * 400  # about 15,000 characters
MESSAGES: list[Message] = [
    {"role": "system", "content": "be brief"},
    {"role": "user", "content": PAGE},
]


@contextmanager
def served(latency: float, *text: str) -> Iterator[str]:
    """The server runs in its own process, or it would compete for our interpreter lock."""
    command = [sys.executable, str(ROOT / "tests" / "llm" / "server.py"), str(latency), *text]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def milliseconds(call: Callable[[], Any]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e3


def main(latency: float = 0.02) -> None:
    lines: list[dict[str, Any]] = []
    with served(latency) as url:
        config = LLMConfig(provider="litellm", model="openai/loopback", api_base=url)
        llm = LedgeredLLM(build_llm(config, seed=0), lines.append)

        def bare() -> Any:
            return litellm().completion(
                model="openai/loopback",
                api_base=url,
                api_key="none",
                messages=MESSAGES,
                timeout=config.timeout_s,
                max_retries=0,
            )

        def ours() -> Any:
            return llm.complete(MESSAGES, purpose=Purpose.ACT)

        for _ in range(10):
            bare(), ours()
        pairs = [(milliseconds(bare), milliseconds(ours)) for _ in range(CALLS)]
        extra = statistics.median(b - a for a, b in pairs)
        print(
            f"bare  {statistics.median(a for a, _ in pairs):7.2f} ms a call (latency {latency * 1e3:.0f} ms)"
        )
        print(f"ours  {statistics.median(b for _, b in pairs):7.2f} ms a call")
        print(f"extra {extra:7.2f} ms a call, median of pairs (target < 2 ms)")

        before = len(lines)
        for name, call in (("bare", bare), ("ours", ours)):
            with ThreadPoolExecutor(WORKERS) as pool:
                began = time.perf_counter()
                done = list(pool.map(lambda _, call=call: call(), range(WORKERS * PER_WORKER)))
                seconds = time.perf_counter() - began
            print(
                f"{name}  {len(done)} calls, {WORKERS} at once: {seconds:.2f} s, {len(done) / seconds:.0f}/s"
            )
        print(f"booked {len(lines) - before} of {WORKERS * PER_WORKER}")
    print(f"cpus {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
