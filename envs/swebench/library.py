"""mini-swe-agent and swebench, imported late and kept from writing where they are not asked to."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any

from envs.swebench.store import cache_folder
from reasoningbank.core.errors import UserError

PACKAGES = ("mini-swe-agent", "swebench")


@dataclass(frozen=True)
class Mini:
    """The parts of mini-swe-agent that are used here."""

    agent: type[Any]  # DefaultAgent
    submitted: type[Exception]
    format_error: type[Exception]

    def environment(self, name: str) -> type[Any]:
        from minisweagent.environments import get_environment_class

        try:
            return get_environment_class(name)
        except ValueError as error:
            raise UserError(
                f"mini-swe-agent cannot load its sandbox {name!r}: {error.__cause__ or error}",
                f"benchmark.sandbox={name.removeprefix('swerex_')}",
                "pip install 'mini-swe-agent[modal]'" if "modal" in name else "check its installation",
            ) from error

    def parse(self, content: str, regex: str, template: str, values: dict[str, Any]) -> str:
        """The one command in a reply. Raises its FormatError, with the correction to show."""
        from minisweagent.models.utils.actions_text import parse_regex_actions

        found = parse_regex_actions(
            content, action_regex=regex, format_error_template=template, template_kwargs=values
        )
        return str(found[0]["command"])

    def configuration(self, name: str) -> str:
        """The text of one of its own configuration files."""
        return (files("minisweagent") / "config" / "benchmarks" / name).read_text()


def mini() -> Mini:
    """Raises `UserError` when mini-swe-agent is not installed."""
    # its import prints a banner, makes a folder in the user's home and reads keys from a file there
    os.environ.setdefault("MSWEA_SILENT_STARTUP", "1")
    os.environ.setdefault("MSWEA_GLOBAL_CONFIG_DIR", str(cache_folder(None) / "mini-swe-agent"))
    try:
        exceptions = import_module("minisweagent.exceptions")
        agent = import_module("minisweagent.agents.default").DefaultAgent
    except ImportError as error:
        raise missing(error) from error
    return Mini(agent, exceptions.Submitted, exceptions.FormatError)


def missing(error: ImportError) -> UserError:
    return UserError(
        f"a package of SWE-bench is not installed: {error}",
        "benchmark.name=swebench",
        "pip install 'reasoningbank-harness[swebench]'",
    )


def versions() -> dict[str, str]:
    """Of the packages that decide a result; `not installed` where one is missing."""
    return {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
