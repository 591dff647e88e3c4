"""A world that fails in a real Chromium is an infrastructure error, and nothing outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from envs.pocketarena.session import ShopSession
from envs.process import IsolatedEnvironment, TimeLimits
from reasoningbank.core.errors import InfrastructureError
from reasoningbank.core.types import Observation, Task

pytestmark = pytest.mark.browser
TASK = Task("0", "shopping", "q")


class Dying(ShopSession):
    """Its shop can be killed, and it can be made to hang."""

    def step(self, action: str) -> Observation:
        if action == "kill the shop":
            os.kill(self.shop.pid, signal.SIGKILL)
            action = "click('16')"  # My Orders
        if action == "hang":
            time.sleep(600)
        return super().step(action)


@pytest.fixture
def environment() -> Iterator[IsolatedEnvironment]:
    environment = IsolatedEnvironment(Dying, TimeLimits(step=8))
    yield environment
    environment.close()


def _descendants(pid: int) -> list[int]:
    """All processes below `pid`, as /proc has them."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, layer = [], {pid}
    while layer:
        layer = {child for child, parent in parents.items() if parent in layer}
        found += layer
    return found


def _gone(pids: list[int], seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(_alive(pid) for pid in pids):
            return True
        time.sleep(0.1)
    return False


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_shop_that_dies_mid_task_is_no_failed_task(environment: IsolatedEnvironment) -> None:
    environment.reset(TASK)
    with pytest.raises(InfrastructureError, match="ERR_CONNECTION_REFUSED"):
        environment.step("kill the shop")
    # a fresh attempt works
    assert "Categories" in environment.reset(TASK).text


def test_a_hanging_step_ends_at_its_limit_and_leaves_nothing(environment: IsolatedEnvironment) -> None:
    environment.reset(TASK)
    pid = environment.pid
    assert pid is not None
    below = [pid, *_descendants(pid)]
    assert len(below) > 3  # driver, browser, shop
    with pytest.raises(InfrastructureError, match="longer than 8 s"):
        environment.step("hang")
    assert _gone(below)


def test_a_killed_browser_is_an_infrastructure_error(environment: IsolatedEnvironment) -> None:
    environment.reset(TASK)
    assert environment.pid is not None
    for pid in _descendants(environment.pid):
        if b"type=" not in (line := Path(f"/proc/{pid}/cmdline").read_bytes()) and b"--headless" in line:
            os.kill(pid, signal.SIGKILL)
    with pytest.raises(InfrastructureError):
        environment.step("click('16')")


def test_a_bad_action_is_the_agents_and_told(environment: IsolatedEnvironment) -> None:
    environment.reset(TASK)
    assert "99999" in environment.step("click('99999')").error


def test_nothing_outlives_a_killed_owner(tmp_path: Path) -> None:
    program = (
        "import time\n"
        "from envs.process import IsolatedEnvironment\n"
        "from envs.pocketarena.session import ShopSession\n"
        "from reasoningbank.core.types import Task\n"
        "environment = IsolatedEnvironment(ShopSession)\n"
        "environment.reset(Task('0', 'shopping', 'q'))\n"
        "print('open', flush=True)\n"
        "time.sleep(600)\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None and owner.stdout.readline() == "open\n"
    below = _descendants(owner.pid)
    assert len(below) > 3
    owner.kill()
    owner.wait()
    assert _gone(below)
