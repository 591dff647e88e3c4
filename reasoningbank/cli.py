"""`rb`: the console script. A command is a module (see `reasoningbank.commands`)."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any

BUILT_IN = {
    "run": "reasoningbank.commands.run",
    "config": "reasoningbank.commands.config",
    "estimate": "reasoningbank.commands.estimate",
    "doctor": "reasoningbank.commands.doctor",
    "status": "reasoningbank.commands.status",
    "bank": "reasoningbank.commands.bank",
    "rescore": "reasoningbank.commands.rescore",
    "plan": "reasoningbank.commands.plan",
    "offline": "reasoningbank.commands.offline",
    "report": "reasoningbank.report.commands.report",
    "compare": "reasoningbank.report.commands.compare",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 something was found wrong, 2 the user's mistake, 3 a limit, 130 stopped."""
    commands = _commands()
    parser = _parser(commands)
    given, rest = parser.parse_known_args(arguments)
    command = commands[given.command]
    if rest and not command.OVERRIDES:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    from reasoningbank.core.errors import UserError

    try:
        return int(command.run(given, rest))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0


def _commands() -> dict[str, Any]:
    brought = {entry.name: entry.module for entry in entry_points(group="reasoningbank.commands")}
    found = {}
    for name, module in {**BUILT_IN, **brought}.items():
        try:
            found[name] = importlib.import_module(module)
        except ImportError:
            if name in BUILT_IN:
                raise
    return found


def _parser(commands: dict[str, Any]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "rb",
        description="A benchmark harness that makes ReasoningBank reproducible.",
        epilog="Overrides are Hydra's: group=option (benchmark llm embedder memory judge matts engine) "
        "and key=value.",
    )
    listed = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in commands.items():
        command.arguments(listed.add_parser(name, help=command.HELP, description=command.HELP))
    return parser


if __name__ == "__main__":
    sys.exit(main())
