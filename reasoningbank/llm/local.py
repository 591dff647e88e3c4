"""The real small model, in this process: llama.cpp through `xllamacpp`. An honest, weak backbone."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from reasoningbank.core.config import Strict
from reasoningbank.core.errors import InfrastructureError, ModelRefusal, UserError
from reasoningbank.core.types import Message, Purpose, Reply, Usage
from reasoningbank.llm import grammar
from reasoningbank.llm.weights import KNOWN, obtain

# one server a process: a second one would double the memory and halve the speed
_SERVERS: dict[tuple[str, int, int], Any] = {}
_LOCK = threading.Lock()
PROMPT_CACHE_MIB = 1024
LIMITS = {Purpose.ACT: 120, Purpose.JUDGE: 120, Purpose.EXTRACT: 260}


class LocalConfig(Strict):
    """`llm.local`: which weights, and how they are run."""

    model: Literal["1.5b", "0.5b"] = "1.5b"
    model_path: str | None = None
    context: int = Field(default=8192, ge=512)
    threads: int = Field(default=2, ge=1)
    constrained: bool = True


class LocalLLM:
    """Calls wait for one another. System prompt and memory come first and the page last, so that a
    step only pays for what changed since the one before."""

    def __init__(self, config: LocalConfig, *, seed: int) -> None:
        self._config, self._seed = config, seed
        known = KNOWN[config.model]
        title = Path(config.model_path).stem if config.model_path else known.title
        self.name = title
        form = "constrained decoding" if config.constrained else "free decoding"
        self.label = f"embedded model {title} ({form})"

    def check(self) -> None:
        """Fetches the weights at first use. Raises `UserError` when they cannot be had."""
        _library()
        self._weights()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One reply; the same request of the same run gives the same. Costs nothing but time."""
        request: dict[str, Any] = {
            "messages": list(messages),
            "temperature": 0.0 if temperature is None else temperature,
            "max_tokens": max_tokens or LIMITS.get(purpose, 120),
            "seed": self._drawn(messages, purpose, sample),
            "cache_prompt": True,
        }
        rules = grammar.for_call(purpose, messages) if self._config.constrained else None
        if rules:
            request["grammar"] = rules
        with _LOCK:
            answer = self._server().handle_chat_completions(request)
        return _reply(json.loads(answer) if isinstance(answer, str | bytes) else answer, self.name)

    def _drawn(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> int:
        key = json.dumps([self._seed, purpose, sample, list(messages)])
        return int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") >> 1

    def _weights(self) -> Path:
        if self._config.model_path is None:
            return obtain(KNOWN[self._config.model])
        path = Path(self._config.model_path).expanduser()
        if not path.is_file():
            raise UserError("there are no weights here", str(path), "check llm.local.model_path")
        return path

    def _server(self) -> Any:
        config = self._config
        key = (str(self._weights()), config.context, config.threads)
        if key not in _SERVERS:
            library = _library()
            params = library.CommonParams()
            params.model.path = key[0]
            params.n_ctx, params.n_parallel = config.context, 1
            params.cpuparams.n_threads = config.threads
            # act, judge and extraction take turns: their prompts are kept in memory, up to this much
            params.cache_ram_mib = PROMPT_CACHE_MIB
            params.verbosity = -1
            try:
                _SERVERS[key] = library.Server(params)
            except RuntimeError as error:
                raise UserError(
                    f"the weights could not be loaded: {error}", key[0], "check the file and the free memory"
                ) from error
        return _SERVERS[key]


def _library() -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise UserError(
            "the local model needs xllamacpp", "llm=local", "pip install 'reasoningbank-harness[local]'"
        ) from error
    return xllamacpp


def _reply(answer: dict[str, Any], name: str) -> Reply:
    if failure := answer.get("error") or (answer if "choices" not in answer else None):
        message = str(failure.get("message", failure))
        if failure.get("type") == "exceed_context_size_error":
            raise ModelRefusal(f"the prompt does not fit the context: {message}")
        raise InfrastructureError(f"the local model failed: {message}")
    choice, counted = answer["choices"][0], answer.get("usage", {})
    details = counted.get("prompt_tokens_details") or {}
    usage = Usage(
        counted.get("prompt_tokens", 0),
        counted.get("completion_tokens", 0),
        details.get("cached_tokens", 0),
        cost=0.0,
    )
    return Reply(choice["message"]["content"] or "", usage, name, choice.get("finish_reason") or "stop")
