"""From the downloaded files to the fast local form, with everything checked on the way (issue 8)."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from envs.mind2web import pages, scores
from envs.mind2web.files import GET_IT, cache_folder, records, refuse_another_set, score_file, split_files
from envs.mind2web.pages import Page
from envs.mind2web.schema import DataAction, DataTask, read_task
from envs.mind2web.scores import Ranks
from envs.mind2web.store import RecordedStep, RecordedTask, Store
from reasoningbank.core.errors import UserError

VERSION = 1  # of the local form
KEPT = 50  # negatives a step: MindAct's tournament, the largest use, takes the best fifty
BUCKEYE = "data_pw_testid_buckeye"  # marks the target in a raw page, with the action's uid


@dataclass(frozen=True)
class Size:
    """How much a split holds."""

    tasks: int
    steps: int


# Mind2Web as published, and the set that is most often taken for it
SIZES = {
    "train": Size(1009, 7775),
    "test_task": Size(252, 2094),
    "test_website": Size(177, 1373),
    "test_domain": Size(912, 5911),
}
MULTIMODAL = {"test_task": 177, "test_website": 142, "test_domain": 694}


Report = Callable[[str], object]


def converted(folder: Path, split: str, report: Report = lambda line: None, published: bool = True) -> Path:
    """The local form of a split, made where it is not in the cache. Raises `UserError`.

    `published` says that the data are Mind2Web itself, so that their counts are checked. Files that
    change (size or time) give another form: nothing stale is read.
    """
    refuse_another_set(folder, split)
    source_scores = score_file(folder, scores.NAMES)
    files = split_files(folder, split)
    place = cache_folder()
    target = (
        place / "splits" / f"{split}-{_fingerprint([*files, source_scores], VERSION, pages.VERSION)}.sqlite3"
    )
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(target.with_suffix(".lock")):
        if not target.exists():
            report(f"Mind2Web {split}: reading {len(files)} file(s) for the first time")
            ranks = Ranks(_ranks(source_scores, place, report))
            try:
                _write(target, files, ranks, SIZES.get(split) if published else None, source_scores)
            finally:
                ranks.close()
    return target


def _ranks(source: Path, place: Path, report: Report) -> Path:
    target = place / "ranks" / f"{_fingerprint([source], VERSION)}.sqlite3"
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(target.with_suffix(".lock")):
        if not target.exists():
            report("Mind2Web: reading the candidates' scores for the first time (takes memory)")
            _whole(target, functools.partial(scores.write, source))
    return target


def _write(target: Path, files: list[Path], ranks: Ranks, wanted: Size | None, source_scores: Path) -> None:
    def fill(path: Path) -> None:
        store = Store.create(path)
        try:
            size, digest = _fill(store, files, ranks, source_scores)
            if wanted is not None and size != wanted:
                raise _wrong_size(wanted, size, files[0].parent)
            store.set_meta("hash", digest)
        finally:
            store.close()

    _whole(target, fill)


def _fill(store: Store, files: list[Path], ranks: Ranks, source_scores: Path) -> tuple[Size, str]:
    digest, tasks, steps = hashlib.sha256(), 0, 0
    seen: set[str] = set()
    for path in files:
        for record in records(path):
            task = read_task(record, path)
            if task.annotation_id in seen:
                raise UserError(f"task {task.annotation_id} is there twice", str(path), GET_IT)
            seen.add(task.annotation_id)
            rows = [
                (_step(task, i, ranks, path, source_scores), action.cleaned_html)
                for i, action in enumerate(task.actions)
            ]
            kept = RecordedTask(
                task.annotation_id, task.website, task.domain, task.subdomain, task.confirmed_task, len(rows)
            )
            store.add(tasks, kept, rows)
            digest.update(repr((kept, rows)).encode())
            tasks, steps = tasks + 1, steps + len(rows)
    return Size(tasks, steps), digest.hexdigest()[:16]


def _step(task: DataTask, i: int, ranks: Ranks, path: Path, source_scores: Path) -> RecordedStep:
    action = task.actions[i]
    where = f"task {task.annotation_id}, step {i + 1} ({action.action_uid})"
    ranked = ranks.of(task.annotation_id, action.action_uid)
    if ranked is None:
        raise UserError(f"the score file does not know {where}", str(source_scores), scores.REMEDY)
    both = (action.pos_candidates, action.neg_candidates)
    lost = [c.backend_node_id for group in both for c in group if c.backend_node_id not in ranked]
    if lost:
        raise UserError(
            f"{len(lost)} candidates have no rank (the first is {lost[0]}): {where}",
            str(source_scores),
            f"the score file belongs to other element ids: {scores.REMEDY}",
        )
    positives, negatives = ([(c.backend_node_id, ranked[c.backend_node_id]) for c in group] for group in both)
    # equal ranks keep the file's order
    best = sorted(negatives, key=lambda pair: pair[1])[:KEPT]
    try:
        there = Page(action.cleaned_html).ids
    except ValueError as error:
        raise UserError(f"{where}: {error}", str(path), GET_IT) from None
    if missing := [id for id, _ in [*positives, *best] if id not in there]:
        raise UserError(f"element {missing[0]} is not on its page: {where}", str(path), GET_IT)
    return RecordedStep(
        action.action_uid,
        action.operation.op,
        action.operation.value,
        task.action_reprs[i],
        tuple(positives),
        tuple(best),
        ("", "") if positives else _absent(action),
    )


def _absent(action: DataAction) -> tuple[str, str]:
    """Id and text of a target that only the raw page has; empty where that page lacks it too."""
    try:
        page = Page(action.raw_html)
    except ValueError:
        return "", ""
    id = page.with_attribute(BUCKEYE, action.action_uid)
    return (id, page.element(id)) if id else ("", "")


def _wrong_size(wanted: Size, found: Size, place: Path) -> UserError:
    same = found.tasks == MULTIMODAL.get(place.name)
    other = " (as many as Multimodal-Mind2Web has)" if same else ""
    return UserError(
        f"{place.name} holds {found.tasks} tasks with {found.steps} steps{other}; "
        f"Mind2Web has {wanted.tasks} with {wanted.steps}",
        str(place),
        GET_IT,
    )


def _whole(target: Path, make: Callable[[Path], None]) -> None:
    """Nothing half-made ever has the final name."""
    fresh = target.with_suffix(".building")
    fresh.unlink(missing_ok=True)
    try:
        make(fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _fingerprint(files: list[Path], *versions: int) -> str:
    told = [(str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(json.dumps([told, versions]).encode()).hexdigest()[:16]
