"""A stream in a real browser, again from its cassette alone: no model, the same results, the same bank.

The prompts hold the page as Chromium tells it, so the shipped cassette fits one major version. With
another one the stream is recorded here first, and then replayed: nothing is skipped.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from envs.browser.chromium import browser_version, find_chromium
from reasoningbank.compose import compose
from reasoningbank.core.errors import FatalModelError
from reasoningbank.run import run

pytestmark = pytest.mark.browser
FIXTURES = Path(__file__).parent / "fixtures"
WORDS = [
    "benchmark=pocketarena/smoke",
    "embedder=hashed",
    "memory=reasoningbank",
    "runner.limit=3",
    "run.progress=off",
]


@pytest.fixture(scope="module")
def cassette(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`stream.jsonl` with its `stream-results.csv` and `stream-pool.json` beside it."""
    recorded = json.loads((FIXTURES / "stream.json").read_text())["chromium"]
    here = re.search(r"(\d+)\.", browser_version(find_chromium()))
    if here and here[1] == recorded:
        return FIXTURES / "stream.jsonl"
    folder = tmp_path_factory.mktemp("recorded")
    words = [*WORDS, "llm=scripted", f"llm.record={folder / 'stream.jsonl'}", f"run.output_root={folder}"]
    live = run(compose(words))
    (live / "results.csv").rename(folder / "stream-results.csv")
    (live / "pool.json").rename(folder / "stream-pool.json")
    return folder / "stream.jsonl"


def test_a_whole_stream_is_replayed(cassette: Path, tmp_path: Path) -> None:
    folder = run(compose([*WORDS, "llm=replay", f"llm.cassette={cassette}", f"run.output_root={tmp_path}"]))
    replayed = pd.read_csv(folder / "results.csv")
    assert replayed["backbone"].str.startswith("replay of recorded replies: ").all()
    recorded = pd.read_csv(cassette.with_name("stream-results.csv"))
    pd.testing.assert_frame_equal(replayed.drop(columns="backbone"), recorded.drop(columns="backbone"))
    pool, before = (
        json.loads(path.read_text())
        for path in (folder / "pool.json", cassette.with_name("stream-pool.json"))
    )
    assert pool["experiences"] == before["experiences"]


def test_what_was_not_recorded_stops_the_run_and_is_shown_as_a_difference(
    cassette: Path, tmp_path: Path
) -> None:
    words = ["llm=replay", f"llm.cassette={cassette}", f"run.output_root={tmp_path}", "memory.max_items=2"]
    with pytest.raises(FatalModelError, match="not in the cassette; from the nearest") as caught:
        run(compose([*WORDS, *words]))
    told = str(caught.value)
    assert "-- At most 3 memory items" in told and "+- At most 2 memory items" in told
