"""The README's picture: `python scripts/picture.py outputs/demo docs/demo.png` draws a report as a PNG."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from envs.browser.chromium import find_chromium
from reasoningbank.report.frame import find_runs
from reasoningbank.report.table import print_summary

WIDTH = 104  # columns


def main(folder: str, target: str) -> None:
    from playwright.sync_api import sync_playwright

    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False)
    print_summary(find_runs(Path(folder)), console)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1.5)
        drawing = console.export_svg(title="make demo LLM=scripted")
        page.set_content(f"<body style='margin:0'>{drawing}</body>")
        page.locator("svg").first.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
