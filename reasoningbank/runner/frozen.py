"""The frozen-bank protocol: a bank that another run built is read, and nothing is added to it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from reasoningbank.config import Config
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import Memory


def load_bank(config: Config, memory: Memory) -> None:
    """Fills `memory` from `runner.bank` and makes all of it visible. Raises `UserError`."""
    pool = read_pool(bank_path(config))
    for key in ("backbone", "commits", "digest"):
        pool.pop(key, None)
    memory.restore(pool)
    bank = getattr(memory, "bank", None)
    if bank is not None:
        bank.freeze()


def bank_path(config: Config) -> Path:
    """`runner.bank`: a pool.json, or the run directory that holds one."""
    assert config.runner.bank is not None
    given = Path(config.runner.bank).expanduser()
    return given / "pool.json" if given.is_dir() else given


def bank_digest(config: Config) -> str:
    """Of the file's bytes, for the fingerprint; empty in a stream."""
    if config.runner.bank is None:
        return ""
    read_pool(bank_path(config))
    return hashlib.sha256(bank_path(config).read_bytes()).hexdigest()[:16]


def read_pool(path: Path) -> dict[str, Any]:
    """A `pool.json`. Raises `UserError` when there is none, or it is no pool."""
    remedy = "give the pool.json of a run, or its directory"
    try:
        pool = json.loads(path.read_text())
    except OSError as error:
        raise UserError(f"the bank cannot be read: {error.strerror}", str(path), remedy) from error
    except ValueError as error:
        raise UserError(f"the bank is no JSON: {error}", str(path), remedy) from error
    if not isinstance(pool, dict) or "experiences" not in pool:
        raise UserError("this file holds no bank", str(path), remedy)
    return pool
