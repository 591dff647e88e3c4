"""The cache of prepared instances, and the throw-away copies of them that agents and grader work on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from envs.swebench.rows import Row
from reasoningbank.core.errors import InfrastructureError, UserError

_COPY_SECONDS = 600


@dataclass(frozen=True)
class Status:
    """What `rb swebench prepare` found out. `gradable`: the gold patch passes and no patch fails.

    `reason` says why not; `python` is the interpreter's prefix on this machine, `version` its minor
    version; `left_out` are pins that could not be installed; seconds are of one grade each.
    """

    fingerprint: str
    gradable: bool = False
    reason: str = ""
    python: str = ""
    version: str = ""
    left_out: tuple[str, ...] = ()
    gold_seconds: float = 0.0
    empty_seconds: float = 0.0


@dataclass(frozen=True)
class Prepared:
    """One instance in the cache: `testbed` (its git objects apart, in `objects`) and its `env`."""

    root: Path

    @property
    def testbed(self) -> Path:
        return self.root / "testbed"

    @property
    def objects(self) -> Path:
        return self.root / "objects"

    @property
    def env(self) -> Path:
        return self.root / "env"

    def status(self) -> Status | None:
        """None when preparing never ended."""
        try:
            found = json.loads((self.root / "status.json").read_text())
        except (FileNotFoundError, ValueError):
            return None
        return Status(**{**found, "left_out": tuple(found["left_out"])})

    def write(self, status: Status) -> None:
        partial = self.root / ".status.json.partial"
        partial.write_text(json.dumps(asdict(status), indent=1) + "\n")
        partial.replace(self.root / "status.json")


def cache_folder(configured: str | None) -> Path:
    """`benchmark.cache`, or the user's cache folder."""
    if configured:
        return Path(configured).expanduser().resolve()
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "reasoningbank" / "swebench"


@dataclass(frozen=True)
class Store:
    """The cache folder. Everything in it can be deleted and made anew."""

    root: Path

    def prepared(self, instance_id: str) -> Prepared:
        return Prepared(self.root / "instances" / instance_id)

    def status(self, row: Row) -> Status | None:
        """Of this very row: a changed evaluation script needs preparing anew."""
        status = self.prepared(row.instance_id).status()
        return status if status and status.fingerprint == row.fingerprint else None

    @property
    def work(self) -> Path:
        return self.root / "work"

    def grades(self, row: Row) -> Path:
        return self.root / "grades" / row.instance_id

    def wheels(self, version: str) -> Path:
        """Wheels for one Python, such as `3.9`: shared by all instances on it."""
        return self.root / "wheels" / version

    def workspace(self, row: Row, *, grading: bool = False) -> Workspace:
        """A private copy of a prepared instance. Raises `UserError` when it is not prepared.

        Wheels are for the grader alone: among them may be later versions of what the agent mends.
        """
        status = self.status(row)
        if status is None or not status.python:
            raise UserError(
                f"{row.instance_id} is not prepared" + (f": {status.reason}" if status else ""),
                str(self.prepared(row.instance_id).root),
                "rb swebench prepare with the same benchmark overrides, or use a container engine",
            )
        prepared = self.prepared(row.instance_id)
        wheels = self.wheels(status.version) if grading else None
        workspace = Workspace.empty(self.work, prepared.objects, Path(status.python), wheels)
        _copy(prepared.testbed, workspace.testbed)
        _copy(prepared.env, workspace.env)
        return workspace


@dataclass(frozen=True)
class Workspace:
    """What one sandbox may write to: checkout, environment, home and /tmp; deleted at its end."""

    root: Path
    objects: Path
    python: Path
    wheels: Path | None = None

    @classmethod
    def empty(cls, parent: Path, objects: Path, python: Path, wheels: Path | None = None) -> Workspace:
        parent.mkdir(parents=True, exist_ok=True)
        _sweep(parent)
        root = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=parent))
        for name in ("testbed", "env", "home", "tmp", "etc"):
            (root / name).mkdir()
        (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
        (root / "etc" / "group").write_text("root:x:0:\n")
        (root / "etc" / "hosts").write_text("127.0.0.1 localhost testbed\n::1 localhost\n")
        (root / "etc" / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")
        return cls(root, objects, python, wheels if wheels and wheels.is_dir() else None)

    @property
    def testbed(self) -> Path:
        return self.root / "testbed"

    @property
    def env(self) -> Path:
        return self.root / "env"

    def close(self) -> None:
        # a checkout may hold folders that its tests made unreadable
        shutil.rmtree(self.root, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    """A true copy: hard links would let one rollout write into another's files."""
    done = subprocess.run(
        ["cp", "-a", "--reflink=auto", f"{source}/.", str(target)],
        capture_output=True,
        text=True,
        timeout=_COPY_SECONDS,
        check=False,
    )
    if done.returncode:
        raise InfrastructureError(f"{source} cannot be copied: {done.stderr.strip()[-300:]}")


def _sweep(parent: Path) -> None:
    """Removes what processes left behind that were killed."""
    for folder in parent.iterdir():
        owner = folder.name.partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(folder, ignore_errors=True)
