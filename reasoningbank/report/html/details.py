"""What the browser reads when a task is opened: steps, pages, verdicts, memory; and each run's bank."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reasoningbank.report.html.index import link

PAGE = 4_000  # characters of an observation; the whole stands in rollout-<i>.json
TEXT = 12_000  # of any other text


def task_detail(folder: Path, out: Path) -> dict[str, Any] | None:
    """One task of one run; None where its files are not there."""
    memory = _read(folder / "memory.json")
    rollouts = [
        _rollout(folder, path, out)
        for path in sorted(folder.glob("rollout-*.json"), key=lambda path: int(path.stem.rpartition("-")[2]))
    ]
    if not rollouts and not memory:
        return None
    retrieval, extraction = memory.get("retrieval") or {}, memory.get("extraction") or {}
    past = extraction.get("experiences") or [extraction.get("experience") or {}]
    selection = _read(folder / "selection.json")
    return {
        "query": str(_read(folder / "task.json").get("query", ""))[:TEXT],
        "folder": link(folder, out),
        "rollouts": rollouts,
        "picked": selection.get("chosen"),
        "injected": str(retrieval.get("text", ""))[:TEXT],
        "hits": retrieval.get("hits", []),
        "items": [item for experience in past for item in experience.get("items", [])],
        "kept": [str(e["text"])[:TEXT] for e in past if e.get("text")],
        "notes": extraction.get("notes", []),
    }


def _rollout(folder: Path, path: Path, out: Path) -> dict[str, Any]:
    number = path.stem.rpartition("-")[2]
    told = _read(path)
    verdict, score = _read(folder / f"verdict-{number}.json"), _read(folder / f"score-{number}.json")
    shots = {
        int(shot.stem.rpartition("-")[2]): shot
        for shot in folder.glob(f"screenshots/rollout-{number}-step-*.png")
    }
    steps = told.get("steps", [])
    return {
        "number": int(number),
        "outcome": told.get("outcome", ""),
        "detail": told.get("detail", ""),
        "response": str(told.get("response", ""))[:TEXT],
        "final": _cut(told.get("final_observation", "")),
        "final_url": told.get("final_url", ""),
        "final_shot": link(shots[len(steps)], out) if len(steps) in shots else "",
        "file": link(path, out),
        "verdict": {key: str(verdict.get(key, ""))[:TEXT] for key in ("label", "rationale", "source")}
        if verdict
        else None,
        "score": {key: score.get(key) for key in ("value", "detail", "metrics")} if score else None,
        "reviews": [str(review.get("note", ""))[:TEXT] for review in told.get("reviews", [])],
        "steps": [
            {
                "url": step.get("url", ""),
                "thought": str(step.get("thought", ""))[:TEXT],
                "action": str(step.get("action", ""))[:TEXT],
                "error": str(step.get("error", ""))[:TEXT],
                "review": step.get("review", 0),
                "page": _cut(step.get("observation", "")),
                "shot": link(shots[i], out) if i in shots else "",
            }
            for i, step in enumerate(steps)
        ],
    }


def bank(run: Path) -> list[dict[str, Any]]:
    """The experiences of `pool.json` in stream order."""
    return [
        {
            "task": past["task_id"],
            "query": past["query"],
            "labels": past["labels"],
            "position": past.get("position", place),
            "items": past["items"],
            "text": str(past.get("text", ""))[:TEXT],
        }
        for place, past in enumerate(_read(run / "pool.json").get("experiences", []))
    ]


def _cut(page: str) -> str:
    return (
        page
        if len(page) <= PAGE
        else page[:PAGE] + f"\n[… {len(page) - PAGE:,} more characters in the file …]"
    )


def _read(path: Path) -> dict[str, Any]:
    """The parsed file; nothing where it is missing. A damaged one is said to be damaged, not hidden."""
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError as error:
        return {"detail": f"{path.name} is damaged: {error}"}
    return found


class Store:
    """Details by key: inside the page while they are small, else one file a key beside it."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit
        self._held: list[tuple[str, str]] = []
        self._size = 0
        self.beside = False

    def add(self, key: str, value: Any) -> None:
        text = json.dumps(value, separators=(",", ":"))  # ASCII: no character can end a script
        self._size += len(text)
        if not self.beside and self._size > self._limit:
            self.beside = True
            self._folder.mkdir(parents=True, exist_ok=True)
            for held in self._held:
                self._write(*held)
            self._held = []
        if self.beside:
            self._write(key, text)
        else:
            self._held.append((key, text))

    def inline(self) -> Iterator[tuple[str, str]]:
        """Key and JSON of what stays inside the page, safe between script tags."""
        for key, text in self._held:
            yield key, text.replace("<", "\\u003c")

    def _write(self, key: str, text: str) -> None:
        (self._folder / f"{key}.js").write_text(f"rbLoaded({json.dumps(key)},{text});\n")
