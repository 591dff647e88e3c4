"""Importing this module registers every task as the gymnasium environment `browsergym/pocketarena.<id>`.

    import gymnasium, envs.pocketarena.gym
    env = gymnasium.make("browsergym/pocketarena.20000")

For agents that bring their own loop (AgentLab's, say). The environment is BrowserGym's own with its own
observations and rewards: it scores after every step, shows the real ports, and starts a browser at each
reset. The sites run for as long as this process does, and are put back before each task. One process
holds one set of sites, because libwebarena reads their addresses once.
"""

from __future__ import annotations

import atexit
import functools
import json
from typing import Any

import gymnasium

from envs.browser.chromium import find_chromium
from envs.pocketarena.sites import PUBLIC_URLS, Sites
from envs.pocketarena.subsets import load_configs
from envs.webarena import official

PREFIX = "browsergym/pocketarena."


@functools.cache
def running_sites() -> Sites:
    """All sites: which of them a process will need cannot be known when the first one starts."""
    sites = Sites(tuple(PUBLIC_URLS))
    atexit.register(sites.close)
    homes = {name.upper(): url for name, url in sites.homes.items()}
    official.point_at(homes | {"HOMEPAGE": sites.homes["shopping"]})
    official.without_fixed_waits()
    return sites


def task(seed: int, task_id: str) -> Any:
    """WebArena's task over one of ours, on sites that are as they were seeded."""
    config = next(config for config in load_configs("all") if str(config["task_id"]) == task_id)
    sites = running_sites()
    sites.reset()
    return official.official_task(seed, json.loads(sites.fill_in(json.dumps(config))))


def make_environment(task_id: str, **options: Any) -> Any:
    """A `BrowserEnv`; `options` are its own. Takes the browser that this machine has."""
    import browsergym.core.env
    from browsergym.core.env import BrowserEnv

    from envs.browser.chat import MessageChat

    # its chat window would start a second browser
    browsergym.core.env.Chat = MessageChat
    options.setdefault("pw_chromium_kwargs", {"executable_path": find_chromium()})
    options.setdefault("slow_mo", 10)  # 0 can hang the log-in
    return BrowserEnv(functools.partial(task, task_id=task_id), **options)


def register_all() -> list[str]:
    """The ids, in ascending order of their tasks. May be called twice."""
    ids = [str(config["task_id"]) for config in load_configs("all")]
    for task_id in ids:
        if PREFIX + task_id not in gymnasium.registry:
            gymnasium.register(
                id=PREFIX + task_id,
                entry_point="envs.pocketarena.gym:make_environment",
                kwargs={"task_id": task_id},
                # BrowserEnv's spaces hold what gymnasium's checker does not know
                disable_env_checker=True,
                order_enforce=False,
            )
    return [PREFIX + task_id for task_id in ids]


register_all()
