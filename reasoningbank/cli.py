"""`rb`: the console script. A command is a module (see `reasoningbank.commands`)."""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any, NoReturn

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


class Parser(argparse.ArgumentParser):
    """Says what is wrong as a `UserError` does, without the usage."""

    def error(self, message: str) -> NoReturn:
        from reasoningbank.core.errors import UserError

        remedy = f"{self.prog} --help shows what there is"
        if found := re.search(r"invalid choice: '(.+)' \(choose from (.+)\)", message):
            given, choices = found.group(1), re.findall(r"[\w-]+", found.group(2))
            if near := difflib.get_close_matches(given, choices, 1):
                remedy = f"did you mean {near[0]}? {remedy}"
            elif "=" in given and self.prog == "rb":
                remedy = f"rb run {given} …; {remedy}"
        self.exit(2, f"{UserError(message, self.prog, remedy)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 something was found wrong, 2 the user's mistake, 3 a limit, 130 stopped."""
    commands = _commands()
    parser = _parser(commands)
    given, rest = parser.parse_known_args(arguments)
    command = commands[given.command]
    if rest and not command.OVERRIDES:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    from reasoningbank.core.errors import UserError, of_file_system

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
    except OSError as error:
        if (told := of_file_system(error)) is None:
            raise
        print(told, file=sys.stderr)
        return 2


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
    parser = Parser(
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
