"""Making the sandbox of one instance, by the name that the configuration resolved to."""

from __future__ import annotations

from envs.swebench.config import SandboxName
from envs.swebench.environment import OpenSandbox
from envs.swebench.rows import Row
from envs.swebench.sandboxes import Sandbox
from envs.swebench.sandboxes.bubblewrap import BubblewrapSandbox
from envs.swebench.sandboxes.containers import ContainerSandbox
from envs.swebench.sandboxes.host import HostSandbox
from envs.swebench.store import Store


def opener(name: SandboxName, store: Store) -> OpenSandbox:
    """Opens a sandbox for a row. Raises `InfrastructureError` when it cannot be started."""

    def open_sandbox(row: Row) -> Sandbox:
        match name:
            case "bubblewrap":
                return BubblewrapSandbox(store.workspace(row))
            case "none":
                return HostSandbox(store.workspace(row))
            case "docker" | "podman" | "singularity" | "modal":
                return ContainerSandbox(name, row.image)
        raise ValueError(name)

    return open_sandbox
