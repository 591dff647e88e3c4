"""What makes two runs the same run: everything that can change a result, and nothing else."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from reasoningbank.core.errors import UserError
from reasoningbank.llm.config import OPERATIONAL

VERSION = 2
ROLES = ("", "judge.", "memory.", "matts.", "matcher.")
# keys that cannot change what a task's result is
EXEMPT = (
    "run",
    "preset",  # its name: what it sets counts key by key
    "engine",
    "prompts",  # where they lie: what they say counts, by hash
    "runner.limit",
    "runner.infra_retries",
    "runner.rollout_seconds",
    "runner.retry",
    "runner.fail_on_error",
    *(f"{role}llm.{key}" for role in ROLES for key in sorted(OPERATIONAL)),
)


def identity(config: dict[str, Any], dataset_hash: str, prompts: dict[str, str]) -> dict[str, Any]:
    """Flat key → value of all that counts, with the dataset and the prompts among it."""
    flat = {key: value for key, value in flatten(config).items() if not _exempt(key)}
    return {
        "fingerprint_version": VERSION,
        "dataset": dataset_hash,
        **flat,
        **{f"prompt {name}": digest for name, digest in prompts.items()},
    }


def digest(parts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def refuse_if_changed(before: dict[str, Any], now: dict[str, Any], folder: str) -> None:
    """Raises `UserError` with the difference when a folder belongs to another configuration."""
    keys = [key for key in sorted({*before, *now}) if before.get(key) != now.get(key)]
    if keys:
        shown = "; ".join(f"{key}: {before.get(key)!r} → {now.get(key)!r}" for key in keys[:8])
        more = f"; and {len(keys) - 8} more" if len(keys) > 8 else ""
        raise UserError(
            f"this folder belongs to a run with another configuration: {shown}{more}",
            folder,
            "undo the change to resume it, or start another run with run.name=…",
        )


def flatten(value: Any, prefix: str = "") -> dict[str, Any]:
    if not isinstance(value, dict):
        return {prefix: value}
    flat: dict[str, Any] = {}
    for key, inner in value.items():
        flat |= flatten(inner, f"{prefix}.{key}" if prefix else str(key))
    return flat


def _exempt(key: str) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in EXEMPT)
