"""A hosted embedder through LiteLLM, such as the paper's `gemini-embedding-001`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reasoningbank.core.errors import FatalModelError, InfrastructureError, UserError
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.llm.library import litellm

BATCH = 100  # the most that Gemini takes in one request
ATTEMPTS = 6


class HostedEmbedder:
    """Unit vectors from a provider. `identity` binds a bank to model, dimension and task type."""

    def __init__(self, config: EmbedderConfig) -> None:
        if config.api_key_env and not os.environ.get(config.api_key_env):
            raise UserError(
                f"{config.api_key_env} is not set, and the embedder {config.model} needs it",
                "embedder.api_key_env",
                f"export {config.api_key_env}=…, or choose embedder=local",
            )
        self._config = config
        self.dimension = config.dimension or 0
        self.identity = f"{config.model}-{self.dimension}" + (
            f"-{config.task_type}" if config.task_type else ""
        )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, dimension), float32. Raises `InfrastructureError` or `FatalModelError`."""
        rows: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            rows += self._request(list(texts[start : start + BATCH]))
        vectors = np.asarray(rows, np.float32).reshape(len(texts), -1)
        if len(texts) and vectors.shape[1] != self.dimension:
            raise FatalModelError(
                f"{self._config.model} gave {vectors.shape[1]} dimensions, not {self.dimension}",
                "embedder.dimension",
                f"set embedder.dimension={vectors.shape[1]}",
            )
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, norms, out=vectors, where=norms > 0)

    def _request(self, texts: list[str]) -> list[list[float]]:
        from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

        library = litellm()
        config = self._config
        options: dict[str, Any] = {"task_type": config.task_type} if config.task_type else {}
        retrying = Retrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=wait_random_exponential(1, 60),
            retry=retry_if_exception(lambda error: _passing(library, error)),
            reraise=True,
        )
        try:
            reply = retrying(
                library.embedding,
                model=config.model,
                input=texts,
                dimensions=config.dimension,
                api_base=config.api_base,
                api_key=os.environ.get(config.api_key_env) if config.api_key_env else None,
                timeout=60,
                max_retries=0,
                **options,
            )
        except Exception as error:
            # the original may quote the key: only its kind is told
            kind = type(error).__name__
            if _passing(library, error):
                raise InfrastructureError(f"the embedder {config.model} is out: {kind}") from None
            raise FatalModelError(
                f"the embedder {config.model} refused the request: {kind}",
                "embedder.model, embedder.api_key_env",
                "check model name and key, or choose embedder=local",
            ) from None
        return [entry["embedding"] for entry in reply.data]


def _passing(library: Any, error: BaseException) -> bool:
    kinds = (
        library.RateLimitError,
        library.APIConnectionError,
        library.InternalServerError,
        library.ServiceUnavailableError,
        library.Timeout,
    )
    return isinstance(error, kinds)
