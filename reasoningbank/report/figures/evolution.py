"""Figure 6: how a strategy evolves. Items about one theme along the stream, with the task of each.

Themes are clusters of the items' embeddings. The embedder is the hashed bag of words, weighted by how
rare a word is: no model, no network, the same on every machine.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reasoningbank.report.figures.base import Drawing, benchmarks, file_name, plt
from reasoningbank.report.frame import read_json

SHOWN = 5
MOST_ITEMS = 1500  # clustering takes the square of it
CUT = 0.75  # cosine distance at which two groups of items are two themes


@dataclass(frozen=True)
class Taught:
    """One memory item, and where it came from. `id` is task#number."""

    id: str
    task_id: str
    position: int
    labels: str
    title: str
    content: str


def items_of(pool: dict[str, Any]) -> list[Taught]:
    """All items of a bank in stream order."""
    return [
        Taught(
            f"{past['task_id']}#{i}",
            str(past["task_id"]),
            int(past.get("position", place)),
            "/".join(past["labels"]),
            item["title"],
            item["content"],
        )
        for place, past in enumerate(pool.get("experiences", []))
        for i, item in enumerate(past["items"])
    ]


def themes(items: Sequence[Taught]) -> list[list[Taught]]:
    """Clusters of at least two items, the one that spans most of the stream with most items first."""
    from scipy.cluster.hierarchy import fcluster, linkage

    items = items[:MOST_ITEMS]
    if len(items) < 2:
        return []
    tree = linkage(_vectors(items), "average", metric="cosine")
    labels = fcluster(tree, CUT, "distance")
    found = [
        [item for item, own in zip(items, labels, strict=True) if own == label]
        for label in sorted(set(labels))
    ]
    several = [theme for theme in found if len({item.task_id for item in theme}) > 1]
    return sorted(several, key=lambda theme: (-_spread(theme), theme[0].position))


def _spread(theme: Sequence[Taught]) -> float:
    return len({item.task_id for item in theme}) * (1 + theme[-1].position - theme[0].position)


def _vectors(items: Sequence[Taught]) -> NDArray[np.float64]:
    from reasoningbank.embed.hashed import HashedEmbedder

    raw = HashedEmbedder().embed([f"{item.title}. {item.title}. {item.content}" for item in items])
    rare = np.log((1 + len(items)) / (1 + (raw > 0).sum(axis=0)))
    return np.asarray(raw * rare, float) + 1e-9  # no vector is zero


def figure6(frame: pd.DataFrame, theme: str | None = None) -> Iterator[Drawing]:
    """One run of each group; `theme` is the id of an item in the cluster to show (task#number)."""
    for group in benchmarks(frame):
        folder = _with_items(group.arm("reasoningbank").sort_values("run"))
        if folder is None:
            continue
        found = themes(items_of(read_json(folder / "pool.json")))
        chosen = next((c for c in found if theme in [item.id for item in c]), None) if theme else None
        if chosen is None and found:
            chosen = found[0]
        if chosen:
            shown = spaced(chosen)
            caption = (
                f"Items of one theme ({len(chosen)} items; cluster of hashed word embeddings, found by item "
                f"{chosen[0].id}) along the stream, with the task that taught each and the judge's label."
            )
            name = file_name("figure6", group)
            yield Drawing(name, "Figure 6. Evolution of a strategy", caption, _timeline(shown, group.title))


def _with_items(rows: pd.DataFrame) -> Path | None:
    """The first run that has a bank; WebArena-Shopping before the others."""
    rows = rows.sort_values("subset", key=lambda subset: subset != "shopping", kind="stable")
    return next((Path(run) for run in rows["run"].unique() if (Path(run) / "pool.json").exists()), None)


def spaced(theme: Sequence[Taught]) -> list[Taught]:
    """At most five items, evenly over the theme's own order, one a task."""
    firsts = list({item.task_id: item for item in reversed(theme)}.values())[::-1]
    picks = np.linspace(0, len(firsts) - 1, min(SHOWN, len(firsts))).round().astype(int)
    return [firsts[i] for i in picks]


def _timeline(items: Sequence[Taught], title: str) -> Any:
    n = len(items)
    figure, axes = plt().subplots(figsize=(2.1 * n + 0.6, 3.6))
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(0, 1)
    axes.axis("off")
    axes.set_title(title)
    axes.annotate("", (n - 0.5, 0.1), (-0.5, 0.1), arrowprops={"arrowstyle": "->", "lw": 1.2})
    for place, item in enumerate(items):
        axes.plot(place, 0.1, "o", color="#1f3a6d")
        plain: dict[str, Any] = {"parse_math": False, "ha": "center"}  # models write dollars
        origin = f"task {_wrap(item.task_id, 22, 1)}\nposition {item.position + 1}\njudged {item.labels}"
        axes.text(place, 0.06, origin, va="top", fontsize=6.5, clip_on=False, **plain)
        axes.plot([place, place], [0.1, 0.85], color="#8c8c8c", lw=0.8, zorder=0)
        box = {"boxstyle": "round,pad=0.4", "fc": "#eef3fa", "ec": "#1f3a6d", "lw": 0.8}
        text = _wrap(item.content, 30, 9)
        axes.text(place, 0.83, text, va="top", fontsize=6.5, bbox=box, **plain)
        axes.text(place, 0.97, _wrap(item.title, 26, 2), va="top", fontsize=7.5, weight="bold", **plain)
    return figure


def _wrap(text: str, width: int, lines: int) -> str:
    """Printable text in at most so many lines."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return "\n".join(textwrap.wrap(clean, width, max_lines=lines, placeholder=" …"))
