"""Reading instances: from the hub, a folder or a file; in the row format of swebench 5; and choosing some."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from envs.swebench import hub
from envs.swebench.config import SWEBenchConfig
from reasoningbank.core.errors import UserError

# the 50 with small images that several leaderboards use (mariushobbhahn/SWEBench-verified-mini)
MINI = Path(__file__).parent / "mini.txt"
NEW_COLUMNS = ("image", "eval_script", "log_parser", "eval_type")
HUB = "SWE-bench/SWE-bench_Verified"


class Row(BaseModel):
    """One instance with its ground truth: stays behind the environment, never reaches a `Task`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    instance_id: str
    repo: str
    base_commit: str
    problem_statement: str
    patch: str
    test_patch: str
    version: str
    FAIL_TO_PASS: str | list[str]
    PASS_TO_PASS: str | list[str]
    image: str
    eval_script: str
    log_parser: str
    eval_type: str

    def official(self) -> dict[str, Any]:
        """The row as swebench's own functions take it."""
        return self.model_dump()

    @property
    def fingerprint(self) -> str:
        """Changes with everything that a grade depends on."""
        tests = (self.FAIL_TO_PASS, self.PASS_TO_PASS, self.log_parser, self.eval_type)
        text = json.dumps([self.instance_id, self.base_commit, self.eval_script, *tests])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(source: str) -> list[Row]:
    """All rows of a hub id, a folder (`data/test-*.parquet`, `test.parquet`) or a file.

    Raises `UserError` when nothing can be read there, or when the rows are in the old format.
    """
    raw = _local(Path(source)) if Path(source).exists() else _hub(source)
    if not raw:
        raise UserError("there are no instances in the data", f"benchmark.data={source}", "check the file")
    if strange := [row for row in raw if not isinstance(row, dict)]:
        raise UserError(
            f"a row is not an instance: {str(strange[0])[:60]!r}",
            f"benchmark.data={source}",
            "check the file",
        )
    missing = [column for column in NEW_COLUMNS if column not in raw[0]]
    if missing:
        raise UserError(
            f"the rows have the format before swebench 5: they lack {', '.join(missing)}",
            f"benchmark.data={source}",
            f"take the newest revision of {HUB} from the hub, or a file made of it",
        )
    try:
        return [Row.model_validate(row) for row in raw]
    except ValidationError as error:
        first = error.errors()[0]
        column = ".".join(map(str, first["loc"]))
        raise UserError(
            f"a row is not an instance: {column}: {first['msg']}",
            f"benchmark.data={source}",
            "check the file",
        ) from error


def select(rows: Sequence[Row], config: SWEBenchConfig) -> list[Row]:
    """The rows that the configuration asks for, in the order of the data. Raises `UserError` for none."""
    known = {row.instance_id for row in rows}
    if unknown := [name for name in config.ids if name not in known]:
        raise UserError(
            f"there is no instance {unknown[0]!r} in the data",
            f"benchmark.ids, {len(rows)} instances in benchmark.data",
            "check the spelling: owner__repository-number",
        )
    chosen = [row for row in rows if _wanted(row, config)]
    if config.slice:
        first, last = (int(part) if part else None for part in config.slice.split(":"))
        chosen = chosen[first:last]
    if not chosen:
        raise UserError(
            "no instance is left after the filters",
            f"{len(rows)} instances; filters: benchmark.ids, .repos, .match, .slice and the subset",
            "widen them",
        )
    return chosen


def _wanted(row: Row, config: SWEBenchConfig) -> bool:
    if config.subset == "mini" and row.instance_id not in mini():
        return False
    if config.ids and row.instance_id not in config.ids:
        return False
    if config.repos and row.repo not in config.repos:
        return False
    return not config.match or re.search(config.match, row.instance_id) is not None


def mini() -> frozenset[str]:
    return frozenset(MINI.read_text().split())


def dataset_hash(rows: Sequence[Row]) -> str:
    """Of all that is in the rows, so that a changed test list is a changed dataset."""
    text = json.dumps([row.official() for row in rows], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _local(path: Path) -> list[Any]:
    if path.is_dir():
        files = sorted([*path.glob("data/test-*.parquet"), *path.glob("test*.parquet")])
        if not files:
            raise UserError(
                "the folder has no test split",
                str(path),
                "expected data/test-*.parquet or test.parquet in it",
            )
        return [row for file in files for row in _local(file)]
    try:
        match path.suffix:
            case ".parquet":
                import pyarrow.parquet

                found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
                return found
            case ".jsonl":
                return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
            case ".json":
                loaded = json.loads(path.read_text())
                return list(loaded.values()) if isinstance(loaded, dict) else list(loaded)
    except ImportError as error:
        raise UserError(
            f"a .parquet file needs pyarrow: {error}",
            str(path),
            "pip install 'reasoningbank-harness[swebench]', or give a .json or .jsonl file",
        ) from error
    except (ValueError, OSError) as error:
        raise UserError(f"the data cannot be read: {error}", str(path), "check the file") from error
    raise UserError(
        f"{path.suffix or 'a file without ending'} is no format of instances",
        str(path),
        "give a .parquet, .json or .jsonl file",
    )


def _hub(name: str) -> list[dict[str, Any]]:
    if name.startswith((".", "/", "~")) or Path(name).suffix in (".parquet", ".json", ".jsonl"):
        raise UserError("there is no such file", f"benchmark.data={name}", "check the path")
    return _local(hub.folder(name))
