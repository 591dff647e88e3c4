"""Visits of the train split as text: what the published baselines learn from (`memory.frame=original`).

AWM induces a website's workflows from the descriptions of its recorded actions; Synapse shows whole
visits, pages included. Only the train split is read: its labels are what these methods were given.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from envs.mind2web.store import RecordedTask, Store


class TrainVisits:
    """The train split, by nearness to a task: its website, else its subdomain, else its domain, else all."""

    def __init__(self, path: Path, previous_top_k: int) -> None:
        self._path, self._k = path, previous_top_k

    def texts(self, task: str, split: Path, pages: bool) -> list[str]:
        """Of the nearest visits, in the split's order; `split` holds `task`.

        Without `pages`: the query and the description of each action. With them: each page, pruned as
        in the history of the step protocol, and each action.
        """
        store = Store(self._path)
        try:
            tell = self._with_pages if pages else self._bare
            return [tell(store, visit) for visit in nearest(_task(split, task), store.tasks())]
        finally:
            store.close()

    def _bare(self, store: Store, visit: RecordedTask) -> str:
        told = [" ".join(step.told.split()) for step in store.steps(visit.id)]
        return "\n".join([f"Task: {visit.query}", *told])

    def _with_pages(self, store: Store, visit: RecordedTask) -> str:
        steps = store.steps(visit.id)
        shown = store.pages(visit.id, [(i, step.shown(self._k)) for i, step in enumerate(steps)])
        lines = [f"Task: {visit.query}"]
        for step, page in zip(steps, shown, strict=True):
            lines += [f"Page: {page.text}", f"Action: `{step.target}` ({' '.join(step.told.split())})"]
        return "\n".join(lines)


def nearest(task: RecordedTask, visits: list[RecordedTask]) -> list[RecordedTask]:
    """The visits of the closest kind that there are."""
    kinds: tuple[Callable[[RecordedTask], object], ...] = (
        lambda visit: (visit.domain, visit.subdomain, visit.website),
        lambda visit: (visit.domain, visit.subdomain),
        lambda visit: visit.domain,
        lambda visit: "any",
    )
    for kind in kinds:
        if found := [visit for visit in visits if kind(visit) == kind(task)]:
            return found
    return []


def _task(split: Path, id: str) -> RecordedTask:
    store = Store(split)
    try:
        return next(task for task in store.tasks() if task.id == id)
    finally:
        store.close()
