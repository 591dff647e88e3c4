"""Every run that a table or a figure of the paper needs: `experiment=table1` … `experiment=figure13`.

An experiment is a list of grids (`configs/experiment/`). Hydra's sweeper runs each grid; what is given on
the command line goes before what the grid says, so that a figure can be had on another benchmark too.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from itertools import product

from reasoningbank.compose import config_dir
from reasoningbank.core.errors import UserError

WORD = "experiment="
NAME = "run.name=paper"  # tables and figures share their runs


def names() -> list[str]:
    return sorted(path.stem for path in (config_dir() / "experiment").glob("*.yaml"))


def sweeps(arguments: Sequence[str]) -> list[list[str]]:
    """The words of each sweep that `arguments` ask for: one, or one for each grid of the experiment.

    Raises `UserError` for an experiment that is not there.
    """
    chosen = [word.removeprefix(WORD) for word in arguments if word.startswith(WORD)]
    if not chosen:
        return [list(arguments)]
    given = [word for word in arguments if not word.startswith(WORD)]
    if not any(word.startswith("run.name=") for word in given):
        given.append(NAME)
    set_by_hand = {word.partition("=")[0] for word in given}
    return [
        [f"{key}={','.join(map(str, values))}" for key, values in grid.items() if key not in set_by_hand]
        + given
        for grid in _grids(chosen[-1])
    ]


def runs(arguments: Sequence[str]) -> list[list[str]]:
    """The words of every single run, without repetition, in the order in which they are made."""
    found: dict[tuple[str, ...], None] = {}
    for words in sweeps(arguments):
        choices = [[f"{key}={value}" for value in values] for key, values in map(_split, words)]
        found |= dict.fromkeys(product(*choices))
    return [list(words) for words in found]


def _split(word: str) -> tuple[str, list[str]]:
    """A key and its values; lists and quoted texts are one value."""
    key, _, text = word.partition("=")
    whole = text[:1] in ("[", "{", "'", '"')
    return key, [text] if whole else text.split(",")


def _grids(name: str) -> list[dict[str, list[object]]]:
    import yaml

    path = config_dir() / "experiment" / f"{name}.yaml"
    if not path.exists():
        near = difflib.get_close_matches(name, names(), 1, cutoff=0.4)
        raise UserError(
            f"there is no experiment={name}" + (f"; did you mean {near[0]!r}?" if near else ""),
            f"experiment can be: {', '.join(names())}",
            "choose one of them: experiment=…",
        )
    grids: list[dict[str, list[object]]] = yaml.safe_load(path.read_text())["runs"]
    return grids
