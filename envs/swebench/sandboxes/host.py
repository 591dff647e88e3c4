"""No sandbox: model-written commands on this machine, with the user's rights. Only when spelled out."""

from __future__ import annotations

import os

from envs.swebench.bounded import Finished, run_bounded
from envs.swebench.sandboxes import QUIET
from envs.swebench.store import Workspace


class HostSandbox:
    """Works in its own copy of the checkout, which is not at /testbed: commands that name it fail."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._env = {
            **os.environ,
            **QUIET,
            "PATH": f"{workspace.env / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
            # the checkout's own reference to its objects is to their place inside a sandbox
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(workspace.objects),
        }

    def run(self, command: str, seconds: float) -> Finished:
        return run_bounded(["bash", "-c", command], seconds, cwd=self._workspace.testbed, env=self._env)

    def close(self) -> None:
        self._workspace.close()
