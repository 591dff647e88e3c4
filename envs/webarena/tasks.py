"""The official task file: read, checked, grouped as the paper counts, and changed only by name."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from envs.webarena.annotations import annotated
from envs.webarena.fixes import Fix, with_limit
from reasoningbank.core.errors import UserError

Site = Literal["shopping", "shopping_admin", "reddit", "gitlab", "wikipedia", "map"]
Subset = Literal["shopping", "admin", "gitlab", "reddit", "multi", "all"]
Annotations = Literal["upstream", "released_code"]
SUBSET_OF_SITE = {"shopping": "shopping", "shopping_admin": "admin", "gitlab": "gitlab", "reddit": "reddit"}
# ask for a change that the sites do not allow: no evaluator looks at a page, and yet an agent may try
ATTEMPTED_WRITES = frozenset({491, 790, 791, 794, 795, 796, 797, 798})


class Evaluation(BaseModel):
    """The part of a task's evaluation that the adapter itself looks at; the rest is the evaluators'."""

    eval_types: list[Literal["string_match", "url_match", "program_html"]]
    reference_answers: dict[Literal["exact_match", "must_include", "fuzzy_match"], str | list[str]] | None
    reference_url: str | None
    program_html: list[dict[str, Any]]


class OfficialTask(BaseModel):
    """One entry of the official file, as far as the adapter reads it."""

    task_id: int
    intent_template_id: int
    sites: list[Site]
    intent: str
    start_url: str
    eval: Evaluation

    @property
    def subset(self) -> str:
        """Where the paper counts it; empty for the tasks with a map, which it leaves out."""
        if "map" in self.sites:
            return ""
        return SUBSET_OF_SITE[self.sites[0]] if len(self.sites) == 1 else "multi"

    @property
    def writes(self) -> bool:
        """Whether it may change a site.

        All tasks that do are scored by the content of a page (`program_html`), but for those that ask
        for what cannot be done. A few that are scored so only look: serialising them costs time alone.
        """
        return "program_html" in self.eval.eval_types or self.task_id in ATTEMPTED_WRITES

    @property
    def fuzzy(self) -> bool:
        """Whether its evaluator asks a model."""
        return "fuzzy_match" in (self.eval.reference_answers or {})


def official_file() -> Path:
    """libwebarena's task file, found without importing libwebarena. Raises `UserError`."""
    found = find_spec("webarena")
    for folder in (found.submodule_search_locations or []) if found else []:
        path = Path(folder) / "test.raw.json"
        if path.exists():
            return path
    raise UserError(
        "the official WebArena task file was not found",
        "looked for the package libwebarena",
        "pip install 'reasoningbank-harness[webarena]'",
    )


@functools.cache
def official_tasks() -> tuple[OfficialTask, ...]:
    """All 812, checked, in order of their id."""
    tasks = TypeAdapter(list[OfficialTask]).validate_json(official_file().read_bytes())
    return tuple(sorted(tasks, key=lambda task: task.task_id))


def tasks_of(subset: Subset) -> list[OfficialTask]:
    """The tasks of a subset, ascending: the order of the paper's stream. `all` are the five together."""
    return [task for task in official_tasks() if task.subset and subset in ("all", task.subset)]


def evaluator_configs(
    annotations: Annotations, fixes: Sequence[Fix], urls: Mapping[str, str] | None = None
) -> dict[str, dict[str, Any]]:
    """What the official task class is given, by task id. Holds the answers: for evaluators only.

    `urls` replaces the placeholders: site → base URL without a slash at the end.
    """
    raw: list[dict[str, Any]] = json.loads(official_file().read_bytes())
    if annotations == "released_code":
        raw = [annotated(config) for config in raw]
    if "wishlist_limit" in fixes:
        raw = [with_limit(config) for config in raw]
    text = json.dumps(raw)
    for site, url in (urls or {}).items():
        text = text.replace(f"__{site.upper()}__", url)
    return {str(config["task_id"]): config for config in json.loads(text)}


def dataset_hash(annotations: Annotations, fixes: Sequence[Fix]) -> str:
    """Of the tasks as they are scored: official file, changed annotations and fixes."""
    configs = json.dumps(evaluator_configs(annotations, fixes), sort_keys=True)
    return hashlib.sha256(f"{configs}{sorted(fixes)}".encode()).hexdigest()[:16]
