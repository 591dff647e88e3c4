"""Other references than the official ones, as data with reasons (`benchmark.annotations`)."""

from __future__ import annotations

import copy
import functools
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter

from reasoningbank.core.config import Strict

FILE = Path(__file__).parent / "annotations.yaml"


class Change(Strict):
    """A change to one task's reference. In `answers`, null removes a kind of reference."""

    task: int
    reason: str
    answers: dict[str, str | list[str] | None] = Field(default_factory=dict)
    url: str = ""
    note: str = ""


@functools.cache
def changes() -> dict[int, Change]:
    """The released code's changes, by task id."""
    import yaml

    listed = TypeAdapter(list[Change]).validate_python(yaml.safe_load(FILE.read_text()))
    return {change.task: change for change in listed}


def annotated(config: dict[str, Any]) -> dict[str, Any]:
    """A task's configuration with the released code's reference."""
    change = changes().get(config["task_id"])
    if change is None:
        return config
    changed = copy.deepcopy(config)
    evaluation = changed["eval"]
    if change.answers:
        answers = {**evaluation["reference_answers"], **change.answers}
        evaluation["reference_answers"] = {
            kind: given for kind, given in answers.items() if given is not None
        }
    if change.url:
        evaluation["reference_url"] = change.url
    if change.note:
        evaluation["string_note"] = change.note
    return changed
