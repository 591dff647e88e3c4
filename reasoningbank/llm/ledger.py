"""One record per model call: Table 5 is made of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Purpose, Reply
from reasoningbank.llm.context import Trace, scope, traced

Sink = Callable[[dict[str, Any]], object]


class LedgeredLLM:
    """Books every call of `inner`, failed ones too. `sink` is called in the caller's thread, one at
    a time, before the reply is handed on. Task, rollout and step come from `context.bind`."""

    def __init__(self, inner: LLM, sink: Sink) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._sink = inner, sink
        self._lock = threading.Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The inner model's reply. Raises what that raises, after booking it."""
        began, reply, error = time.monotonic(), Reply(""), ""
        with traced() as trace:
            try:
                reply = self._inner.complete(
                    messages, purpose=purpose, sample=sample, temperature=temperature, max_tokens=max_tokens
                )
            except BaseException as failure:
                reply = Reply("", trace.paid, finish_reason="error", retries=trace.retries.total())
                error = type(failure).__name__
                raise
            finally:
                line = self._line(reply, purpose, sample, trace, time.monotonic() - began, error)
                with self._lock:
                    self._sink(line)
        return reply

    def _line(
        self, reply: Reply, purpose: Purpose, sample: int, trace: Trace, seconds: float, error: str
    ) -> dict[str, Any]:
        here, usage = scope(), reply.usage
        return {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "purpose": str(purpose),
            "task_id": here.task,
            "rollout": here.rollout,
            "step": here.step,
            "sample": sample,
            "model": self.name,
            "version": reply.model,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cached_tokens": usage.cached_tokens,
            "thinking_tokens": usage.thinking_tokens,
            "cost": usage.cost,
            "latency_s": round(seconds, 4),
            "waited_s": round(trace.waited_s, 4),
            "retries": reply.retries,
            "retry_reasons": dict(trace.retries),
            "cache_hit": reply.cached,
            "finish_reason": reply.finish_reason,
            "error": error,
        }
