"""Dollars per call. A small dated table of ours over LiteLLM's; an unknown price stays unknown."""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from typing import Any

from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Usage
from reasoningbank.llm.config import LLMConfig, PriceConfig

_KEYS = {
    "input": "input_cost_per_token",
    "output": "output_cost_per_token",
    "cached_input": "cache_read_input_token_cost",
}


@functools.cache
def dated() -> dict[str, dict[str, Any]]:
    """Our table: model → dollars per million tokens, the date and the source."""
    text = (files("reasoningbank") / "llm" / "prices.json").read_text()
    models: dict[str, dict[str, Any]] = json.loads(text)["models"]
    return models


def table() -> dict[str, dict[str, Any]]:
    """Our table in the form of `litellm.register_model`."""
    return {model: _registered(model, entry) for model, entry in dated().items()}


def _registered(model: str, entry: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"litellm_provider": model.partition("/")[0], "mode": "chat"}
    for key, name in _KEYS.items():
        if key in entry:
            found[name] = entry[key] / 1e6
        if key in entry.get("over_200k", {}):
            found[f"{name}_above_200k_tokens"] = entry["over_200k"][key] / 1e6
    return found


def cost(response: Any, usage: Usage, price: PriceConfig) -> float | None:
    """Dollars for one response of LiteLLM; None when nobody knows the price of its model."""
    if price.input is not None and price.output is not None:
        cached = price.input if price.cached_input is None else price.cached_input
        fresh = usage.input_tokens - usage.cached_tokens
        paid = fresh * price.input + usage.cached_tokens * cached + usage.output_tokens * price.output
        return paid / 1e6
    # documented, and already computed: asking `completion_cost` again takes 1.6 ms
    dollars = getattr(response, "_hidden_params", {}).get("response_cost")
    # it is 0.0, too, for a model that LiteLLM lists without a price
    return float(dollars) if dollars else None


def per_million(model: str, price: PriceConfig) -> tuple[float, float] | None:
    """(input, output) dollars per million tokens, or None when unknown. Loads LiteLLM at need."""
    if price.input is not None and price.output is not None:
        return price.input, price.output
    if entry := dated().get(model):
        return entry["input"], entry["output"]
    from reasoningbank.llm.library import litellm

    try:
        info = litellm().get_model_info(model)
    except Exception:  # as above
        return None
    found = info.get("input_cost_per_token") or 0.0, info.get("output_cost_per_token") or 0.0
    return (found[0] * 1e6, found[1] * 1e6) if any(found) else None


def of(config: LLMConfig) -> tuple[float, float] | None:
    """(input, output) dollars per million tokens of a backbone; None when unknown."""
    if config.provider != "litellm":
        return 0.0, 0.0
    return per_million(config.model or "", config.price)


def require(config: LLMConfig, limit: str) -> None:
    """Raises `UserError` when a cost limit (`limit` is its key) cannot be kept for want of a price."""
    if of(config) is None:
        raise UserError(
            f"the price of {config.model} is unknown, so a cost limit cannot be kept",
            f"{limit}, llm.model={config.model}",
            "give llm.price.input and llm.price.output (dollars per million tokens), or drop the limit",
        )
