"""The messages of the harness, rendered from its own templates around a recorded page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reasoningbank.core.prompts import render
from reasoningbank.core.types import Attempt, Label, Message, Outcome, Step, Trajectory, Verdict
from reasoningbank.memory.base import distinct

PAGES = Path(__file__).parent / "pages"
SHOP = "http://shop.pocketarena"


def page(name: str) -> str:
    """An accessibility tree as the agent was shown it."""
    return (PAGES / f"{name}.txt").read_text().rstrip("\n")


def step(thought: str, action: str = "noop()", error: str = "") -> Step:
    return Step(0, "", "", thought, action, error)


def to_act(
    query: str, tree: str, url: str = f"{SHOP}/", steps: Sequence[Step] = (), memory: str = ""
) -> list[Message]:
    system = render("agents", "system", actions="click('12')", can_answer=True)
    if memory:
        system += "\n\n" + render("agents", "memory", memory=memory)
    turn = render("agents", "turn", query=query, steps=steps, url=url, page=tree, step=1, max_steps=30)
    return [{"role": "system", "content": system}, {"role": "user", "content": turn}]


def to_judge(
    query: str, tree: str, url: str = f"{SHOP}/", steps: Sequence[Step] = (), response: str = "Done."
) -> list[Message]:
    pages = [{"url": url, "text": tree}]
    user = render("judge", "user", query=query, steps=steps, pages=pages, response=response, ending="")
    return [
        {"role": "system", "content": render("judge", "system", strict=False, domain="web")},
        {"role": "user", "content": user},
    ]


def to_extract(query: str, steps: Sequence[Step], succeeded: bool) -> list[Message]:
    which = "success" if succeeded else "failure"
    label = Label.SUCCESS if succeeded else Label.FAILURE
    trajectory = Trajectory("t", 0, tuple(steps), "", "", "Done.", Outcome.ANSWERED)
    told = distinct([Attempt(trajectory, Verdict(label, "", "llm"))])
    user = render("memory", "evidence", query=query, told=told, rationale=False, reviewed=False)
    return [
        {
            "role": "system",
            "content": render("memory", which, max_items=3, domain="web", reviewed=False),
        },
        {"role": "user", "content": user},
    ]
