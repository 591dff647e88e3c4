"""A hosted embedder through LiteLLM, such as the paper's `gemini-embedding-001`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_random_exponential

from reasoningbank.core.errors import FatalModelError, HarnessError, InfrastructureError, UserError
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.llm.failures import Transient, classify
from reasoningbank.llm.library import check_provider, litellm

BATCH = 100  # the most that Gemini takes in one request
ATTEMPTS = 6
TIMEOUT_S = 60.0
MAX_WAIT_S = 60.0


class HostedEmbedder:
    """Unit vectors from a provider. `identity` binds a bank to model, dimension and task type.

    `tokens` counts what was sent, by LiteLLM's own tokenizers: the usage that Gemini reports for
    embeddings is wrong.
    """

    def __init__(self, config: EmbedderConfig, *, sleep: Callable[[float], None] = time.sleep) -> None:
        if config.api_key_env and not os.environ.get(config.api_key_env, "").strip():
            raise UserError(
                f"{config.api_key_env} is not set, and the embedder {config.model} needs it",
                "embedder.api_key_env",
                f"export {config.api_key_env}=…, or choose embedder=local",
            )
        check_provider(config.model or "", "embedder.model")
        self._config, self._sleep = config, sleep
        self._proven = False
        self.tokens = 0
        self.dimension = config.dimension or 0
        self.identity = f"{config.model}-{self.dimension}" + (
            f"-{config.task_type}" if config.task_type else ""
        )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, dimension), float32, unit rows. Raises `InfrastructureError` or `FatalModelError`."""
        rows: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            rows += self._persist(list(texts[start : start + BATCH]))
        if not rows:
            return np.zeros((0, self.dimension), np.float32)
        vectors = self._checked(rows)
        # shortened vectors of gemini-embedding-001 are no unit vectors
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, norms, out=vectors, where=norms > 0)
        return vectors

    def _checked(self, rows: list[list[float]]) -> NDArray[np.float32]:
        lengths = {len(row) for row in rows}
        if lengths != {self.dimension}:
            raise FatalModelError(
                f"{self._config.model} gave {max(lengths)} dimensions, not {self.dimension}",
                f"embedder.dimension={self.dimension}",
                f"set embedder.dimension={max(lengths)}",
            )
        return np.asarray(rows, np.float32)

    def _persist(self, texts: list[str]) -> list[list[float]]:
        policy = Retrying(
            stop=stop_after_attempt(ATTEMPTS),
            retry=retry_if_exception_type(Transient),
            wait=_wait,
            sleep=self._sleep,
            reraise=True,
        )
        rows: list[list[float]] = policy(self._request, texts)
        return rows

    def _request(self, texts: list[str]) -> list[list[float]]:
        library, config = litellm(), self._config
        # its OpenAI embeddings read max_retries=0 as "not given", and would send three for one
        library.DEFAULT_MAX_RETRIES = 0
        secret = os.environ.get(config.api_key_env or "", "")
        params: dict[str, Any] = {"dimensions": config.dimension, "timeout": TIMEOUT_S, "max_retries": 0}
        # LiteLLM refuses `dimensions` for models it does not know; their length is checked afterwards
        params["drop_params"] = True
        if config.task_type:
            params["task_type"] = config.task_type
        if config.api_base:
            params["api_base"] = config.api_base
        if secret or config.api_base:
            params["api_key"] = secret or "none"
        try:
            reply = library.embedding(model=config.model, input=texts, **params)
        except library.openai.OpenAIError as error:
            mapped = classify(error, config.model or "", config.api_key_env, self._proven, secret)
            # without its cause: the original can hold the key, in a URL or a header
            raise _for_embedder(mapped, config) from None
        rows = [entry["embedding"] for entry in reply.data]
        if len(rows) != len(texts):
            raise Transient("malformed", f"{config.model} gave {len(rows)} vectors for {len(texts)} texts")
        self._proven = True
        self.tokens += sum(_tokens(library, config.model or "", text) for text in texts)
        return rows


def _for_embedder(error: HarnessError, config: EmbedderConfig) -> HarnessError:
    """`classify` speaks of the backbone's keys; a refused text is the run's end, not the task's."""
    if isinstance(error, InfrastructureError):
        return error
    what = error.what if isinstance(error, UserError) else str(error)
    return FatalModelError(
        f"the embedder cannot be used: {what}",
        f"embedder.model={config.model}",
        f"check the name and {config.api_key_env or 'the key'}, or choose embedder=local",
    )


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = error.retry_after if isinstance(error, Transient) else None
    return min(asked, MAX_WAIT_S) if asked else float(wait_random_exponential(1, MAX_WAIT_S)(state))


def _tokens(library: Any, model: str, text: str) -> int:
    try:
        return int(library.token_counter(model=model, text=text))
    except Exception:  # no tokenizer for this model, or none without the network: an estimate
        return len(text) // 4
