"""`rb offline`: the bank of AWM or Synapse as published, from a benchmark's train split."""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path

HELP = "make the bank of AWM or Synapse as published, from a train split"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pool", type=Path, help="the pool.json to write; given again, it goes on")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    from reasoningbank.compose import compose
    from reasoningbank.offline import make

    pool = make(compose(overrides), given.pool, functools.partial(print, file=sys.stderr))
    print(f"{len(pool['experiences'])} experiences: runner.protocol=frozen runner.bank={given.pool}")
    return 0
