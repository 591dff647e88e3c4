"""Where the agent's commands run: containers as mini-swe-agent has them, bubblewrap, or the bare machine."""

from __future__ import annotations

from typing import Protocol

from envs.swebench.bounded import Finished

# the folder that every instance is worked on in, as in the official images
TESTBED = "/testbed"
# no pager, no progress bar: what mini-swe-agent sets for SWE-bench
QUIET = {
    "PAGER": "cat",
    "MANPAGER": "cat",
    "LESS": "-R",
    "PIP_PROGRESS_BAR": "off",
    "TQDM_DISABLE": "1",
}


class Sandbox(Protocol):
    """One instance's checkout, in a world of its own. Each command gets a fresh shell in `/testbed`."""

    def run(self, command: str, seconds: float) -> Finished:
        """Raises `InfrastructureError` when the sandbox itself fails."""
        ...

    def close(self) -> None: ...
