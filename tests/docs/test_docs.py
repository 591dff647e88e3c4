"""Every command in the documentation is run here, or at least parsed and composed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from reasoningbank import cli, experiments
from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError

from .pages import PAGES, ROOT, blocks, commands

COMMANDS = [(page, command) for page in PAGES for command in commands(page)]
WITH_RUNS = [page for page in PAGES if any(block.mark == "run" for block in blocks(page))]


@pytest.mark.parametrize(
    ("page", "command"), COMMANDS, ids=[f"{page.name}-{i}" for i, (page, _) in enumerate(COMMANDS)]
)
def test_a_command_is_well_formed(
    page: Path, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its arguments parse and its configuration composes; nothing is run."""
    _write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command.split(" > ")[0])[1:]
    known = cli._commands()
    given, rest = cli._parser(known).parse_known_args(words)
    assert not rest or known[given.command].OVERRIDES, f"{page.name}: {command}"
    # the keys of `rescore` are set in a run's configuration
    saved = ["benchmark=webarena/shopping"] if given.command == "rescore" else []
    for one in _single_runs(rest):
        try:
            compose([*saved, *one])
        except UserError as error:
            pytest.fail(f"{page.name}: {command}\n{error}")


@pytest.mark.parametrize("page", WITH_RUNS, ids=lambda page: page.name)
@pytest.mark.browser
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    _write_files(page, tmp_path)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks(page):
        if block.mark == "run":
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block.text],
                cwd=tmp_path,
                env={**os.environ, "PATH": tools},
                capture_output=True,
                text=True,
                timeout=500,
            )
            assert done.returncode == 0, f"{block.text}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr.strip(), done.stderr
    assert (tmp_path / "tutorial" / "index.html").exists()


def _write_files(page: Path, folder: Path) -> None:
    for block in blocks(page):
        if block.mark.startswith("file: "):
            path = folder / block.mark.removeprefix("file: ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)


def _single_runs(words: list[str]) -> list[list[str]]:
    """A sweep's words with each list's first value, and with its last."""
    sweeping = [word for word in words if not word.startswith("hydra/") and word not in ("-m", "--multirun")]
    if any(word.startswith("experiment=") for word in sweeping):
        return experiments.runs(sweeping)[:1]
    ends = [[_pick(word, end) for word in sweeping] for end in (0, -1)]
    return ends if ends[0] != ends[1] else ends[:1]


def _pick(word: str, end: int) -> str:
    key, equals, values = word.partition("=")
    if not equals or values[:1] in ("[", "{", "'", '"'):
        return word
    return f"{key}={values.split(',')[end]}"
