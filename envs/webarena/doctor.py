"""`rb doctor benchmark=webarena/…`: looks at every instance and says what to do about each finding."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from envs.browser.chromium import find_chromium
from envs.webarena import probes
from envs.webarena.config import WebArenaConfig
from envs.webarena.deployment import Deployment, Health
from envs.webarena.login import LogIns
from envs.webarena.matching import Matcher, answerer
from envs.webarena.session import SessionSpec
from envs.webarena.tasks import OfficialTask
from reasoningbank.core.errors import HarnessError
from reasoningbank.core.protocols import LLM

SAMPLE = 8  # pages that are looked at per site
# a screenshot a step: some hundred kilobytes, up to 30 steps a task
BYTES_PER_TASK = 5_000_000
_MAKES_A_PAGE = re.compile(r"(?i)^(fork\b|set up a new|start a private|create an? (new|private|repo))")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `remedy` is empty when there is nothing to do."""

    what: str
    ok: bool
    detail: str = ""
    remedy: str = ""


def diagnose(
    config: WebArenaConfig,
    deployment: Deployment,
    tasks: Sequence[OfficialTask],
    specs: Sequence[SessionSpec],
    matcher: LLM | None = None,
) -> list[Finding]:
    """All findings, good ones too. Takes seconds a site; changes nothing but opening sessions."""
    findings = [_disk(len(tasks)), _resets(config, deployment, tasks), _matcher(config, tasks, matcher)]
    for instance, spec in enumerate(specs):
        place = f"instance {instance}, " if len(specs) > 1 else ""
        for finding in _instance(deployment, tasks, spec):
            findings.append(replace(finding, what=place + finding.what))
    return findings


def _instance(deployment: Deployment, tasks: Sequence[OfficialTask], spec: SessionSpec) -> Iterator[Finding]:
    from playwright.sync_api import sync_playwright

    log_ins = LogIns(spec.urls, spec.accounts)
    needed = [site for site in spec.urls if any(site in task.sites for task in tasks)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), slow_mo=spec.slow_mo_ms)
        for site in needed:
            url, own = spec.urls[site], [task for task in tasks if site in task.sites]
            health = deployment.sites[site].health or Health()
            outside = probes.outside(site, url, health, deployment.page_limit_s)
            yield from (Finding(*found) for found in outside)
            if outside[0].ok:
                context = browser.new_context()
                context.set_default_timeout(deployment.page_limit_s * 1000)
                yield from _inside(context, log_ins, site, own)
                context.close()


def _inside(context: Any, log_ins: LogIns, site: str, tasks: Sequence[OfficialTask]) -> Iterator[Finding]:
    """What only a visitor who is logged in can see."""
    try:
        log_ins.sign_in(site, context.new_page())
    except Exception as error:  # the browser has several kinds; all of them mean that it did not work
        problem = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        yield Finding(f"{site}: log-in", False, problem, probes.REMEDIES["log-in"])
        return
    yield Finding(
        f"{site}: log-in", True, f"as {log_ins.accounts[site].username}" if site in log_ins.accounts else ""
    )
    base = log_ins.urls[site]
    lost = _answering(context, base, _seeded(site, tasks), wanted=False)
    yield Finding(f"{site}: seeded data", not lost, _listed("missing", lost), probes.remedy("data", lost))
    left = _answering(context, base, _made_by_tasks(site, tasks), wanted=True)
    yield Finding(f"{site}: fresh", not left, _listed("already there", left), probes.remedy("fresh", left))
    if any(task.writes for task in tasks) and (path := probes.WRITES.get(site)):
        refused = "" if _answers(context, base + path) else f"{path} is not to be had"
        if site == "shopping":
            refused = probes.rest_problem(base, log_ins.accounts["shopping_site_admin"])
        yield Finding(f"{site}: write access", not refused, refused, probes.remedy("write", refused))


def _seeded(site: str, tasks: Sequence[OfficialTask]) -> list[str]:
    """Paths that must be there before any task: where tasks begin, and pages that they look for."""
    placeholder = f"__{site.upper()}__"
    given = [task.start_url for task in tasks]
    given += [task.eval.reference_url or "" for task in tasks if not task.writes]
    paths = [url.removeprefix(placeholder) for url in given if url.startswith(placeholder) and "|" not in url]
    return list(dict.fromkeys(path for path in paths if path and "?" not in path))[:SAMPLE]


def _made_by_tasks(site: str, tasks: Sequence[OfficialTask]) -> list[str]:
    """Paths that tasks create, and that a fresh site does not have."""
    placeholder = f"__{site.upper()}__"
    urls = [
        t.eval.program_html[0]["url"] for t in tasks if t.eval.program_html and _MAKES_A_PAGE.match(t.intent)
    ]
    own = [url.removeprefix(placeholder) for url in urls if url.startswith(placeholder)]
    pages = [re.sub(r"/(-/.*|edit)$", "", path).removeprefix("/groups") for path in own]
    return list(dict.fromkeys(page for page in pages if not page.startswith("/dashboard")))[:SAMPLE]


def _answering(context: Any, base: str, paths: Sequence[str], wanted: bool) -> list[str]:
    """The paths that answer with a page, or (`wanted=False`) those that do not."""
    return [path for path in paths if _answers(context, base + path) is wanted]


def _answers(context: Any, url: str) -> bool:
    try:
        return bool(context.request.get(url).ok)
    except Exception:  # a redirect loop or a time-out: no page either way
        return False


def _listed(word: str, paths: Sequence[str]) -> str:
    return f"{word}: {', '.join(paths)}" if paths else ""


def _disk(tasks: int) -> Finding:
    free, wanted = shutil.disk_usage(Path.cwd()).free, tasks * BYTES_PER_TASK
    detail = (
        f"{free / 1e9:.1f} GB free; a run of {tasks} tasks with screenshots may take {wanted / 1e9:.1f} GB"
    )
    remedy = "" if free > wanted else "free some space, set run.output_root=…, or run.screenshots=false"
    return Finding("disk", free > wanted, detail, remedy)


def _resets(config: WebArenaConfig, deployment: Deployment, tasks: Sequence[OfficialTask]) -> Finding:
    writing = sum(task.writes for task in tasks)
    if config.reset == "none":
        detail = (
            f"benchmark.reset=none: {writing} tasks may write, and nothing puts the sites back between runs"
        )
        return Finding("reset", True, detail)
    endpoints = deployment.reset.endpoints if deployment.reset else ()
    silent = [base for base in endpoints if probes.get(f"{base}/status", deployment.page_limit_s).problem]
    return Finding("reset", not silent, _listed("no answer from", silent), probes.remedy("reset", silent))


def _matcher(config: WebArenaConfig, tasks: Sequence[OfficialTask], llm: LLM | None) -> Finding:
    fuzzy = sum(task.fuzzy for task in tasks)
    if config.fuzzy == "exact" or not fuzzy:
        return Finding("evaluator model", True, "not needed")
    if llm is None:
        return Finding("evaluator model", True, f"needed by {fuzzy} tasks; not asked")
    asked = Matcher(config.fuzzy, lambda messages: answerer(llm, messages))
    try:
        right = asked.fuzzy("it costs $5.00", "5 dollars", "How much is the mug?")
        wrong = asked.fuzzy("it costs $7.00", "5 dollars", "How much is the mug?")
    except HarnessError as error:
        return Finding("evaluator model", False, f"{llm.label}: {error}", probes.REMEDIES["matcher"])
    sound = (right, wrong) == (1.0, 0.0)
    detail = f"{llm.label}: $5.00 for 5 dollars is {_word(right)}, $7.00 is {_word(wrong)}"
    return Finding("evaluator model", sound, detail, "" if sound else probes.REMEDIES["matcher"])


def _word(score: float) -> str:
    return "right" if score else "wrong"
