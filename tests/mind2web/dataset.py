"""Small Mind2Web data made by hand: a page, its candidates, their ranks, written as users have them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from envs.mind2web.config import Mind2WebConfig
from reasoningbank.core.types import Message, Purpose, Reply

HEAD = '<html backend_node_id="1"><body backend_node_id="2" class="page">'


def button(id: str, words: str = "") -> str:
    words = words or f"Button{id}"
    return (
        f'<button backend_node_id="{id}" type="button"><text backend_node_id="{id}9">{words}</text></button>'
    )


def page(elements: Sequence[str]) -> str:
    return f"{HEAD}{''.join(elements)}</body></html>"


def candidate(id: str) -> dict[str, Any]:
    return {"tag": "button", "attributes": json.dumps({"backend_node_id": id}), "backend_node_id": id}


def action(
    uid: str,
    positives: Sequence[str],
    negatives: Sequence[str],
    op: str = "CLICK",
    value: str = "",
    html: str | None = None,
    raw: str = "",
) -> dict[str, Any]:
    html = (
        html if html is not None else page([button(id) for id in sorted({*positives, *negatives}, key=int)])
    )
    return {
        "action_uid": uid,
        "raw_html": raw,
        "cleaned_html": html,
        "operation": {"op": op, "original_op": op, "value": value},
        "pos_candidates": [candidate(id) for id in positives],
        "neg_candidates": [candidate(id) for id in negatives],
    }


def task(
    id: str,
    actions: Sequence[dict[str, Any]],
    query: str = "Do it",
    website: str = "shop",
    domain: str = "Shopping",
) -> dict[str, Any]:
    told = []
    for one in actions:
        op, value = one["operation"]["op"], one["operation"]["value"]
        told.append(f"[button]  Gold {one['action_uid']} -> {op}" + (f": {value}" if value else ""))
    return {
        "website": website,
        "domain": domain,
        "subdomain": "General",
        "annotation_id": id,
        "confirmed_task": query,
        "action_reprs": told,
        "actions": list(actions),
    }


def ranks_in_order(tasks: Sequence[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Positives first, then negatives, as they are listed."""
    ranks = {}
    for one in tasks:
        for step in one["actions"]:
            ids = [c["backend_node_id"] for c in [*step["pos_candidates"], *step["neg_candidates"]]]
            ranks[f"{one['annotation_id']}_{step['action_uid']}"] = {id: i for i, id in enumerate(ids)}
    return ranks


def write(
    folder: Path,
    tasks: Sequence[dict[str, Any]],
    ranks: dict[str, dict[str, int]] | None = None,
    split: str = "sample",
    train: Sequence[dict[str, Any]] = (),
) -> Path:
    """`folder` as a user's data folder."""
    ranks = ranks or {}
    for name, chosen in ((split, tasks), ("train", train)):
        if chosen:
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"{name}_0.json").write_text(json.dumps(chosen))
    known = {**ranks_in_order([*tasks, *train]), **ranks}
    scores = {step: {id: -float(rank) for id, rank in of.items()} for step, of in known.items()}
    (folder / "scores_all_data.pkl").write_bytes(pickle.dumps({"scores": scores, "ranks": known}))
    return folder


def config(folder: Path | None = None, **keys: Any) -> Mind2WebConfig:
    data = str(folder) if folder else None
    return Mind2WebConfig(name="mind2web", subset=keys.pop("subset", "sample"), data=data, **keys)


class Scripted:
    """A model that gives these replies in turn, and remembers what it was asked."""

    name = label = "scripted"

    def __init__(self, *replies: str | Exception) -> None:
        self.replies = list(replies)
        self.asked: list[list[Message]] = []

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        self.asked.append(list(messages))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply)

    @property
    def last(self) -> str:
        """Everything that the latest call was shown."""
        return "\n".join(message["content"] for message in self.asked[-1])
