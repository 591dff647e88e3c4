"""A cache folder and a package folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from .wheels import only_from


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty user cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "reasoningbank"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder that pip sees."""
    folder = tmp_path / "packages"
    folder.mkdir()
    for name, value in only_from(folder).items():
        monkeypatch.setenv(name, value)
    return folder
