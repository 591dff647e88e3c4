"""Any model that LiteLLM reaches, under one retry policy, one limiter and our own errors."""

from __future__ import annotations

import functools
import importlib
import os
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_random_exponential

from reasoningbank.core.errors import InfrastructureError, ModelRefusal, UserError
from reasoningbank.core.types import Message, Purpose, Reply, Usage
from reasoningbank.llm import prices
from reasoningbank.llm.config import LLMConfig
from reasoningbank.llm.context import trace
from reasoningbank.llm.failures import Transient, classify
from reasoningbank.llm.library import check_provider, litellm
from reasoningbank.llm.limits import Limiter
from reasoningbank.llm.scripted import prompt_tokens

# an OpenAI client refuses to start without a key, also for a local server that asks for none
NO_KEY = "none"


@functools.cache
def shared_limiter(
    model: str, api_base: str | None, concurrent: int, requests: int | None, tokens: int | None
) -> Limiter:
    """One limiter for all roles and workers that call the same model: its limits count per model."""
    return Limiter(concurrent, requests, tokens)


class HostedLLM:
    """`config.provider == "litellm"`. Thread-safe; the key is read from the environment per call."""

    def __init__(
        self,
        config: LLMConfig,
        *,
        limiter: Limiter | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = config.model or ""
        self.label = f"{self.name} (hosted, through LiteLLM)"
        self._config = config
        self._limiter = limiter or shared_limiter(
            self.name,
            config.api_base,
            config.max_concurrent,
            config.requests_per_minute,
            config.tokens_per_minute,
        )
        self._sleep = sleep
        self._proven: set[Purpose] = set()

    def check(self) -> None:
        """Raises `UserError` for what would fail every call: no key, an unknown provider, no Google login
        for Vertex AI, no server at a local address."""
        name = self._config.api_key_env
        if name and not os.environ.get(name, "").strip():
            raise UserError(
                f"the environment variable {name} is not set: {self.name} needs a key",
                f"llm.api_key_env={name}",
                f"export {name}=…, or choose another model (llm=local and llm=scripted need no key)",
            )
        if "custom_llm_provider" not in self._config.extra:
            check_provider(self.name, "llm.model")
        if self.name.startswith("vertex_ai/"):
            _log_in_to_google(self.name)
        base = urlsplit(self._config.api_base or "")
        if base.hostname in ("localhost", "127.0.0.1", "::1"):
            _reach(base.hostname, base.port or 80, self._config.api_base or "")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One reply. An empty one is tried again, then returned with finish reason `empty`.

        Its usage holds what empty attempts cost. Raises as `core.protocols.LLM` says.
        """
        request = {
            "messages": [dict(message) for message in messages],
            **self._config.sampling(purpose, temperature, max_tokens),
        }
        retries, wasted, empties = 0, Usage(), 0
        while True:
            reply, failed = self._persist(request, purpose, prompt_tokens(messages))
            retries += failed
            if reply.text.strip() or reply.finish_reason == "content_filter":
                break
            empties += 1
            if empties >= self._config.retries.empty_attempts:
                # the model's own doing: an outcome of the task, not an outage
                reason = "length" if reply.finish_reason == "length" else "empty"
                reply = replace(reply, finish_reason=reason)
                break
            trace().retries["empty"] += 1
            wasted, retries = wasted + reply.usage, retries + 1
        if reply.finish_reason == "content_filter" and not reply.text.strip():
            raise ModelRefusal(f"the content filter of {self.name} withheld the reply")
        return replace(reply, retries=retries, usage=reply.usage + wasted)

    def _persist(self, request: dict[str, Any], purpose: Purpose, tokens: int) -> tuple[Reply, int]:
        """The first reply that comes through, and how many attempts failed before it."""
        policy = Retrying(
            stop=stop_after_attempt(self._config.retries.max_attempts),
            retry=retry_if_exception_type(Transient),
            wait=self._wait,
            before_sleep=_note,
            sleep=self._sleep,
            reraise=True,
        )
        reply = policy(self._attempt, request, purpose, tokens)
        return reply, int(policy.statistics["attempt_number"]) - 1

    def _attempt(self, request: dict[str, Any], purpose: Purpose, tokens: int) -> Reply:
        asked = time.monotonic()
        with self._limiter.slot(tokens) as started:
            trace().waited_s += time.monotonic() - asked
            secret = os.environ.get(self._config.api_key_env or "", "")
            try:
                response = litellm().completion(**(self._params(secret) | request))
            except litellm().openai.OpenAIError as error:
                known = purpose in self._proven
                mapped = classify(error, self.name, self._config.api_key_env, known, secret)
                if isinstance(mapped, Transient) and mapped.reason == "rate_limit":
                    self._limiter.refused(started, mapped.retry_after)
                # without its cause: the original can hold the key, in a URL or a header
                raise mapped from None
            reply = self._reply(response)
        trace().paid += reply.usage
        self._proven.add(purpose)
        self._limiter.succeeded(reply.usage.input_tokens + reply.usage.output_tokens - tokens)
        return reply

    def _params(self, secret: str) -> dict[str, Any]:
        params: dict[str, Any] = {
            "model": self.name,
            "timeout": self._config.timeout_s,
            # retries inside LiteLLM multiply, and hide the error
            "max_retries": 0,
            **self._config.extra,
        }
        if self._config.api_base:
            params["api_base"] = self._config.api_base
        if secret or self._config.api_base:
            params["api_key"] = secret or NO_KEY
        return params

    def _reply(self, response: Any) -> Reply:
        if not getattr(response, "choices", None):
            raise Transient("malformed", f"{self.name}: the reply holds no choices")
        choice = response.choices[0]
        usage = _usage(response)
        usage = replace(usage, cost=prices.cost(response, usage, self._config.price))
        text = choice.message.content or ""
        return Reply(text, usage, response.model or self.name, choice.finish_reason or "stop")

    def _wait(self, state: RetryCallState) -> float:
        """What the provider asked for, else exponential with full jitter. Too long is an outage."""
        error = state.outcome.exception() if state.outcome else None
        longest = self._config.retries.max_wait_s
        asked = error.retry_after if isinstance(error, Transient) else None
        if asked is None:
            return float(wait_random_exponential(multiplier=1, max=min(longest, 60))(state))
        if asked > longest:
            raise InfrastructureError(
                f"{error} (asks to wait {asked:.0f} s; llm.retries.max_wait_s={longest:.0f})"
            )
        return asked


def _note(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    trace().retries[error.reason if isinstance(error, Transient) else "unknown"] += 1
    trace().waited_s += state.next_action.sleep if state.next_action else 0.0


def _usage(response: Any) -> Usage:
    """Tokens as the provider counts them; its details are optional."""
    usage = getattr(response, "usage", None)
    if usage is None:
        return Usage(cost=None)
    prompt = getattr(usage, "prompt_tokens_details", None)
    completion = getattr(usage, "completion_tokens_details", None)
    return Usage(
        usage.prompt_tokens or 0,
        usage.completion_tokens or 0,
        getattr(prompt, "cached_tokens", None) or 0,
        getattr(completion, "reasoning_tokens", None) or 0,
    )


def _reach(host: str, port: int, url: str) -> None:
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError as error:
        raise UserError(
            f"no model server answers at {url}: {error}",
            f"llm.api_base={url}",
            "start the server (vLLM, Ollama, llama.cpp), or give its address with llm.api_base=…",
        ) from None


def _log_in_to_google(model: str) -> None:
    """LiteLLM would take missing credentials for a network failure, and try again for minutes."""
    try:
        google_auth = importlib.import_module("google.auth")
    except ImportError:
        raise UserError(
            "Vertex AI needs Google's login library", f"llm.model={model}", "pip install 'litellm[google]'"
        ) from None
    try:
        google_auth.default()
    except google_auth.exceptions.DefaultCredentialsError:
        raise UserError(
            "nobody is logged in to Google Cloud on this machine",
            f"llm.model={model}",
            "gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS",
        ) from None
