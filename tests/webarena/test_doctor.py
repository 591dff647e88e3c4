"""The doctor finds each planted fault, says what to do, and finds nothing wrong where nothing is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from envs.webarena import doctor
from envs.webarena.doctor import Finding
from envs.webarena.tasks import tasks_of
from reasoningbank.core.errors import InfrastructureError

from .conftest import benchmark, deployment_file
from .models import Scripted
from .sites import Sites

pytestmark = pytest.mark.browser
SOUND = ("VERDICT: correct", "VERDICT: incorrect")


@pytest.fixture
def seeded(sites: Sites) -> Sites:
    """Sites that have every page which the doctor looks for."""
    for kind, site in sites.items():
        own = [task for task in tasks_of("all") if kind in task.sites]
        below = site.url.removeprefix(site.origin)
        site.seeded.update(below + path for path in doctor._seeded(kind, own))
    return sites


def diagnosis(folder: Path, *instances: Sites, subset: str = "all", **keys: Any) -> list[Finding]:
    adapter = benchmark(deployment_file(folder, *instances), subset=subset, **keys)
    return list(adapter.diagnose(Scripted(*SOUND)))


def test_sound_sites_have_no_finding(seeded: Sites, tmp_path: Path) -> None:
    findings = diagnosis(tmp_path, seeded)
    assert [finding for finding in findings if not finding.ok] == []
    looked_at = {finding.what for finding in findings}
    for site in ("shopping", "shopping_admin", "reddit", "gitlab"):
        for what in ("reachable", "right site", "base URL", "clock", "log-in", "seeded data", "fresh"):
            assert f"{site}: {what}" in looked_at
    assert {"disk", "reset", "evaluator model", "shopping: write access"} <= looked_at


def _fork(sites: Sites) -> None:
    sites["gitlab"].seeded.add("/byteblaze/2019-nCov")


def _forget(sites: Sites) -> None:
    sites["reddit"].seeded.pop()


# what is wrong: how it is planted, the finding, a word of its detail, a word of its remedy
FAULTS: dict[str, tuple[Callable[[Sites], Any], str, str, str]] = {
    "a 502": (lambda s: s["gitlab"].broken.update({"/": 502}), "gitlab: reachable", "502", "container"),
    "a redirect loop": (
        lambda s: s["reddit"].broken.update({"/": "loop"}),
        "reddit: reachable",
        "for ever",
        "",
    ),
    "another site": (
        lambda s: setattr(s["shopping"], "title", "nginx"),
        "shopping: right site",
        "nginx|One",
        "",
    ),
    "an old base URL": (
        lambda s: setattr(s["shopping"], "links_to", "http://metis.example.edu:7770"),
        "shopping: base URL",
        "metis.example.edu:7770",
        "--base-url",
    ),
    "a wrong clock": (
        lambda s: setattr(s["reddit"], "clock_off_s", -7200.0),
        "reddit: clock",
        "s from this machine",
        "NTP",
    ),
    "a changed password": (
        lambda s: setattr(s["gitlab"], "password", "new"),
        "gitlab: log-in",
        "byteblaze",
        "account",
    ),
    "missing data": (_forget, "reddit: seeded data", "missing: /f/", "image"),
    "what an earlier run left": (_fork, "gitlab: fresh", "/byteblaze/2019-nCov", "reset"),
    "no REST token": (
        lambda s: s["shopping"].broken.update({"/rest/": 401}),
        "shopping: write access",
        "401",
        "REST",
    ),
    "no right to post": (
        lambda s: s["reddit"].broken.update({"/submit": 403}),
        "reddit: write access",
        "/submit",
        "",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(seeded: Sites, tmp_path: Path, fault: str) -> None:
    plant, what, detail, remedy = FAULTS[fault]
    plant(seeded)
    subset = what.partition(":")[0]
    bad = [finding for finding in diagnosis(tmp_path, seeded, subset=subset) if not finding.ok]
    assert [finding.what for finding in bad] == [what]
    assert any(word in bad[0].detail for word in detail.split("|"))
    assert bad[0].remedy and remedy in bad[0].remedy


def test_each_instance_is_looked_at(seeded: Sites, tmp_path: Path) -> None:
    from .sites import StandIn

    second = StandIn("shopping")
    second.broken["/"] = 503
    bad = [
        f
        for f in diagnosis(
            tmp_path, {"shopping": seeded["shopping"]}, {"shopping": second}, subset="shopping"
        )
        if not f.ok
    ]
    second.close()
    assert [finding.what for finding in bad] == ["instance 1, shopping: reachable"]


@pytest.mark.parametrize(
    "replies", [("VERDICT: correct",), ("VERDICT: incorrect",), ("hm",), (InfrastructureError("no route"),)]
)
def test_an_evaluator_model_that_cannot_tell_is_found(sites: Sites, tmp_path: Path, replies: Any) -> None:
    adapter = benchmark(deployment_file(tmp_path, sites), subset="shopping")
    tasks = list(adapter._tasks.values())
    found = doctor.diagnose(adapter._config, adapter.deployment, tasks, [], Scripted(*replies))  # type: ignore[arg-type]
    model = next(finding for finding in found if finding.what == "evaluator model")
    assert not model.ok and "matcher.llm" in model.remedy
    exact = benchmark(deployment_file(tmp_path, sites), subset="shopping", fuzzy="exact")
    found = doctor.diagnose(exact._config, exact.deployment, tasks, [], Scripted(*replies))  # type: ignore[arg-type]
    assert all(finding.ok for finding in found)


def test_a_silent_reset_server_and_a_full_disk_are_found(
    sites: Sites, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = deployment_file(tmp_path, sites, reset={"endpoints": ["http://127.0.0.1:9"]})
    adapter = benchmark(at, reset="wave")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1e9}))
    found = doctor.diagnose(adapter._config, adapter.deployment, list(adapter._tasks.values()), [], None)  # type: ignore[arg-type]
    assert {finding.what: finding.ok for finding in found} == {
        "disk": False,
        "reset": False,
        "evaluator model": True,
    }
