"""A prepared copy of the packaged sample, made once, and a backbone that says what it is told to say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from envs.swebench.rows import Row
from envs.swebench.sample.prepare import prepare_missing
from envs.swebench.sample.rows import rows as sample_rows
from envs.swebench.sandboxes import bubblewrap
from envs.swebench.store import Store
from reasoningbank.core.types import Message, Purpose, Reply, Usage


class Says:
    """Gives its replies in turn, and keeps what it was asked."""

    name = label = "says"

    def __init__(self, *replies: str, cost: float | None = 0.0, finish_reason: str = "stop") -> None:
        self._replies = list(replies)
        self._cost, self._finish_reason = cost, finish_reason
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
        text = self._replies.pop(0)
        return Reply(text, Usage(10, 5, cost=self._cost), finish_reason=self._finish_reason)


def bash(command: str, fence: str = "bash") -> str:
    """A well-formed reply."""
    return f"THOUGHT: I do it.\n\n```{fence}\n{command}\n```"


@pytest.fixture(scope="session")
def sandboxed() -> None:
    """Needs bubblewrap: skipped where it cannot run, but never where CI is set."""
    if (problem := bubblewrap.problem()) and not os.environ.get("CI"):
        pytest.skip(f"bubblewrap: {problem}")


@pytest.fixture(scope="session")
def sample() -> dict[str, Row]:
    """The sample's rows by id."""
    return {row.instance_id: row for row in sample_rows()}


@pytest.fixture(scope="session")
def store(sandboxed: None, sample: dict[str, Row], tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The sample, prepared."""
    found = Store(tmp_path_factory.mktemp("swebench"))
    prepare_missing(list(sample.values()), found, 120)
    return found


@pytest.fixture(scope="session")
def ledger(sample: dict[str, Row]) -> Row:
    return sample["sample__ledger-1"]


@pytest.fixture
def cache(store: Store) -> Path:
    """The folder for `benchmark.cache`."""
    return store.root
