"""A running shop with a database of its own, for one environment at a time."""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Literal

from envs.pocketarena.database import child_environment, seeded_database
from reasoningbank.core.errors import InfrastructureError

SiteName = Literal["shopping", "shopping_admin"]
START_LIMIT_S = 60.0
CLOSE_LIMIT_S = 5.0


class ShopServer:
    """Starts a server process on a free loopback port; a context manager.

    `site` is the storefront (`shopping`) or its office (`shopping_admin`); `beside` is a running one
    whose database it shares. The process and its folder go with `close()`, and with this process,
    however that ends.
    """

    def __init__(
        self,
        site: SiteName = "shopping",
        beside: ShopServer | None = None,
        start_limit_s: float = START_LIMIT_S,
        port: int = 0,
    ) -> None:
        self._seeded = seeded_database()
        self._folder = Path(tempfile.mkdtemp(prefix="pocketarena-"))
        self.database: Path = beside.database if beside else self._folder / "shop.sqlite3"
        self.reset()
        self._log = self._folder / "server.log"
        command = [sys.executable, "-m", "envs.pocketarena.server", "--site", site, "--port", str(port)]
        options = ["--database", str(self.database), "--owned-folder", str(self._folder)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command + options,
                env=child_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        try:
            self.url = self._wait_for_url(start_limit_s)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def reset(self) -> None:
        """Puts the seeded database in place of the present one. Log-ins and baskets go with it."""
        fresh = self._folder / "fresh.sqlite3"
        shutil.copyfile(self._seeded, fresh)
        fresh.replace(self.database)
        for suffix in ("-journal", "-wal", "-shm"):
            Path(f"{self.database}{suffix}").unlink(missing_ok=True)

    def alive(self) -> bool:
        """Whether the server takes connections; a process that is just dying does not."""
        if self._process.poll() is not None:
            return False
        host, _, port = self.url.removeprefix("http://").partition(":")
        try:
            with socket.create_connection((host, int(port)), timeout=CLOSE_LIMIT_S):
                return True
        except OSError:
            return False

    def close(self) -> None:
        """Ends the process and removes its folder. May be called twice."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(CLOSE_LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> ShopServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait_for_url(self, limit_s: float) -> str:
        assert self._process.stdout is not None
        end = time.monotonic() + limit_s
        line = b""
        while not line.endswith(b"\n"):
            readable, _, _ = select.select([self._process.stdout], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(self._process.stdout.fileno(), 1024) if readable else b""
            if not piece:
                why = "ended" if readable else f"was not ready within {limit_s:g} s"
                raise InfrastructureError(f"the shop's server {why}: {self._log.read_text()[-2000:]}")
            line += piece
        word, _, url = line.decode().strip().partition(" ")
        if word != "READY":
            raise InfrastructureError(f"the shop's server said {line!r}")
        return url
