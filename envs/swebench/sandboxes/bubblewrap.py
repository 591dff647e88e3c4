"""Bubblewrap: a checkout at /testbed with no network, no capabilities and its own process tree.

For machines without a container engine. The sandbox sees the system's programs read-only, its own copy
of the checkout and of the environment, and nothing else of the machine: no home, no other checkout, no
site-packages (this harness and the grader's data could lie there).
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from envs.swebench.bounded import MAX_OUTPUT_BYTES, MAX_PROCESSES, Finished, run_bounded
from envs.swebench.sandboxes import QUIET, TESTBED
from envs.swebench.store import Workspace
from reasoningbank.core.errors import InfrastructureError, UserError

ENV = "/opt/miniconda3/envs/testbed"
ACTIVATE = "/opt/miniconda3/bin/activate"
OBJECTS = "/opt/testbed-objects"
WHEELS = "/opt/wheels"
# stands in for conda's: the evaluation scripts source it and say `conda activate testbed`
STUB = Path(__file__).parent / "activate.sh"
_ROOT_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone", "mime.types")
_OWN_ETC = ("passwd", "group", "hosts", "nsswitch.conf")
_MASKED = ("lib/python3*/site-packages", "lib/python3*/dist-packages", "src")
# one file cannot fill the disk
_MAX_FILE_BYTES = 2 * 1024**3
_BWRAP_FAILED = "bwrap: "


class BubblewrapSandbox:
    """Owns its workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def run(self, command: str, seconds: float) -> Finished:
        """Raises `InfrastructureError` when bubblewrap cannot start."""
        return run_in(self._workspace, ["bash", "-c", command], seconds)

    def close(self) -> None:
        self._workspace.close()


def run_in(
    workspace: Workspace,
    argv: list[str],
    seconds: float,
    *,
    max_bytes: int = MAX_OUTPUT_BYTES,
    max_processes: int = MAX_PROCESSES,
) -> Finished:
    """Runs `argv` in the workspace's sandbox. Raises `InfrastructureError` when it cannot start."""
    try:
        done = run_bounded(
            [*wrapper(workspace), *argv], seconds, max_bytes=max_bytes, max_processes=max_processes
        )
    except FileNotFoundError as error:
        raise InfrastructureError(f"bubblewrap cannot be started: {error}") from error
    if done.returncode == 1 and done.output.startswith(_BWRAP_FAILED):
        raise InfrastructureError(f"bubblewrap cannot start: {done.output.strip()[-300:]}")
    return done


def wrapper(workspace: Workspace) -> list[str]:
    """The command line up to the program that is to run inside."""
    limits = ["prlimit", f"--fsize={_MAX_FILE_BYTES}", "--core=0", "--"]
    # the interpreter may lie below /root, so it comes after the workspace's home
    places = [*_system(), *_own(workspace), *_masks(workspace.python)]
    return [*limits, *_isolation(), *places, *_environment()]


def _isolation() -> list[str]:
    spaces = ("user-try", "ipc", "pid", "net", "uts", "cgroup-try")
    return [
        "bwrap",
        *(f"--unshare-{space}" for space in spaces),
        *("--cap-drop", "ALL", "--hostname", "testbed", "--die-with-parent", "--new-session"),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/var/tmp", "--dir", "/run"),
    ]


def _system() -> list[str]:
    found = ["--ro-bind", "/usr", "/usr"]
    for name in _ROOT_LINKS:
        path = Path("/", name)
        if path.is_symlink():
            found += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            found += ["--ro-bind", str(path), str(path)]
    for name in _ETC:
        found += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return found


def _masks(python: Path) -> list[str]:
    """The interpreter without what has been installed beside it."""
    found = [] if python.is_relative_to("/usr") else ["--ro-bind", str(python), str(python)]
    roots = (Path("/usr"), Path("/usr/local"), python)
    masked = {folder for root in roots for pattern in _MASKED for folder in root.glob(pattern)}
    for folder in sorted(masked):
        if folder.is_dir() and not folder.is_symlink():
            found += ["--tmpfs", str(folder)]
    return found


def _own(workspace: Workspace) -> Iterator[str]:
    yield from ("--bind", str(workspace.testbed), TESTBED, "--bind", str(workspace.env), ENV)
    yield from (
        "--bind",
        str(workspace.root / "home"),
        "/root",
        "--bind",
        str(workspace.root / "tmp"),
        "/tmp",
    )
    yield from ("--ro-bind", str(STUB), ACTIVATE, "--ro-bind-try", str(workspace.objects), OBJECTS)
    for name in _OWN_ETC:
        yield from ("--ro-bind", str(workspace.root / "etc" / name), f"/etc/{name}")
    script = workspace.root / "eval.sh"
    if script.exists():
        yield from ("--ro-bind", str(script), "/eval.sh")
    if workspace.wheels:
        yield from ("--ro-bind", str(workspace.wheels), WHEELS)


def _environment() -> list[str]:
    values = {
        **QUIET,
        "PATH": f"{ENV}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "USER": "root",
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": WHEELS,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
    }
    settings = [word for name, value in values.items() for word in ("--setenv", name, value)]
    return ["--clearenv", *settings, "--chdir", TESTBED]


@functools.cache
def problem() -> str:
    """Why bubblewrap cannot be used here; empty when it can."""
    if not shutil.which("bwrap"):
        return "the program bwrap is not installed"
    if not shutil.which("prlimit"):
        return "the program prlimit (util-linux) is not installed"
    tried = subprocess.run(
        [*_isolation(), *_system(), "true"], capture_output=True, text=True, timeout=20, check=False
    )
    return tried.stderr.strip()[-300:] if tried.returncode else ""


def check() -> None:
    """Raises `UserError` when bubblewrap cannot be used."""
    if found := problem():
        raise UserError(
            f"bubblewrap cannot be used: {found}",
            "benchmark.sandbox=bubblewrap" + (" (as root)" if os.geteuid() == 0 else ""),
            "apt-get install bubblewrap; in a container it needs unprivileged user namespaces",
        )
