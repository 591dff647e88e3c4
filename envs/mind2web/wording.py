"""This benchmark's prompts: files beside the code, rendered with Jinja and hashed."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER = Path(__file__).parent / "prompts"


@functools.cache
def _environment() -> Environment:
    # nothing here is HTML for a browser: the prompts go to a model as plain text
    return Environment(
        loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def render(name: str, **values: Any) -> str:
    """The prompt `prompts/<name>.j2` with `values` filled in."""
    return _environment().get_template(f"{name}.j2").render(**values).strip()


def hashes() -> dict[str, str]:
    """SHA-256 (first 16 hex digits) of every prompt file."""
    return {
        path.stem: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in sorted(FOLDER.glob("*.j2"))
    }
