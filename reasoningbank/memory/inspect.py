"""A bank as a person reads it: experiences, where they came from, and where they were injected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Embedder
from reasoningbank.core.types import Experience, Task
from reasoningbank.memory.bank import Bank, read_experiences

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_REMEDY = "give a pool.json, or the run directory that holds one"


def read(path: Path) -> tuple[tuple[Experience, ...], dict[str, Any]]:
    """The experiences of a `pool.json` (or of the run directory) and the whole file. `UserError`."""
    file = path / "pool.json" if path.is_dir() else path
    try:
        pool = json.loads(file.read_text())
    except OSError as error:
        raise UserError(f"there is no bank: {error.strerror}", str(file), _REMEDY) from error
    except ValueError as error:
        raise UserError(f"the bank is no JSON: {error}", str(file), _REMEDY) from error
    if not isinstance(pool, dict) or "experiences" not in pool:
        raise UserError("this file holds no bank", str(file), _REMEDY)
    return read_experiences(pool), pool


def overview(path: Path) -> Table:
    """One line an experience: position, task, query, verdicts, what it holds, how often injected."""
    experiences, pool = read(path)
    used = injections(path)
    table = _table("#", "task", "query", "judged", "holds", "injected into")
    table.title = f"{len(experiences)} experiences · backbone: {pool.get('backbone', 'unknown')}"
    for past in experiences:
        into = used.get(past.task_id, [])
        _add(
            table,
            str(past.position),
            past.task_id if past.rollout is None else f"{past.task_id} (rollout {past.rollout})",
            past.query,
            "/".join(past.labels),
            _holds(past),
            f"{len(into)}: {', '.join(into[:6])}{' …' if len(into) > 6 else ''}" if into else "–",
        )
    return table


def in_full(path: Path, task_id: str) -> RenderableType:
    """Everything that one task left, with its provenance."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    chosen = [past for past in read(path)[0] if past.task_id == task_id]
    if not chosen:
        raise UserError(f"task {task_id} left nothing in this bank", str(path), "`rb bank show` lists them")
    parts: list[RenderableType] = []
    for past in chosen:
        into = ", ".join(injections(path).get(task_id, [])) or "no task"
        origin = " · ".join(filter(None, (past.subset, past.site, past.family and f"family {past.family}")))
        parts += [
            Text(past.query, style="bold"),
            Text(f"task {past.task_id}, position {past.position}, wave {past.wave}, {origin}"),
            Text(f"judged {'/'.join(past.labels)}; injected into {into}\n"),
        ]
        for item in past.items:
            parts.append(Text(item.title, style="bold"))
            parts.append(Padding(Text(f"{item.description}\n{item.content}\n".lstrip()), (0, 0, 0, 2)))
        if past.text:
            parts.append(Text(past.text + "\n"))
    return Group(*parts)


def found(path: Path, query: str, k: int) -> Table:
    """What `query` would retrieve, with the bank's own embedder."""
    experiences, pool = read(path)
    bank = Bank(_embedder(path, str(pool["embedder"])), scope="benchmark")
    bank.append(experiences)
    bank.freeze()
    table = _table("similarity", "task", "query", "holds")
    for past, similarity in bank.search(Task("", "", query), k, 0):
        _add(table, f"{similarity:.3f}", past.task_id, past.query, _holds(past))
    return table


def difference(path: Path, other: Path) -> Table:
    """Experiences that differ between two banks, by task."""
    mine, theirs = (_by_task(read(p)[0]) for p in (path, other))
    table = _table("task", "query", str(path), str(other))
    for task_id in dict.fromkeys([*mine, *theirs]):
        if mine.get(task_id) != theirs.get(task_id):
            either = (mine.get(task_id) or theirs[task_id])[0]
            held = ["\n".join(map(_holds, bank.get(task_id, ()))) or "–" for bank in (mine, theirs)]
            _add(table, task_id, either.query, *held)
    same = sum(mine.get(task_id) == theirs.get(task_id) for task_id in mine)
    table.title = f"{same} of {len({*mine, *theirs})} tasks left the same in both"
    return table


def injections(path: Path) -> dict[str, list[str]]:
    """Task id → the tasks whose rollouts saw its experience, from the ledger beside the pool."""
    ledger = (path if path.is_dir() else path.parent) / "ledger.jsonl"
    used: dict[str, list[str]] = {}
    for raw in ledger.read_text().splitlines() if ledger.exists() else ():
        try:
            line = json.loads(raw)
        except ValueError:
            continue  # torn by a crash: it never happened
        for source in filter(None, line["rows"][0]["retrieved"].split(";")) if "rows" in line else ():
            if line["task_id"] not in used.setdefault(source, []):
                used[source].append(line["task_id"])
    return used


def _embedder(path: Path, identity: str) -> Embedder:
    """The one that made the bank: the run's, or one that runs here. Raises `UserError`."""
    import yaml

    from reasoningbank.embed import build_embedder
    from reasoningbank.embed.config import EmbedderConfig

    config = (path if path.is_dir() else path.parent) / "config.yaml"
    if config.exists():
        embedder = build_embedder(EmbedderConfig(**yaml.safe_load(config.read_text())["embedder"]))
    else:
        embedder = build_embedder(EmbedderConfig(provider="hashed" if "hashed" in identity else "local"))
    if embedder.identity != identity:
        raise UserError(
            "the embedder that made this bank is not at hand",
            f"the bank was made with {identity!r}, this is {embedder.identity!r}",
            "search it in its run directory, beside the config.yaml that names the embedder",
        )
    return embedder


def _by_task(experiences: tuple[Experience, ...]) -> dict[str, list[Experience]]:
    grouped: dict[str, list[Experience]] = {}
    for past in experiences:
        grouped.setdefault(past.task_id, []).append(past)
    return grouped


def _holds(past: Experience) -> str:
    if past.items:
        return "\n".join(f"• {item.title}" for item in past.items)
    return f"{len(past.text)} characters of text" if past.text else "nothing"


def _add(table: Table, *cells: str) -> None:
    """As plain text: what models wrote must not be read as markup."""
    from rich.text import Text

    table.add_row(*(Text(cell) for cell in cells))


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(show_lines=True)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
