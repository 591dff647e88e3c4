"""The fast local form of a split: one SQLite file, read a task at a time, with the pages made from it.

It holds the recorded actions, so nothing but the environment, the exemplars of the train split and the
tests reads it.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from envs.mind2web.actions import Action
from envs.mind2web.pages import Element, Page, PrunedPage
from reasoningbank.core.text import clean

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE task (
    position INTEGER PRIMARY KEY, id TEXT UNIQUE, website TEXT, domain TEXT, subdomain TEXT, query TEXT,
    steps INTEGER
);
CREATE TABLE step (task TEXT, position INTEGER, record TEXT, html BLOB, PRIMARY KEY (task, position));
CREATE TABLE page (task TEXT, position INTEGER, key TEXT, page BLOB, PRIMARY KEY (task, position, key));
"""
PATIENCE_S = 60.0
MAX_CHARS = 200_000  # of a pruned page; a prompt takes at most agent.max_page_chars of it


@dataclass(frozen=True)
class RecordedTask:
    """A task without its steps."""

    id: str
    website: str
    domain: str
    subdomain: str
    query: str
    steps: int


@dataclass(frozen=True)
class RecordedStep:
    """What was done on a page. Candidates are (id, rank); the first positive is the target.

    `absent` is the id and the text of the target where the cleaned page lacks it: then there are no
    positives, and the step can only be part of the history.
    """

    uid: str
    op: str
    value: str
    told: str  # as the dataset words it: "[button]  Search -> CLICK"
    positives: tuple[tuple[str, int], ...]
    negatives: tuple[tuple[str, int], ...]  # best rank first, at most fifty
    absent: tuple[str, str] = ("", "")

    @property
    def target(self) -> Action:
        """The recorded action on the first positive."""
        element = self.positives[0][0] if self.positives else self.absent[0]
        return Action(self.op, element, None if self.op == "CLICK" else self.value)

    def ranked_below(self, k: int) -> list[str]:
        """The positives that the ranker has among its best k."""
        return [id for id, rank in self.positives if rank < k]

    def shown(self, k: int) -> list[str]:
        """The first positive, wherever it ranks, and the k - 1 best negatives."""
        first = [id for id, _ in self.positives[:1]]
        return first + [id for id, _ in self.negatives[: k - 1]]


class Store:
    """One converted split. An instance serves one rollout at a time; a file serves any number."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # rollouts move between threads, one at a time
        self._connection = sqlite3.connect(path, timeout=PATIENCE_S, check_same_thread=False)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._parsed: tuple[tuple[str, int], Page] | None = None

    @classmethod
    def create(cls, path: Path) -> Store:
        store = cls(path)
        # readers and the writer of a new page do not wait for one another, nor for the disk
        store._connection.execute("PRAGMA journal_mode = WAL")
        store._connection.executescript(SCHEMA)
        return store

    def close(self) -> None:
        self._connection.close()

    def meta(self, name: str) -> str:
        found = self._connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    def set_meta(self, name: str, value: str) -> None:
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def tasks(self) -> list[RecordedTask]:
        rows = self._connection.execute(
            "SELECT id, website, domain, subdomain, query, steps FROM task ORDER BY position"
        )
        return [RecordedTask(*row) for row in rows]

    def ceilings(self, k: int) -> tuple[float, float]:
        """What a gate at `k` lets through: the share of all steps, and the mean of the tasks' shares."""
        passed = [[bool(s.ranked_below(k)) for s in self.steps(task.id)] for task in self.tasks()]
        steps = [each for of_task in passed for each in of_task]
        return sum(steps) / len(steps), sum(sum(p) / len(p) for p in passed) / len(passed)

    def steps(self, task: str) -> list[RecordedStep]:
        rows = self._connection.execute("SELECT record FROM step WHERE task = ? ORDER BY position", (task,))
        return [_step(json.loads(row[0])) for row in rows]

    def add(self, position: int, task: RecordedTask, steps: Sequence[tuple[RecordedStep, str]]) -> None:
        """A task with each step's cleaned page."""
        with self._connection:
            self._connection.execute(
                "INSERT INTO task VALUES (?, ?, ?, ?, ?, ?, ?)",
                (position, task.id, task.website, task.domain, task.subdomain, task.query, task.steps),
            )
            self._connection.executemany(
                "INSERT INTO step VALUES (?, ?, ?, ?)",
                (
                    (task.id, i, json.dumps(vars(step)), zlib.compress(html.encode(), 1))
                    for i, (step, html) in enumerate(steps)
                ),
            )

    def page(self, task: str, position: int, candidates: Sequence[str], numbered: bool = False) -> PrunedPage:
        """The step's page around these candidates: made once, then read. Raises `ValueError`, `KeyError`."""
        return self.pages(task, [(position, candidates)], numbered)[0]

    def pages(
        self, task: str, wanted: Iterable[tuple[int, Sequence[str]]], numbered: bool = False
    ) -> list[PrunedPage]:
        """Several pages of a task; those that are new are kept in one transaction."""
        pages, fresh = [], []
        for position, candidates in wanted:
            key = ",".join(candidates) + ("#" if numbered else "")
            found = self._connection.execute(
                "SELECT page FROM page WHERE task = ? AND position = ? AND key = ?", (task, position, key)
            ).fetchone()
            page = _unpacked(found[0]) if found else self._pruned(task, position, candidates, numbered)
            if not found:
                fresh.append((task, position, key, _packed(page)))
            pages.append(page)
        if fresh:
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO page VALUES (?, ?, ?, ?)", fresh)
        return pages

    def _pruned(self, task: str, position: int, candidates: Sequence[str], numbered: bool) -> PrunedPage:
        # the pages of one step are asked for in a row
        if self._parsed is None or self._parsed[0] != (task, position):
            self._parsed = ((task, position), Page(self.html(task, position)))
        page = self._parsed[1].pruned(candidates, numbered)
        return replace(page, text=clean(page.text, MAX_CHARS))

    def html(self, task: str, position: int) -> str:
        found = self._connection.execute(
            "SELECT html FROM step WHERE task = ? AND position = ?", (task, position)
        ).fetchone()
        return zlib.decompress(found[0]).decode()


def _step(fields: dict[str, object]) -> RecordedStep:
    def pairs(name: str) -> tuple[tuple[str, int], ...]:
        return tuple((id, rank) for id, rank in fields[name])  # type: ignore[attr-defined]

    known = {**fields, "positives": pairs("positives"), "negatives": pairs("negatives")}
    known["absent"] = tuple(fields["absent"])  # type: ignore[arg-type]
    return RecordedStep(**known)  # type: ignore[arg-type]


def _packed(page: PrunedPage) -> bytes:
    told = [page.text, [[element.id, element.tag, element.words] for element in page.elements]]
    return zlib.compress(json.dumps(told).encode(), 1)


def _unpacked(data: bytes) -> PrunedPage:
    text, elements = json.loads(zlib.decompress(data))
    return PrunedPage(text, tuple(Element(*element) for element in elements))
