"""One tiny call, and plainly what came back: `rb doctor llm=…`."""

from __future__ import annotations

import time

from reasoningbank.core.errors import FatalModelError, InfrastructureError, ModelRefusal, UserError
from reasoningbank.core.types import Message, Purpose, Reply
from reasoningbank.llm import CheckedLLM

_PROMPT: list[Message] = [
    {"role": "system", "content": "You answer in one word."},
    {"role": "user", "content": "Which colour is a clear sky at noon?"},
]


def check_llm(llm: CheckedLLM) -> str:
    """A report for people. Never raises for a model that fails: it says how it failed."""
    return examined(llm)[1]


def examined(llm: CheckedLLM) -> tuple[bool, str]:
    """Whether the model answered, and the report."""
    began = time.monotonic()
    try:
        llm.check()
        # roomy, because thinking tokens count against the limit and would leave nothing to read
        reply = llm.complete(_PROMPT, purpose=Purpose.ACT, max_tokens=512)
    except (FatalModelError, UserError) as error:
        return False, f"{llm.label}: cannot be used\n{error}"
    except (InfrastructureError, ModelRefusal) as error:
        return False, f"{llm.label}: no reply\n{error}"
    return True, _report(llm, reply, time.monotonic() - began)


def _report(llm: CheckedLLM, reply: Reply, seconds: float) -> str:
    usage = reply.usage
    cost = "unknown" if usage.cost is None else f"${usage.cost:.6f}"
    lines = [
        llm.label,
        f"version   {reply.model or 'not said'}",
        f"answer    {reply.text.strip()[:200]!r} (finish reason {reply.finish_reason})",
        f"tokens    {usage.input_tokens} in ({usage.cached_tokens} cached), "
        f"{usage.output_tokens} out ({usage.thinking_tokens} thinking)",
        f"cost      {cost}" + (" (from the cache or a cassette)" if reply.cached else ""),
        f"took      {seconds:.2f} s, {reply.retries} retries",
    ]
    if not reply.text.strip():
        lines.append("an empty answer: raise llm.max_tokens or lower llm.thinking")
    return "\n".join(lines)
