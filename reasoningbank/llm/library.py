"""The one place that imports LiteLLM: late (2-4 s, 190 MB), offline and quiet."""

from __future__ import annotations

import difflib
import functools
import logging
import os
import warnings
from typing import Any

from reasoningbank.core.errors import UserError

# httpx logs whole URLs at INFO, and some providers take the key in the URL; the rest dump requests
_TALKATIVE = ("httpx", "httpcore", "openai", "LiteLLM", "LiteLLM Router", "LiteLLM Proxy")

_COMMON = ("openai/", "anthropic/", "gemini/", "vertex_ai/", "azure/", "bedrock/", "hosted_vllm/", "ollama/")


@functools.cache
def litellm() -> Any:
    """LiteLLM, with our prices registered. Never at import time: `rb --help` must stay fast."""
    # without it, the import fetches a price map from the network
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm as library

    from reasoningbank.llm.prices import table

    # pydantic's remark on LiteLLM's own types, at the first call to Gemini
    warnings.filterwarnings("ignore", message=".*using the `ReadOnly` qualifier")
    library.suppress_debug_info = True
    library.telemetry = False
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.ERROR)
    library.register_model(table())
    return library


def check_provider(model: str, key: str) -> None:
    """Raises `UserError` for a name that LiteLLM could send nowhere. Asks nobody.

    `key` is the one that holds the name.
    """
    if model.startswith(_COMMON):
        return  # without the wait for LiteLLM
    library = litellm()
    known = [str(getattr(provider, "value", provider)) for provider in library.provider_list]
    provider = model.partition("/")[0]
    if provider in known:
        return
    try:
        library.get_llm_provider(model)
    except library.exceptions.BadRequestError:
        near = difflib.get_close_matches(provider, known, 1)
        raise UserError(
            f"LiteLLM knows no provider for {model}" + (f"; did you mean {near[0]}/…?" if near else ""),
            f"{key}={model}",
            "give it as provider/name, e.g. gemini/gemini-2.5-flash (docs.litellm.ai/docs/providers)",
        ) from None
