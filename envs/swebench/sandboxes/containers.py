"""Docker, podman, singularity and modal: mini-swe-agent's own classes, with limits that hold.

Its docker and singularity classes stop the client at a time limit and leave the command running, and
keep any amount of output; here the command runs under `timeout` inside and through `run_bounded`.
"""

from __future__ import annotations

import contextlib
import subprocess
from typing import Any, Literal

from envs.swebench.bounded import Finished, run_bounded
from envs.swebench.library import mini
from envs.swebench.sandboxes import QUIET, TESTBED
from reasoningbank.core.errors import InfrastructureError

Engine = Literal["docker", "podman", "singularity", "modal"]
# for the client, beyond the command's own limit
GRACE_SECONDS = 15
KILL_AFTER_SECONDS = 5
PULL_SECONDS = 3600
TIMED_OUT = (124, 137)
# branches, tags and reflogs that know of commits after the base (SWE-bench issue 465)
FORGET = """
git remote | xargs -r -n1 git remote remove
git for-each-ref --format='%(refname)' --no-merged HEAD | xargs -r -n1 git update-ref -d
git reflog expire --expire=now --all
rm -f .git/FETCH_HEAD .git/ORIG_HEAD
git rev-list --count --all --not HEAD
"""


class ContainerSandbox:
    """One container, started from the instance's image. Commits after the base are made invisible."""

    def __init__(self, engine: Engine, image: str) -> None:
        self._engine = engine
        self._inner: Any = _start(engine, image)
        left = self.run(FORGET, 120)
        if left.returncode or left.output.strip().splitlines()[-1:] != ["0"]:
            self.close()
            raise InfrastructureError(f"the checkout of {image} shows later commits: {left.output[-300:]}")

    def run(self, command: str, seconds: float) -> Finished:
        """Raises `InfrastructureError` when the container is gone."""
        if self._engine == "modal":
            return self._remote(command, seconds)
        done = run_bounded(self._argv(command, seconds), seconds + GRACE_SECONDS)
        if done.timed_out:
            raise InfrastructureError(f"the container did not answer: {done.stopped}")
        if done.returncode in TIMED_OUT and not done.stopped:
            words = f"it ran longer than {seconds:g} seconds and was killed"
            return Finished(done.output, done.returncode, words, timed_out=True)
        if done.returncode in (1, 125, 126) and _engine_failed(done.output):
            raise InfrastructureError(f"the container failed: {done.output.strip()[-300:]}")
        return done

    def close(self) -> None:
        stop = getattr(self._inner, "cleanup", None) or getattr(self._inner, "stop", None)
        if stop:
            with contextlib.suppress(Exception):
                stop()

    def _argv(self, command: str, seconds: float) -> list[str]:
        config = self._inner.config
        limited = ["timeout", "-k", str(KILL_AFTER_SECONDS), f"{seconds:g}", "bash", "-c", command]
        if self._engine == "singularity":
            settings = [word for item in config.env.items() for word in ("--env", "=".join(item))]
            inside = ["exec", *config.exec_args, "--pwd", TESTBED, *settings, "--writable"]
            return [config.executable, *config.global_args, *inside, str(self._inner.sandbox_dir), *limited]
        settings = [word for item in config.env.items() for word in ("-e", "=".join(item))]
        return [config.executable, "exec", "-w", TESTBED, *settings, self._inner.container_id, *limited]

    def _remote(self, command: str, seconds: float) -> Finished:
        output = self._inner.execute({"command": command}, timeout=int(seconds))
        reason = str(output.get("exception_info") or "")
        if reason and "timeout" not in reason.lower():
            raise InfrastructureError(f"modal failed: {reason[-300:]}")
        return Finished(output["output"], output["returncode"], reason, timed_out=bool(reason))


def _start(engine: Engine, image: str) -> Any:
    library = mini()
    # bash -c is no login shell: BASH_ENV makes the image's `conda activate testbed` run
    common: dict[str, Any] = {"cwd": TESTBED, "env": {**QUIET, "BASH_ENV": "/root/.bashrc"}}
    try:
        match engine:
            case "docker" | "podman":
                kind = _quiet(library.environment("docker"))
                return kind(
                    image=f"docker.io/{image}",
                    executable=_executable(engine),
                    pull_timeout=PULL_SECONDS,
                    **common,
                )
            case "singularity":
                return _quiet(library.environment("singularity"))(image=f"docker://{image}", **common)
            case "modal":
                return _quiet(library.environment("swerex_modal"))(image=f"docker.io/{image}", **common)
    except (subprocess.SubprocessError, OSError, RuntimeError) as error:
        said = getattr(error, "stderr", None) or error
        raise InfrastructureError(f"{engine} cannot start {image}: {str(said).strip()[-400:]}") from error


def _quiet(kind: type[Any]) -> type[Any]:
    """The class without its own reading of the submission: whether an output submits is the agent's rule."""
    return type(kind.__name__, (kind,), {"_check_finished": lambda self, output: None})


def _executable(engine: str) -> str:
    import os

    return os.environ.get("MSWEA_DOCKER_EXECUTABLE") or engine


def _engine_failed(output: str) -> bool:
    starts = ("Error response from daemon", "Error: no such container", "Cannot connect to the Docker daemon")
    return output.lstrip().startswith(starts) or "is not running" in output[:300]
