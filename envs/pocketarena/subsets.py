"""The task lists, and which sites and which half of the split a task belongs to."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from envs.pocketarena import TASK_FOLDER
from reasoningbank.core.errors import UserError

Subset = Literal["shopping", "admin", "reddit", "multi", "smoke", "all"]
Split = Literal["all", "train", "test"]
Config = dict[str, Any]

# each has a file of its own, and its tasks have numbers of their own
LISTS = ("shopping", "admin", "reddit", "multi")
# the demo's stream: families in which a lesson from one task helps the next
SMOKE_TEMPLATES = (9001, 9002, 9003, 9005)
SMOKE_TASKS = 12


def task_files(subset: str) -> list[Path]:
    """The files that hold a subset's tasks. Raises `UserError` where one is not there."""
    wanted = {"smoke": ("shopping",), "all": LISTS}.get(subset, (subset,))
    files = [TASK_FOLDER / f"{name}.json" for name in wanted]
    if subset == "all":
        return [path for path in files if path.exists()]
    if missing := [path for path in files if not path.exists()]:
        raise UserError(
            f"PocketArena has no tasks for {subset!r}",
            str(missing[0]),
            f"choose one of {', '.join([*filter(_is_there, LISTS), 'smoke', 'all'])}",
        )
    return files


def _is_there(name: str) -> bool:
    return (TASK_FOLDER / f"{name}.json").exists()


def load_configs(subset: str, split: str = "all") -> list[Config]:
    """WebArena task configurations in ascending `task_id`, with the placeholders of the sites."""
    listed: list[Config] = [config for path in task_files(subset) for config in json.loads(path.read_text())]
    listed.sort(key=lambda config: int(config["task_id"]))
    if subset == "smoke":
        listed = [config for config in listed if config["intent_template_id"] in SMOKE_TEMPLATES]
        listed = listed[:SMOKE_TASKS]
    return (
        listed
        if split == "all"
        else [c for c, half in zip(listed, halves(listed), strict=True) if half == split]
    )


def halves(configs: Sequence[Config]) -> list[str]:
    """`train` or `test` for each task.

    Every template is on both sides: the first half of its tasks (the larger one, where the number is
    odd) trains, the rest tests. A bank built on the one has met each family of the other, never its task.
    """
    by_template: dict[int, list[int]] = defaultdict(list)
    for config in configs:
        by_template[config["intent_template_id"]].append(config["task_id"])
    trains = {task for tasks in by_template.values() for task in sorted(tasks)[: (len(tasks) + 1) // 2]}
    return ["train" if config["task_id"] in trains else "test" for config in configs]


def sites_of(configs: Sequence[Config]) -> tuple[str, ...]:
    """The sites that the tasks name, in a fixed order."""
    return tuple(sorted({site for config in configs for site in config["sites"]}))
