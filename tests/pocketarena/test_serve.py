"""`rb serve pocketarena` says where the sites are, and takes them away with it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import requests

from envs.pocketarena.database import child_environment


def test_sites_are_announced_with_their_log_ins_and_end_with_ctrl_c() -> None:
    command = [sys.executable, "-m", "reasoningbank.cli", "serve", "pocketarena", "--site", "shopping_admin"]
    served = subprocess.Popen(command, env=child_environment(), stdout=subprocess.PIPE, text=True)
    assert served.stdout is not None
    line = served.stdout.readline()
    assert "admin / admin1234" in line
    url = re.search(r"http://\S+/admin", line)
    assert url, line
    assert requests.get(url[0], timeout=10).status_code == 200
    served.send_signal(signal.SIGINT)
    assert served.wait(timeout=30) == 0
    served.stdout.close()
    try:
        requests.get(url[0], timeout=2)
    except requests.ConnectionError:
        return
    raise AssertionError("the server outlived the command")
