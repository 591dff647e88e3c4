"""The tasks as gymnasium environments, for agents with a loop of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from envs.pocketarena.subsets import load_configs

pytestmark = pytest.mark.browser

# in a process of its own: libwebarena keeps the first addresses that it meets
SCRIPT = """
import gymnasium, envs.pocketarena.gym as gym
rewards = []
for answer in {answers!r}:
    env = gymnasium.make("browsergym/pocketarena.{task_id}")
    seen, info = env.reset(seed=0)
    assert seen["goal"] == {intent!r}, seen["goal"]
    rewards.append(env.step(f"send_msg_to_user({{answer!r}})")[1:3])
    env.close()
assert gym.register_all() == gym.register_all()
print(len(gym.register_all()), rewards)
"""


def test_a_task_is_made_by_its_id_and_scored_by_browsergym(tmp_path: Path) -> None:
    config = next(c for c in load_configs("admin") if c["eval"]["reference_answers"])
    right = config["eval"]["reference_answers"]["exact_match"]
    script = SCRIPT.format(task_id=config["task_id"], intent=config["intent"], answers=[right, f"{right}0"])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"{len(load_configs('all'))} [(1.0, True), (0.0, True)]"
    left = [path for path in tmp_path.iterdir() if path.is_file()]
    assert not left, "BrowserGym's file of a task holds its references: it must not stay"
