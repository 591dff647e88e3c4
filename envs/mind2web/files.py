"""The dataset's files as they are downloaded: found, opened, read one task at a time."""

from __future__ import annotations

import codecs
import gzip
import json
import lzma
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from reasoningbank.core.errors import UserError

SUFFIXES = (".json", ".json.gz", ".json.xz")
CHUNK = 16 * 2**20
GET_IT = "make data-mind2web explains how to get the data; then set $MIND2WEB_DATA or benchmark.data"


def cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "reasoningbank" / "mind2web"


def data_folder(given: str | None) -> Path:
    """`benchmark.data`, else $MIND2WEB_DATA, else where `make data-mind2web` puts it."""
    return Path(given or os.environ.get("MIND2WEB_DATA") or cache_folder() / "data").expanduser()


def split_files(folder: Path, split: str) -> list[Path]:
    """The files of a split, in the order of their numbers. Raises `UserError` when there are none."""
    place = folder / split
    if found := [path for path in place.glob("*") if path.name.endswith(SUFFIXES)]:
        return sorted(found, key=lambda path: (_number(path), path.name))
    refuse_another_set(folder, split)
    raise UserError(f"the split {split} has no JSON files", str(place), GET_IT)


def refuse_another_set(folder: Path, split: str) -> None:
    """Raises `UserError` when there is no folder, or the split lies there as Multimodal-Mind2Web's."""
    place = folder / split
    if not folder.is_dir():
        raise UserError("there is no Mind2Web data", str(folder), GET_IT)
    if any(path.name.endswith(SUFFIXES) for path in place.glob("*")):
        return
    if list(place.glob("*.parquet")) or list(folder.glob(f"**/{split}*.parquet")):
        raise UserError(
            "this is Multimodal-Mind2Web (Parquet files): fewer tasks and steps than Mind2Web, another set",
            str(place),
            GET_IT,
        )


def score_file(folder: Path, names: tuple[str, ...]) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise UserError(
        f"the candidates' scores are missing: {names[0]}",
        str(folder),
        "every rank comes from that file: make data-mind2web gets it with the rest",
    )


def opened(path: Path) -> IO[bytes]:
    """The file's bytes, decompressed where its name says so."""
    opener: Any = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    return cast("IO[bytes]", opener(path, "rb"))


def records(path: Path) -> Iterator[Any]:
    """The elements of a JSON array, one at a time: the files hold a hundred tasks and half a gigabyte.

    Raises `UserError` when the file is no complete JSON array.
    """
    decoder, decode = json.JSONDecoder(), codecs.getincrementaldecoder("utf-8")().decode
    with opened(path) as file:
        text, at, ended, started = "", 0, False, False
        while True:
            at = _skip(text, at)
            if not started and text[at : at + 1] == "[":
                started, at = True, at + 1
                continue
            if started and text[at : at + 1] == "]":
                return
            try:
                if not started:
                    raise ValueError("it is no JSON array")
                value, at = decoder.raw_decode(text, at)
                yield value
                continue
            except ValueError as error:
                if ended or (text and not started):
                    raise _damaged(path, error) from None
            # as much again as what was not enough: a record is tried a few times at most
            fresh = file.read(max(CHUNK, len(text) - at))
            ended = not fresh
            try:
                text, at = text[at:] + decode(fresh, ended), 0
            except UnicodeDecodeError as error:
                raise _damaged(path, error) from None


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def _damaged(path: Path, error: Exception) -> UserError:
    return UserError(
        f"the file is damaged or incomplete: {error}",
        str(path),
        "get it again; the test files come in a zip with a password, which must be unpacked whole",
    )


def _number(path: Path) -> int:
    found = re.search(r"(\d+)\.json", path.name)
    return int(found[1]) if found else 0
