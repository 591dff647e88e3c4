"""ACE and Dynamic Cheatsheet: methods added without an edit of the core, on the whole stream."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reasoningbank.compose import compose
from reasoningbank.contrib.ace import ACE, ACEConfig
from reasoningbank.core.types import Experience, Label, MemoryItem, Message, Purpose, Task
from reasoningbank.memory.config import MemoryParts
from reasoningbank.run import run
from tests.test_methods import prompts, rows
from tests.toy import ToyPolicy, overrides

PARTS: Any = MemoryParts(None, None)  # type: ignore[arg-type]


class ContribPolicy(ToyPolicy):
    """Names the bullet it uses, and answers reflector, curator and cheatsheet keeper."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        system = messages[0]["content"]
        if "You reflect on" in system:
            return "It answered too early: the first press does nothing."
        if "You keep a playbook" in system:
            return "Thinking.\nADD [pitfalls]: Press twice, the first press does nothing." * (
                "Press twice" not in system
            )
        if "You keep a cheatsheet" in system:
            return "<cheatsheet>\nPress twice.\n</cheatsheet>"
        reply = super().reply(messages, purpose, sample)
        return reply.replace("THOUGHT: press", "THOUGHT: [b1] applies") if "[b1]" in system else reply


def go(folder: Path, *words: str) -> Path:
    return run(compose(overrides(folder, "llm.policy='tests.test_contrib:ContribPolicy'", *words)))


@pytest.mark.parametrize("memory", ["ace", "dynamic_cheatsheet"])
def test_a_method_of_its_own_learns_on_the_stream(tmp_path: Path, memory: str) -> None:
    folder = go(tmp_path, f"memory={memory}")
    frame = rows(folder)
    assert list(frame["score"]) == [0] + [1] * 7
    assert folder.parent.name == memory


def test_ace_counts_what_helped_and_edits_nothing(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=ace")
    (bullet,) = json.loads((folder / "pool.json").read_text())["playbook"]
    assert bullet["helpful"] == 7 and bullet["harmful"] == 0
    assert rows(folder)["extract_calls"].eq(2).all()


@pytest.mark.parametrize("memory", ["ace", "dynamic_cheatsheet"])
def test_the_state_is_made_anew_from_the_ledger(tmp_path: Path, memory: str) -> None:
    """Counts too, although they come from feedback and stand in no experience."""
    whole = go(tmp_path / "whole", f"memory={memory}")
    parts = go(tmp_path / "parts", f"memory={memory}", "runner.limit=5")
    (parts / "pool.json").unlink()
    go(tmp_path / "parts", f"memory={memory}")
    for name in ("pool.json", "results.csv"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()


def test_the_cheatsheet_keeper_is_told_no_verdict(tmp_path: Path) -> None:
    for messages in prompts(go(tmp_path, "memory=dynamic_cheatsheet"), "extract"):
        asked = messages[1]["content"].lower()
        assert "success" not in asked and "fail" not in asked


def _taught(task_id: str, content: str, wave: int) -> Experience:
    return Experience(task_id, "q", (Label.SUCCESS,), (MemoryItem("s", "", content),), wave=wave)


def test_a_playbook_shows_a_task_nothing_of_its_own_wave_or_of_itself() -> None:
    ace = ACE(ACEConfig(name="ace"), PARTS)
    ace.consolidate([_taught("1", "apples", 0), _taught("2", "pears", 1), _taught("3", "plums", 2)])
    text = ace.retrieve(Task("1", "", "q"), wave=2).text
    assert "pears" in text and "apples" not in text and "plums" not in text


def test_a_method_is_found_by_a_dotted_path_too(tmp_path: Path) -> None:
    folder = go(tmp_path, "memory=ace", "memory.name='reasoningbank.contrib.ace:ACE'")
    assert folder.parent.name == "ACE"
    assert rows(folder)["score"].sum() == 7
