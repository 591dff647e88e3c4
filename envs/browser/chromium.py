"""Finding a Chromium: one the user names, the distribution's, or Playwright's own."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

from reasoningbank.core.errors import UserError

# the headless shell starts twice as fast as the full browser and takes half its memory
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@functools.cache
def find_chromium() -> str:
    """Path of the browser to drive. `RB_CHROMIUM` wins; raises `UserError` when there is none."""
    named = os.environ.get("RB_CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise UserError("RB_CHROMIUM names no program", named, "point it at a Chromium, or unset it")
        return named
    candidates = [found for name in NAMES if (found := shutil.which(name))] + _of_playwright()
    for candidate in candidates:
        if browser_version(candidate):
            return candidate
    raise UserError(
        "no Chromium was found",
        f"looked for {', '.join(NAMES)} on PATH and for Playwright's own",
        "run `make setup`, or install the distribution's `chromium`, or set RB_CHROMIUM=/path/to/it",
    )


@functools.cache
def browser_version(path: str) -> str:
    """What the program says of its version; empty when it does not run (a snap stub, say)."""
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return printed.stdout.strip() if printed.returncode == 0 else ""


def _of_playwright() -> list[str]:
    root = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    folder = Path(root) if root and root != "0" else Path.home() / ".cache" / "ms-playwright"
    return [str(path) for path in sorted(folder.glob("chromium-*/chrome-linux*/chrome"), reverse=True)]
