"""Prompts are files beside the code that uses them. They are rendered with Jinja and hashed."""

from __future__ import annotations

import functools
import hashlib
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOMS = ("agents", "memory", "judge", "matts", "contrib")


@functools.cache
def _environment(room: str) -> Environment:
    # the agent's own forms (how steps are told) serve the other rooms too
    folders = [str(files("reasoningbank") / name / "prompts") for name in (room, "agents")]
    # nothing here is HTML: the prompts go to a model as plain text
    return Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def render(room: str, name: str, **values: Any) -> str:
    """The prompt `reasoningbank/<room>/prompts/<name>.j2` with `values` filled in."""
    return _environment(room).get_template(f"{name}.j2").render(**values).strip()


def hashes() -> dict[str, str]:
    """SHA-256 (first 16 hex digits) of every prompt file, for the manifest."""
    found = {}
    for room in ROOMS:
        for path in sorted((files("reasoningbank") / room / "prompts").iterdir(), key=lambda p: p.name):
            if path.name.endswith(".j2"):
                found[f"{room}/{path.name}"] = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return found
