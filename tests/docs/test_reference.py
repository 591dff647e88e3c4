"""What is generated from the configuration is up to date."""

from __future__ import annotations

import subprocess
import sys

from .pages import ROOT


def test_reference_configurations_and_the_list_of_keys_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/make_reference.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\nrun: python scripts/make_reference.py"
