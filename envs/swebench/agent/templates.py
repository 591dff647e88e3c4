"""The words of the agent: ours for v1, mini-swe-agent's own for v2, or a file of the user's."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from envs.swebench.library import mini
from reasoningbank.core.errors import UserError

PROMPTS = Path(__file__).parent.parent / "prompts"
# mini-swe-agent's own text-based configuration for SWE-bench, read from the installed package
V2_FILE = "swebench_backticks.yaml"
V1_REGEX = r"```bash\s*\n(.*?)\n```"
V2_REGEX = r"```mswea_bash_command\s*\n(.*?)\n```"


@dataclass(frozen=True)
class Templates:
    """Jinja templates with mini-swe-agent's variables, and the fence of a command.

    `timeout` is v1's message about a command that was killed; empty in v2, which reports it in the
    observation.
    """

    system: str
    instance: str
    observation: str
    format_error: str
    timeout: str
    regex: str

    @property
    def digest(self) -> str:
        """For the manifest."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def templates(agent: str, path: str | None) -> Templates:
    """`path` is a mini-swe-agent configuration file (of 1.x for `mini_v1`, of 2.x for `mini_v2`).

    Raises `UserError` when it cannot be used.
    """
    if path:
        return _from_text(agent, _read(path), path)
    if agent == "mini_v2":
        return _from_text(agent, mini().configuration(V2_FILE), V2_FILE)
    names = ("system", "instance", "observation", "format_error", "timeout")
    ours = {name: (PROMPTS / f"v1_{name}.j2").read_text() for name in names}
    return Templates(**ours, regex=V1_REGEX)


def memory_template() -> str:
    """Stands after the system template; says nothing when nothing was retrieved."""
    return (PROMPTS / "memory.j2").read_text()


def _from_text(agent: str, text: str, where: str) -> Templates:
    try:
        found: dict[str, Any] = yaml.safe_load(text)
        own = found["agent"]
        if agent == "mini_v1":
            observation, format_error = own["action_observation_template"], own["format_error_template"]
            # 1.x keeps its default of this one in the code
            timeout = own.get("timeout_template") or (PROMPTS / "v1_timeout.j2").read_text()
            rest = (observation, format_error, timeout, V1_REGEX)
        else:
            model = found["model"]
            regex = model.get("action_regex", V2_REGEX)
            rest = (model["observation_template"], model["format_error_template"], "", regex)
        return Templates(own["system_template"], own["instance_template"], *rest)
    except (yaml.YAMLError, KeyError, TypeError) as error:
        raise UserError(
            f"the file is no configuration of mini-swe-agent for {agent}: {error!r}",
            f"benchmark.templates={where}",
            "give its swebench.yaml of 1.x for mini_v1, or swebench_backticks.yaml of 2.x for mini_v2",
        ) from error


def _read(path: str) -> str:
    try:
        return Path(path).expanduser().read_text()
    except OSError as error:
        raise UserError(
            f"the templates cannot be read: {error}", f"benchmark.templates={path}", "check the path"
        ) from error
