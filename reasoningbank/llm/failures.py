"""What a provider's failure means: wait and try again, stop the run, or end this task only."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime
from typing import Any

from reasoningbank.core.errors import FatalModelError, HarnessError, InfrastructureError, ModelRefusal
from reasoningbank.llm.library import litellm

# quotas that no waiting restores
_NO_QUOTA = ("insufficient_quota", "billing_hard_limit_reached", "credit balance is too low", "perday")
_NO_PERMISSION = ("permission_denied", "permissiondenied")
_OVERLOAD = ("overloaded",)
_FILTERED = ("content_filter", "content_policy_violation")
_RETRY_DELAY = re.compile(r'"?retryDelay"?:\s*"?(\d+(?:\.\d+)?)s')
_SHOWN = 400


class Transient(InfrastructureError):
    """Worth another attempt. `retry_after` is what the provider asked for, seconds, or None."""

    def __init__(self, reason: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.reason, self.retry_after = reason, retry_after


def classify(error: Exception, model: str, key_env: str | None, proven: bool, secret: str) -> HarnessError:
    """Our error for LiteLLM's. `proven`: the same kind of request has been accepted before."""
    library = litellm()
    said = _said(error, secret)
    where = f"llm.model={model}"
    key = key_env or "the provider's credentials"
    if isinstance(error, library.ContextWindowExceededError):
        return ModelRefusal(f"the prompt is longer than the context of {model}: {said}")
    if isinstance(error, library.ContentPolicyViolationError) or _is_filtered(error):
        return ModelRefusal(f"the content filter of {model} refused: {said}")
    if isinstance(error, library.AuthenticationError | library.PermissionDeniedError) or _is_denied(error):
        return FatalModelError(f"{model} refuses the key: {said}", where, f"check {key}")
    if isinstance(error, library.PaymentRequiredError) or _quota_is_gone(error):
        return FatalModelError(
            f"the quota of {model} is exhausted: {said}",
            where,
            f"raise the limit of {key} or wait for its renewal, then run the same command to resume",
        )
    if isinstance(error, library.NotFoundError):
        return FatalModelError(
            f"{model} does not exist (any more): {said}",
            where,
            "the provider may have retired it: choose one of its current models with llm.model=…",
        )
    if reason := _transient_reason(error):
        return Transient(reason, f"{model}: {reason}: {said}", retry_after(error))
    if proven:
        return ModelRefusal(f"{model} rejects this request: {said}")
    return FatalModelError(
        f"{model} rejects the request: {said}",
        where,
        "set the key it complains about to null, or another value (llm.temperature, llm.thinking, …)",
    )


def _transient_reason(error: Exception) -> str | None:
    library = litellm()
    status = getattr(error, "provider_status_code", None) or getattr(error, "status_code", None)
    if isinstance(error, library.Timeout):
        return "timeout"
    if isinstance(error, library.RateLimitError):
        return "rate_limit"
    if isinstance(error, library.APIConnectionError):
        return "network"
    if isinstance(error, library.APIResponseValidationError):
        return "malformed"
    if isinstance(error, library.ServiceUnavailableError) or status in (503, 529) or _says(error, _OVERLOAD):
        return "overload"
    return "server_error" if not isinstance(status, int) or status >= 500 or status in (408, 409) else None


def _is_filtered(error: Exception) -> bool:
    """LiteLLM knows OpenAI's and Azure's wording; compatible servers give only the code."""
    return isinstance(error, litellm().BadRequestError) and _says(error, _FILTERED)


def _is_denied(error: Exception) -> bool:
    """LiteLLM makes a bad request of Gemini's 403."""
    return isinstance(error, litellm().BadRequestError) and _says(error, _NO_PERMISSION)


def _quota_is_gone(error: Exception) -> bool:
    """OpenAI and Gemini answer 429 for it, Anthropic 400."""
    library = litellm()
    if not isinstance(error, library.RateLimitError | library.BadRequestError):
        return False
    # Gemini words its limits per minute like OpenAI's end of all credit, but says when to come back
    spent = _says(error, ("exceeded your current quota",)) and retry_after(error) is None
    return spent or _says(error, _NO_QUOTA)


def _says(error: Exception, phrases: tuple[str, ...]) -> bool:
    text = f"{getattr(error, 'code', '')} {error}".lower()
    return any(phrase in text for phrase in phrases)


def retry_after(error: Exception) -> float | None:
    """Seconds that the provider asks to wait: a header (seconds or a date), or Gemini's retryDelay."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    headers = {**headers, **(getattr(error, "litellm_response_headers", None) or {})}
    value = next((v for k, v in headers.items() if k.lower() == "retry-after"), None)
    if value is None:
        found = _RETRY_DELAY.search(str(error))
        return float(found[1]) if found else None
    try:
        return max(0.0, float(value))
    except ValueError:
        return _until(value)


def _until(date: str) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
    except ValueError:
        return None


def _said(error: Exception, secret: str) -> str:
    """The provider's words on one line, without our key."""
    text = " ".join(str(getattr(error, "message", "") or error).split())
    return (text.replace(secret, "***") if secret else text)[:_SHOWN]
