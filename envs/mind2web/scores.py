"""The ranks of all candidates, from the score file that the authors publish. Rank 0 is the best.

It is a pickle, and a pickle is a program: only the containers and numbers that it may hold are let in,
and none of NumPy's own functions runs. Read once, and kept as a table, since it takes gigabytes.
"""

from __future__ import annotations

import json
import pickle
import sqlite3
import struct
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from envs.mind2web.files import opened
from reasoningbank.core.errors import UserError

NAMES = ("scores_all_data.pkl", "scores_all_data.json", "scores_all_data.json.gz", "scores_all_data.json.xz")
REMEDY = "download it again from the dataset's own page (make data-mind2web)"
_FORMATS = {"f4": "<f", "f8": "<d", "i4": "<i", "i8": "<q"}


class Ranks:
    """Ranks by step, in a table that `write` made."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def of(self, annotation: str, action: str) -> dict[str, int] | None:
        """Candidate id → rank of one step; None when the score file does not know the step."""
        found = self._connection.execute(
            "SELECT ranks FROM step WHERE id = ?", (f"{annotation}_{action}",)
        ).fetchone()
        return json.loads(found[0]) if found else None

    def close(self) -> None:
        self._connection.close()


def write(source: Path, target: Path) -> None:
    """The table for `Ranks`. Raises `UserError` for a file that is no score file, or is more than data."""
    ranks = load(source).get("ranks")
    if not isinstance(ranks, dict) or not ranks:
        raise UserError("the score file holds no ranks", str(source), REMEDY)
    with sqlite3.connect(target) as connection:
        connection.execute("CREATE TABLE step (id TEXT PRIMARY KEY, ranks TEXT) WITHOUT ROWID")
        connection.executemany("INSERT INTO step VALUES (?, ?)", _rows(source, ranks))
    connection.close()


def load(source: Path) -> dict[str, Any]:
    """The whole file. Raises `UserError`."""
    try:
        with opened(source) as file:
            read = json.load(file) if ".json" in source.name else _Restricted(file).load()
    except (
        pickle.UnpicklingError,
        ValueError,
        EOFError,
        AttributeError,
        IndexError,
        KeyError,
        TypeError,
    ) as error:
        raise UserError(f"the score file cannot be read: {error}", str(source), REMEDY) from error
    if not isinstance(read, dict):
        raise UserError("the score file is no dictionary", str(source), REMEDY)
    return read


def _rows(source: Path, ranks: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for step, of_step in ranks.items():
        try:
            yield str(step), json.dumps({str(id): int(rank) for id, rank in of_step.items()})
        except (AttributeError, TypeError, ValueError) as error:
            raise UserError(
                f"the ranks of step {step} cannot be read: {error}", str(source), REMEDY
            ) from error


class _Restricted(pickle.Unpickler):
    """Loads dictionaries, lists, strings and numbers, NumPy's scalars among them, and nothing else."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__(file)

    def find_class(self, module: str, name: str) -> Any:
        try:
            return _ALLOWED[module, name]
        except KeyError:
            raise pickle.UnpicklingError(
                f"it asks for {module}.{name}, which no score file needs: it may be malicious"
            ) from None


class _Kind:
    """Stands in for `numpy.dtype`: remembers which number it describes."""

    def __init__(self, code: str, *_: Any) -> None:
        self.code = code

    def __setstate__(self, state: Any) -> None:
        """Byte order and flags: the published numbers are little-endian."""
        if isinstance(state, tuple) and len(state) > 1 and state[1] == ">":
            raise pickle.UnpicklingError("its numbers are big-endian")


def _number(kind: Any, data: bytes) -> float | int:
    """Stands in for NumPy's maker of scalars."""
    if not isinstance(kind, _Kind) or kind.code not in _FORMATS:
        raise pickle.UnpicklingError("it holds numbers of an unknown kind")
    value: float | int = struct.unpack(_FORMATS[kind.code], data)[0]
    return value


def _bytes(text: str, encoding: str) -> bytes:
    """Stands in for `_codecs.encode`, by which old pickles spell bytes."""
    if encoding != "latin1":
        raise pickle.UnpicklingError(f"it holds bytes in {encoding!r}")
    return text.encode("latin1")


def _plain_dict(*_: Any) -> dict[Any, Any]:
    """A `defaultdict` without its factory."""
    return {}


_ALLOWED: dict[tuple[str, str], Any] = {
    ("numpy", "dtype"): _Kind,
    ("numpy.core.multiarray", "scalar"): _number,
    ("numpy._core.multiarray", "scalar"): _number,
    ("_codecs", "encode"): _bytes,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "defaultdict"): _plain_dict,
    ("builtins", "dict"): dict,
    ("builtins", "float"): float,
    ("builtins", "int"): int,
}
