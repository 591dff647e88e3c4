"""A planted key is in no log, exception, traceback, cassette, cache, ledger or output."""

from __future__ import annotations

import json
import logging
import traceback
from pathlib import Path
from typing import Any

import pytest

from reasoningbank.core.types import Purpose
from reasoningbank.llm import build_llm
from reasoningbank.llm.doctor import check_llm
from reasoningbank.llm.ledger import LedgeredLLM

from . import server as s
from .conftest import ask, config_for
from .server import Server

KEY = "sk-planted-0123456789abcdefghij"
BLABBING = s.failure(401, f"Incorrect API key provided: {KEY}. You can find your key at …", "invalid_api_key")
BLABBING_429 = s.failure(429, f"Rate limit reached for key {KEY}")
BLABBING_400 = s.failure(400, f"Bad request with {KEY}")
BLABBING_FILTER = s.failure(400, f"content_policy_violation by {KEY}", "content_policy_violation")
ORDERS = [
    s.OK,
    BLABBING,
    BLABBING_429,
    BLABBING_400,
    BLABBING_FILTER,
    s.NO_MODEL,
    s.SERVER_ERROR,
    s.MALFORMED,
    s.HALF,
]


def test_a_planted_key_shows_nowhere(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)
    caplog.set_level(logging.DEBUG)  # as a user's debug run would have it
    lines: list[dict[str, Any]] = []
    config = config_for(
        server,
        api_key_env="LOOPBACK_KEY",
        retries={"max_attempts": 1},
        cache=True,
        cache_dir=str(tmp_path / "cache"),
        record=str(tmp_path / "cassette.jsonl"),
    )
    llm = build_llm(config, seed=0)
    seen = [llm.label, repr(config), config.model_dump_json(), repr(llm)]
    for i, order in enumerate(ORDERS):
        server.orders = [order]
        try:
            LedgeredLLM(llm, lines.append).complete(ask(str(i)), purpose=Purpose.ACT)
        except Exception as error:
            seen += [str(error), repr(error), "".join(traceback.format_exception(error))]
            logging.getLogger("user").exception("failed")
    server.orders = [BLABBING]
    seen.append(check_llm(llm))

    assert all(f"Bearer {KEY}" == headers["authorization"] for headers, _ in server.requests)
    assert len(lines) == len(ORDERS)
    captured = capfd.readouterr()
    seen += [json.dumps(lines), caplog.text, captured.out, captured.err]
    assert not any(KEY in text for text in seen)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"cassette.jsonl", "cache.db"} <= {path.name for path in written}
    assert not [path for path in written if KEY.encode() in path.read_bytes()]
