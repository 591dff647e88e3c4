"""`rb config`: the whole configuration that a command would run."""

from __future__ import annotations

import argparse

HELP = "print the composed configuration for the given overrides"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    """Overrides only."""


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    import yaml

    from reasoningbank.compose import compose

    print(yaml.safe_dump(compose(overrides).model_dump(mode="json"), sort_keys=False), end="")
    return 0
