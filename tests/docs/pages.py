"""The fenced blocks of the documentation, and what a comment right above a block says to do with it.

`<!-- file: NAME -->` the block is this file; `<!-- run -->` it is run, in the order of the page;
`<!-- output -->` it shows what a command printed. Commands without a mark are composed and parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    mark: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = [Block(m["mark"] or "", m["language"], m["text"]) for m in _BLOCK.finditer(page.read_text())]
    unknown = {block.mark for block in found if not re.fullmatch(r"|run|output|file: \S+", block.mark)}
    assert not unknown, f"{page.name}: unknown marks {unknown}"
    return found


def commands(page: Path) -> list[str]:
    """Every `rb …` line in the page's shell blocks, continued lines joined, comments left out."""
    found = []
    for block in blocks(page):
        if block.language == "bash" and block.mark != "run":
            for line in block.text.replace("\\\n", " ").splitlines():
                command = re.sub(r"\s+#\s.*$", "", line).strip()
                if command.startswith("rb "):
                    found.append(command)
    return found
