from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from envs.mind2web.benchmark import Mind2Web
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Score, Trajectory
from tests.mind2web import dataset


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MIND2WEB_DATA", raising=False)


Play = Callable[..., tuple[Trajectory, Score]]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """One rollout of the first of `tasks` with a given model."""

    def run(
        tasks: Sequence[dict[str, Any]],
        llm: LLM,
        ranks: dict[str, dict[str, int]] | None = None,
        memory: str = "",
        settings: AgentConfig | None = None,
        **keys: Any,
    ) -> tuple[Trajectory, Score]:
        folder = dataset.write(tmp_path / f"data{len(list(tmp_path.iterdir()))}", tasks, ranks)
        benchmark = Mind2Web(dataset.config(folder, **keys))
        environment = benchmark.environment(0, llm)
        agent = benchmark.agent(llm, settings or AgentConfig())
        assert agent is not None
        trajectory = agent.run(benchmark.tasks()[0], environment, memory, 0, lambda step, seen: None)
        score = environment.score()
        environment.close()
        return trajectory, score

    return run
