"""Which tasks a run takes, and in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reasoningbank.config import Config
from reasoningbank.core.errors import UserError
from reasoningbank.core.seeding import draw
from reasoningbank.core.types import Task


def selected_tasks(config: Config, tasks: Sequence[Task]) -> list[Task]:
    """`runner.tasks`, in `runner.order`, the first `runner.limit`. Raises `UserError` for no task."""
    chosen = _named(config.runner.tasks, tasks)
    if not chosen:
        raise UserError(
            "no task is selected",
            f"runner.tasks={config.runner.tasks!r}; {len(tasks)} tasks in {config.benchmark.name}"
            f"/{config.benchmark.subset}, e.g. {', '.join(task.id for task in tasks[:3]) or 'none'}",
            "give ids of this subset, or a regular expression that matches some: \"runner.tasks='^90'\"",
        )
    if config.runner.order == "shuffled":
        draw(config.seed, "order of the stream").shuffle(chosen)
    return chosen[: config.runner.limit]


def _named(wanted: str | Sequence[str] | None, tasks: Sequence[Task]) -> list[Task]:
    if wanted is None:
        return list(tasks)
    if isinstance(wanted, str):
        try:
            pattern = re.compile(wanted)
        except re.error as error:
            raise UserError(
                f"this is no regular expression: {error}", f"runner.tasks={wanted!r}", "give ids or mend it"
            ) from error
        return [task for task in tasks if pattern.search(task.id)]
    if unknown := set(wanted) - {task.id for task in tasks}:
        raise UserError(
            f"there is no task {', '.join(sorted(unknown))}",
            f"runner.tasks; in {len(tasks)} tasks, e.g. {', '.join(task.id for task in tasks[:3])}",
            "give ids of this subset, or one regular expression",
        )
    return [task for task in tasks if task.id in wanted]
