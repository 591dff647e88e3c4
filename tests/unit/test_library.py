"""ReasoningBank in somebody's own agent loop."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reasoningbank import ReasoningBank
from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Message
from reasoningbank.embed.hashed import HashedEmbedder
from tests.toy import ITEM


class Model:
    """Judges by the last word, extracts one item, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[Message]] = []

    def __call__(self, messages: list[Message]) -> str:
        self.asked.append(messages)
        if "You judge" in messages[0]["content"]:
            return f"Thoughts: t\nStatus: {'success' if 'done' in messages[1]['content'] else 'failure'}"
        return ITEM


def _bank(path: Path, model: Model) -> ReasoningBank:
    return ReasoningBank(path, model, embedder=HashedEmbedder())


def _messages(answer: str) -> list[Message]:
    return [
        {"role": "system", "content": "You are my agent."},
        {"role": "user", "content": "page 1"},
        {"role": "assistant", "content": "THOUGHT: look\nACTION: click('1')"},
        {"role": "user", "content": "page 2"},
        {"role": "assistant", "content": answer},
    ]


def test_what_was_learnt_is_found_again_also_by_another_process(tmp_path: Path) -> None:
    model = Model()
    bank = _bank(tmp_path / "pool.json", model)
    assert bank.retrieve("Find a tent") == ""
    extraction = bank.learn("Find the cheapest tent", _messages("done"))
    assert extraction.experiences[0].labels == ("success",)
    assert "Press twice" in bank.retrieve("Find a tent")
    again = _bank(tmp_path / "pool.json", model)
    assert len(again) == 1 and "Press twice" in again.retrieve("Find a tent")


def test_a_known_ending_is_not_judged(tmp_path: Path) -> None:
    model = Model()
    _bank(tmp_path / "pool.json", model).learn("q", _messages("done"), success=False)
    (asked,) = model.asked
    assert "tried it and failed" in asked[0]["content"]
    assert "click('1')" in asked[1]["content"]


def test_several_attempts_are_contrasted(tmp_path: Path) -> None:
    model = Model()
    extraction = _bank(tmp_path / "pool.json", model).learn("q", [_messages("done"), _messages("no")])
    assert extraction.experiences[0].labels == ("success", "failure")
    assert "# Attempt 2: failure" in model.asked[-1][1]["content"]


def test_another_embedder_and_a_file_that_is_no_pool_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text('{"a": 1}')
    with pytest.raises(UserError, match="holds no bank"):
        _bank(path, Model())


def test_the_package_imports_nothing_heavy() -> None:
    code = "import reasoningbank, sys; print([m for m in ('numpy', 'pandas', 'litellm') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
