"""The official WebArena task and evaluators, made importable offline and fed with any task list."""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from reasoningbank.core.types import Score

SITES = ("SHOPPING", "SHOPPING_ADMIN", "REDDIT", "GITLAB", "WIKIPEDIA", "MAP", "HOMEPAGE")
UNUSED = "todo"  # BrowserGym's word for a site that is not there
PUNKT_FILES = ("abbrev_types.txt", "collocations.tab", "ortho_context.tab", "sent_starters.txt")


def point_at(sites: dict[str, str]) -> None:
    """Sets the `WA_*` variables. libwebarena reads them at its first import: once per process."""
    for site in SITES:
        # BrowserGym reads the one, libwebarena the other
        os.environ[f"WA_{site}"] = os.environ[site] = sites.get(site, UNUSED)
    _provide_punkt()
    warnings.filterwarnings("ignore", module="beartype")  # of libwebarena's type hints, at its import


def _provide_punkt() -> None:
    """Importing libwebarena downloads an NLTK model and dies offline; four empty files serve it.

    Its one use is to split one-character reference answers into words.
    """
    import nltk

    root = Path(tempfile.gettempdir()) / f"reasoningbank-nltk-{os.getuid()}"
    folder = root / "tokenizers" / "punkt_tab" / "english"
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUNKT_FILES:
        (folder / name).touch()
    nltk.data.path.insert(0, str(root))


def set_accounts(accounts: dict[str, tuple[str, str]]) -> None:
    """User name and password by site; the evaluators' helpers log in at the shop's REST API with them."""
    from webarena.browser_env.env_config import ACCOUNTS

    for site, (username, password) in accounts.items():
        ACCOUNTS[site] = {"username": username, "password": password}


def without_fixed_waits() -> None:
    """Drops the evaluators' three seconds of sleep before each page, which local sites do not need."""
    from webarena.evaluation_harness import evaluators

    evaluators.time = SimpleNamespace(sleep=lambda seconds: None)


def official_task(seed: int, config: dict[str, Any]) -> Any:
    """A `GenericWebArenaTask` over one task configuration instead of the official file."""
    from browsergym.core.task import AbstractBrowserTask
    from browsergym.webarena.instance import WebArenaInstance
    from browsergym.webarena.task import GenericWebArenaTask

    task = GenericWebArenaTask.__new__(GenericWebArenaTask)
    AbstractBrowserTask.__init__(task, seed)
    task.viewport = {"width": 1280, "height": 720}
    task.slow_mo = None
    task.timeout = 10_000
    task.webarena_instance = WebArenaInstance()
    task.config_file = None
    task.with_na_hint = task.with_homepage_hint = False
    task.task_configs = [config]
    task.teardown = lambda: _remove_config_file(task)
    return task


def _remove_config_file(task: Any) -> None:
    """BrowserGym writes each task's configuration, references included, to a file that it never removes."""
    if task.config_file is not None:
        Path(task.config_file).unlink(missing_ok=True)


def evaluate(env: Any) -> Score:
    """The official evaluators on the state of a BrowserGym environment, which is left as it was."""
    # not `task.validate`: an evaluator opens pages, and BrowserGym would take one for the active page
    value, _, _, info = env._task_validate()
    return Score(float(value), info.get("error", ""))
