"""The one place that imports LiteLLM: late (2-4 s, 190 MB), offline and quiet."""

from __future__ import annotations

import functools
import logging
import os
import warnings
from typing import Any

# httpx logs whole URLs at INFO, and some providers take the key in the URL; the rest dump requests
_TALKATIVE = ("httpx", "httpcore", "openai", "LiteLLM", "LiteLLM Router", "LiteLLM Proxy")


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
