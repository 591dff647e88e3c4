"""Data from the hub, played by a server of this machine, and without it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pandas as pd
import pytest

from envs.swebench.rows import Row

SHA = "5" * 40
FILE = "data/test-00000-of-00001.parquet"
LOAD = (
    "import sys; from envs.swebench.rows import load; print([row.instance_id for row in load(sys.argv[1])])"
)
NOWHERE = "http://127.0.0.1:9"


class Hub(BaseHTTPRequestHandler):
    """Knows one data set, `ours/rows`."""

    content = b""

    def do_HEAD(self) -> None:
        self._answer(self.content if FILE in self.path else b"", body=False)

    def do_GET(self) -> None:
        if self.path.startswith("/api/datasets/ours/rows"):
            files = [{"rfilename": FILE, "size": len(self.content)}, {"rfilename": "README.md"}]
            self._answer(json.dumps({"id": "ours/rows", "sha": SHA, "siblings": files}).encode())
        elif FILE in self.path:
            self._answer(self.content)
        else:
            self.send_error(404)

    def _answer(self, body_bytes: bytes, body: bool = True) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body_bytes)))
        self.send_header("ETag", f'"{hashlib.sha256(body_bytes).hexdigest()}"')
        self.send_header("X-Repo-Commit", SHA)
        self.end_headers()
        if body:
            self.wfile.write(body_bytes)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def hub(sample: dict[str, Row], tmp_path: Path) -> Iterator[str]:
    """Its address."""
    path = tmp_path / "rows.parquet"
    pd.DataFrame([row.official() for row in sample.values()]).to_parquet(path)
    handler = type("WithRows", (Hub,), {"content": path.read_bytes()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def python(code: str, *words: str, endpoint: str, home: Path) -> subprocess.CompletedProcess[str]:
    """In a process of its own: the hub's client reads its address when it is imported."""
    env = {**os.environ, "HF_ENDPOINT": endpoint, "HF_HOME": str(home)}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)


def test_rows_come_from_the_hub_and_the_next_time_without_it(
    hub: str, sample: dict[str, Row], tmp_path: Path
) -> None:
    for endpoint in (hub, NOWHERE):
        done = python(LOAD, "ours/rows", endpoint=endpoint, home=tmp_path)
        assert done.stdout.strip() == str(list(sample)), done.stderr


@pytest.mark.parametrize(("endpoint", "why"), [(NOWHERE, "Connect"), (None, "status 404")])
def test_what_the_hub_does_not_give_is_said_in_three_lines(
    hub: str, tmp_path: Path, endpoint: str | None, why: str
) -> None:
    main = "import sys; from reasoningbank.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ("swebench", "status", "benchmark=swebench/verified")
    done = python(main, *words, endpoint=endpoint or hub, home=tmp_path)
    lines = (done.stdout + done.stderr).splitlines()
    assert done.returncode == 2 and len(lines) == 3, lines
    assert "cannot be had from the hub" in lines[0] and why in lines[0]
