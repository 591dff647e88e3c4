"""`summary.json`: one run in numbers, made from its directory alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reasoningbank.report.frame import load_run
from reasoningbank.report.metrics import summary


def summarise(folder: Path) -> dict[str, Any]:
    """The summary of one run directory."""
    manifest = json.loads((folder / "manifest.json").read_text())
    return {
        "backbone": manifest["backbone"],
        "fingerprint": manifest["fingerprint"],
        **summary(load_run(folder), manifest["benchmark"]["tasks"]),
    }
