"""Stand-in sites, and a deployment file that points at them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from envs.webarena.benchmark import WebArena
from envs.webarena.config import WebArenaConfig

from .sites import ACCOUNTS, TITLES, Sites, all_sites


@pytest.fixture(scope="module")
def running_sites() -> Iterator[Sites]:
    sites = all_sites()
    yield sites
    for site in sites.values():
        site.close()


@pytest.fixture
def sites(running_sites: Sites) -> Sites:
    for site in running_sites.values():
        site.reset()
        site.broken.clear()
        site.requests.clear()
        site.links_to, site.clock_off_s, site.log_ins = "", 0.0, 0
        site.title, site.password = TITLES[site.kind], ACCOUNTS.get(site.kind, ("", ""))[1]
        site.seeded.clear()
    return running_sites


def deployment_file(folder: Path, *instances: Sites, **more: Any) -> str:
    """Writes a deployment of one or several sets of sites; evaluators do not wait."""
    at = {kind: {"urls": [sites[kind].url for sites in instances]} for kind in instances[0]}
    path = folder / "deployment.yaml"
    path.write_text(yaml.safe_dump({"sites": at, "evaluator_waits": False, **more}))
    return str(path)


def benchmark(deployment: str, **keys: Any) -> WebArena:
    """The adapter on all 684 tasks, unless `keys` say otherwise."""
    given = {"name": "webarena", "subset": "all", "deployment": deployment, **keys}
    return WebArena(WebArenaConfig.model_validate(given))
