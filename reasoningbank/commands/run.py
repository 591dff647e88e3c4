"""`rb run`: the same as `python -m reasoningbank.run`."""

from __future__ import annotations

import argparse

HELP = "run or resume: rb run benchmark=pocketarena/shopping memory=none; -m sweeps"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-m", "--multirun", action="store_true", help="every combination of a=1,2 b=x,y")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.run import main

    return main([*(["--multirun"] if given.multirun else []), *overrides])
