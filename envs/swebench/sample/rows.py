"""The sample's repositories and rows, made from `instances/*.yaml`; the same commits on every machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from envs.swebench.prepare.git import git
from envs.swebench.rows import Row

INSTANCES = Path(__file__).parent / "instances"
_WHO = {"name": "A. Maintainer", "email": "maintainer@example.org"}
_MARK = "EOF_OF_THE_TESTS"


class Written(BaseModel):
    """One file of `instances`: the repository at the base, what mends it, and the tests that tell."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    repo: str
    number: int
    issue: str
    files: dict[str, str]
    fixed: dict[str, str]
    tests: dict[str, str]
    fail_to_pass: list[str]
    pass_to_pass: list[str]

    @property
    def instance_id(self) -> str:
        return f"{self.repo.replace('/', '__')}-{self.number}"


def written() -> list[Written]:
    """In the order of their numbers, which is that of the stream."""
    found = [Written.model_validate(yaml.safe_load(path.read_text())) for path in INSTANCES.glob("*.yaml")]
    return sorted(found, key=lambda one: one.number)


def build(target: Path) -> list[Row]:
    """Makes every repository below `target` (`<instance id>`, with its future) and returns the rows."""
    return [_row(one, _repository(one, target / one.instance_id)) for one in written()]


def rows() -> list[Row]:
    """The rows alone."""
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder))


def _repository(one: Written, folder: Path) -> Path:
    """Four commits: a beginning, the base, the tests, the fix. The last two are the agent's future."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for name, value in _WHO.items():
        git(folder, "config", f"user.{name}", value)
    first = dict(list(one.files.items())[:2])
    _commit(folder, 1, "Begin", first)
    git(folder, "tag", "v0.1")
    _commit(folder, 2, "All that there is so far", one.files)
    git(folder, "tag", "base")
    _commit(folder, 3, "Tests of what was reported", one.tests)
    git(folder, "tag", "with-tests")
    _commit(folder, 4, "Mend what was reported", one.fixed)
    git(folder, "tag", "-a", "v0.2", "-m", "Mended")
    return folder


def _commit(folder: Path, day: int, message: str, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    git(folder, "add", "--all")
    # git reads dates from the environment only; the settings make the commit's name the same everywhere
    when = f"2024-01-0{day}T12:00:00+0000"
    command = ["git", "-C", str(folder), "commit", "--quiet", "--message", message]
    subprocess.run(command, check=True, capture_output=True, env=_environment(when))


def _environment(when: str) -> dict[str, str]:
    import os

    return {
        **os.environ,
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }


def _row(one: Written, folder: Path) -> Row:
    base = git(folder, "rev-parse", "base").strip()
    test_patch = git(folder, "diff", "base", "with-tests", "--")
    return Row.model_validate(
        {
            "instance_id": one.instance_id,
            "repo": one.repo,
            "base_commit": base,
            "problem_statement": one.issue,
            "hints_text": "",
            "patch": git(folder, "diff", "with-tests", "main", "--"),
            "test_patch": test_patch,
            "version": "0.1",
            "environment_setup_commit": base,
            "created_at": "2024-01-02T12:00:00Z",
            "difficulty": "<15 min fix",
            "FAIL_TO_PASS": json.dumps(one.fail_to_pass),
            "PASS_TO_PASS": json.dumps(one.pass_to_pass),
            "eval_script": _script(base, test_patch, " ".join(one.tests)),
            "log_parser": "parse_log_pytest",
            "eval_type": "pass_and_fail",
            "image": f"sample/{one.instance_id}",
        }
    )


def _script(base: str, test_patch: str, tests: str) -> str:
    """In the form of the official scripts, whose first and last lines the grader looks for."""
    lines = [
        "#!/bin/bash",
        "set -uxo pipefail",
        "source /opt/miniconda3/bin/activate",
        "conda activate testbed",
        "cd /testbed",
        "git config --global --add safe.directory /testbed",
        "git status",
        f"git checkout {base} {tests}",
        f"git apply -v - <<'{_MARK}'",
        test_patch.rstrip("\n"),
        "",
        _MARK,
        ": '>>>>> Start Test Output'",
        f"pytest -rA -p no:cacheprovider {tests}",
        ": '>>>>> End Test Output'",
        f"git checkout {base} {tests}",
    ]
    return "\n".join(lines) + "\n"
