"""The run directory: checkpoint, log and result are the same files (DESIGN.md).

A task is committed by its line in `ledger.jsonl`; a task without its line never happened. Every
file is written whole under another name, synced and renamed. Only the parent process writes here.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reasoningbank.core.errors import UserError

POOL_EVERY_S = 2.0


class RunDir:
    """Paths and whole-file writes. `rows` of a ledger line are the lines of `results.csv`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._pool_written = 0.0
        self._appending = threading.Lock()

    @contextmanager
    def lock(self) -> Iterator[None]:
        """One process a directory. The lock falls with the process, however it ends."""
        from filelock import FileLock, Timeout

        lock = FileLock(self.root / ".lock", timeout=0)
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            raise UserError(
                "another process is running in this folder",
                str(self.root),
                "wait for it, or choose another folder with run.name=…",
            ) from None
        except OSError as error:
            raise UserError(
                f"the run directory cannot be made: {error.strerror}",
                str(self.root),
                "choose a folder that you may write to: run.output_root=…",
            ) from error
        try:
            yield
        finally:
            lock.release()

    def in_use(self) -> bool:
        """Whether a process holds the lock right now."""
        from filelock import FileLock, Timeout

        if not (self.root / ".lock").exists():
            return False
        try:
            with FileLock(self.root / ".lock", timeout=0):
                return False
        except Timeout:
            return True

    def write_text(self, name: str, text: str) -> None:
        write_whole(self.root / name, text.encode())

    def write_json(self, name: str, value: Any) -> None:
        self.write_text(name, to_json(value))

    def read_json(self, name: str) -> Any:
        """The parsed file, or None when it is not there. Raises `UserError` when it is damaged."""
        path = self.root / name
        try:
            return json.loads(path.read_text())
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise UserError(
                f"{name} is damaged: {error}",
                str(path),
                "restore it from a copy, or move the folder away and start again",
            ) from error

    def commit_task(self, task_id: str, files: Mapping[str, bytes], line: dict[str, Any]) -> None:
        """Writes the task's folder whole, then its ledger line."""
        _write_folder(self.root / "tasks" / task_id, files)
        self.append("ledger.jsonl", line)
        shutil.rmtree(self._kept(task_id), ignore_errors=True)

    def keep(self, task_id: str, files: Mapping[str, bytes]) -> None:
        """Files of a rollout whose task is not finished yet. The task is not committed by it."""
        folder = self._kept(task_id)
        # the score is what makes a rollout whole: it goes last
        for name in sorted(files, key=lambda name: name.startswith("score-")):
            write_whole(folder / name, files[name])

    def unfinished(self, task_id: str) -> list[Path]:
        """Folders with rollouts of a task that is to be run (again)."""
        folders = (self.root / "tasks" / task_id, self._kept(task_id))
        return [folder for folder in folders if (folder / "memory.json").exists()]

    def _kept(self, task_id: str) -> Path:
        return self.root / "tasks" / f".{task_id}.kept"

    def pool_is_due(self) -> bool:
        """Whether `pool.json` is old enough to be written again while a run goes on.

        It is written whole: after every task of a fast run it would cost more than the tasks.
        """
        due = time.monotonic() - self._pool_written > POOL_EVERY_S
        if due:
            self._pool_written = time.monotonic()
        return due

    def append(self, name: str, line: Mapping[str, Any], sync: bool = True) -> None:
        """One JSON line. A line cut by a crash is healed by the next append.

        Without `sync` it survives the death of this process, not that of the machine.
        """
        path = self.root / name
        with self._appending, path.open("ab+") as file:
            if file.tell() and not _ends_with_newline(file):
                file.write(b"\n")
            file.write(json.dumps(dict(line), ensure_ascii=False).encode() + b"\n")
            file.flush()
            if sync:
                os.fsync(file.fileno())

    def ledger(self) -> dict[str, dict[str, Any]]:
        """The newest line of every committed task, in order of their position in the stream."""
        lines = {line["task_id"]: line for line in self.committed()}
        return dict(sorted(lines.items(), key=lambda item: item[1]["position"]))

    def committed(self) -> list[dict[str, Any]]:
        """The newest line of every committed task, in the order in which they were committed."""
        lines: dict[str, dict[str, Any]] = {}
        for line in self.read_lines("ledger.jsonl", strict=True):
            if "rewind" in line:
                lines = {t: earlier for t, earlier in lines.items() if earlier["wave"] < line["rewind"]}
            else:
                lines.pop(line["task_id"], None)
                lines[line["task_id"]] = line
        return list(lines.values())

    def rewind(self, wave: int) -> None:
        """Everything from this wave on never happened. What it had cost stays in `usage.jsonl`."""
        self.append("ledger.jsonl", {"rewind": wave})

    def read_lines(self, name: str, strict: bool = False) -> list[dict[str, Any]]:
        """All whole lines of a JSON-lines file; a torn line is left out (its task never happened).

        With `strict` a line that no crash can have torn raises `UserError`.
        """
        path = self.root / name
        if not path.exists():
            return []
        found = []
        for number, raw in enumerate(path.read_bytes().splitlines(), 1):
            line = raw.strip(b"\0")  # of a power failure
            try:
                found.append(json.loads(line))
            except ValueError as error:
                if strict and not _torn(line, error):
                    raise UserError(
                        f"{name} is damaged in line {number}: {error}",
                        str(path),
                        "restore it from a copy; or delete the line, and its task is run (and paid) again",
                    ) from None
        return found


def _torn(line: bytes, error: ValueError) -> bool:
    """Whether this is the beginning of a line, which a crash left: nothing is wrong before its end."""
    if isinstance(error, json.JSONDecodeError):
        unended = error.msg.startswith("Unterminated string")
        return unended or error.pos >= len(error.doc) - len("-Infinit")
    return isinstance(error, UnicodeDecodeError) and error.end == len(line)


def _write_folder(target: Path, files: Mapping[str, bytes]) -> None:
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    for name, content in files.items():
        path = partial / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_synced(path, content)
    shutil.rmtree(target, ignore_errors=True)  # an earlier attempt that the world spoilt
    partial.rename(target)
    _sync_folder(target.parent)


def to_json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def write_whole(path: Path, content: bytes) -> None:
    """Written beside, synced, renamed: a reader never sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    _write_synced(partial, content)
    partial.replace(path)
    _sync_folder(path.parent)


def _write_synced(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _ends_with_newline(file: Any) -> bool:
    file.seek(-1, os.SEEK_END)
    return bool(file.read(1) == b"\n")
