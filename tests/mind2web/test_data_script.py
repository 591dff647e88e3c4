"""`scripts/data_mind2web.py`: files from anywhere end up where the adapter looks, and are checked."""

from __future__ import annotations

import importlib.util
import json
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from envs.mind2web import convert
from envs.mind2web.convert import Size
from reasoningbank.core.errors import UserError
from tests.mind2web.dataset import action, task, write

SCRIPT = Path(__file__).parents[2] / "scripts" / "data_mind2web.py"
TASKS = [task("t1", [action("u1", ["11"], ["21", "22"])])]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("data_mind2web", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def downloaded(tmp_path: Path) -> Path:
    """As the hub's client leaves it: train below data/, the tests in one archive."""
    folder = write(tmp_path / "hub", TASKS, split="test_task")
    (folder / "data" / "train").mkdir(parents=True)
    (folder / "data" / "train" / "train_0.json").write_text(json.dumps(TASKS))
    with zipfile.ZipFile(folder / "test.zip", "w") as archive:
        archive.write(folder / "test_task" / "test_task_0.json", "data/test_task/test_task_0.json")
    (folder / "test_task" / "test_task_0.json").unlink()
    return folder


def test_everything_finds_its_place(
    script: ModuleType, downloaded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(convert.SIZES, "test_task", Size(1, 1))
    words = ["x", str(downloaded), "--offline", "--split", "test_task"]
    monkeypatch.setattr(sys, "argv", words)
    assert script.main() == 0
    said = capsys.readouterr().out
    assert "test_task: 1 tasks, 1 steps, 1 websites; targets among the best five: 100.0 / 100.0 %" in said
    assert "EXPECTED 60.7 / 64.2: ranks of another score file?" in said
    assert (downloaded / "train" / "train_0.json").is_file()
    assert script.main() == 0  # and again


def test_a_wrong_count_is_told_with_what_is_needed(
    script: ModuleType, downloaded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["x", str(downloaded), "--offline", "--split", "test_task"])
    assert script.main() == 2
    said = capsys.readouterr().err
    assert "holds 1 tasks with 1 steps; Mind2Web has 252 with 2094" in said and "scores_all_data.pkl" in said


def test_a_locked_archive_asks_for_its_password(
    script: ModuleType, downloaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = bytearray((downloaded / "test.zip").read_bytes())
    at = locked.index(b"PK\x01\x02") + 8
    locked[at] |= 1  # the flag of encryption, in the archive's directory
    (downloaded / "test.zip").write_bytes(locked)
    with pytest.raises(UserError, match="locked"):
        script.arrange(downloaded, None)


def test_no_folder(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such folder"):
        script.arrange(tmp_path / "none", None)
