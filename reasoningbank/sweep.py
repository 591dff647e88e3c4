"""Hydra multirun: `rb run -m memory.k=0,1,2 seed=0,1,2`, on any of Hydra's launchers.

One job is one run in a directory of its own; a sweep that was stopped goes on when it is given again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from reasoningbank import experiments
from reasoningbank.compose import _explained, config_dir
from reasoningbank.core.errors import BudgetExceeded


def sweep(arguments: Sequence[str]) -> None:
    """Runs every combination, or every run of `experiment=…`. Raises the first job's error of a sweep,
    after all of its jobs have had their turn.
    """
    for words in experiments.sweeps(arguments):
        _sweep(words)


def _sweep(arguments: Sequence[str]) -> None:
    import hydra
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    # Hydra would print the trace and leave; the errors are ours to explain
    full, before = os.environ.get("HYDRA_FULL_ERROR"), sys.argv
    os.environ["HYDRA_FULL_ERROR"] = "1"
    sys.argv = ["rb-run", "--multirun", *arguments]
    try:
        hydra.main(config_path=str(config_dir()), config_name="config", version_base="1.3")(job)()
    except (HydraException, OmegaConfBaseException) as error:
        raise _explained(str(error), arguments) from None
    finally:
        sys.argv = before
        if full is None:
            del os.environ["HYDRA_FULL_ERROR"]
        else:
            os.environ["HYDRA_FULL_ERROR"] = full


def job(composed: Any) -> str:
    """One run of a sweep, in whatever process the launcher chose; returns its directory."""
    from omegaconf import OmegaConf

    from reasoningbank.config import validate
    from reasoningbank.report.table import print_summary
    from reasoningbank.run import run

    container = OmegaConf.to_container(composed, resolve=True)
    assert isinstance(container, dict)
    config = validate({str(key): value for key, value in container.items()})
    try:
        folder = run(config, ["rb", "run", "--multirun", "(one job of a sweep)"])
    except BudgetExceeded as limit:
        # the limit of one run does not stop the others
        sys.stderr.write(f"{limit}; what is done is kept\n")
        return ""
    print_summary([folder])
    return str(folder)
