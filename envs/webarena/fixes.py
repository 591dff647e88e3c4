"""Corrections of the official evaluators, each with a name (`benchmark.fixes`); none is on by itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

Fix = Literal["or_alternatives", "wishlist_limit", "whole_path"]
FIXES: dict[Fix, str] = {
    "or_alternatives": "` |OR| ` separates alternatives in must_include of an answer too (task 386)",
    "wishlist_limit": "wish lists are read 50 entries a page, or a new one is not seen (465-469, 511-520)",
    "whole_path": "a URL must end where the reference ends or go on with / ? or #: /view/17 is not /view/170",
}
ALTERNATIVES = " |OR| "


def with_limit(config: dict[str, Any]) -> dict[str, Any]:
    """A task's configuration whose evaluator looks at wish lists with 50 entries a page."""
    changed = copy.deepcopy(config)
    for target in changed["eval"]["program_html"]:
        if "/wishlist/" in target["url"]:
            target["url"] += ("&" if "?" in target["url"] else "?") + "limit=50"
    return changed


def install(fixes: Sequence[Fix]) -> None:
    """Switches libwebarena's evaluators in this process over, for good."""
    from webarena.evaluation_harness import evaluators

    if "or_alternatives" in fixes:
        evaluators.StringEvaluator.must_include = staticmethod(_alternatives(evaluators.StringEvaluator))
    if "whole_path" in fixes:
        evaluators.URLEvaluator.__call__ = _whole_path(evaluators.URLEvaluator.__call__)


def _alternatives(evaluator: Any) -> Any:
    official = evaluator.must_include

    def must_include(ref: str, pred: str, tokenize: bool = False) -> float:
        if ALTERNATIVES not in ref:
            return float(official(ref=ref, pred=pred, tokenize=tokenize))
        return max(float(official(ref=one, pred=pred)) for one in ref.split(ALTERNATIVES))

    return must_include


def _whole_path(official: Any) -> Any:
    def call(self: Any, trajectory: Any, config_file: Any, page: Any, client: Any = None) -> float:
        score = float(official(self, trajectory, config_file, page, client))
        reference = json.loads(Path(config_file).read_text())["eval"]["reference_url"]
        return score * float(any(covers(one, page.url) for one in reference.split(ALTERNATIVES)))

    return call


def covers(reference: str, url: str) -> bool:
    """Whether `url` is the reference's page or lies below it. Queries are the official evaluator's part."""
    wanted, found = urlsplit(reference), urlsplit(url)
    root, path = wanted.path.rstrip("/"), found.path.rstrip("/")
    return wanted.netloc == found.netloc and (path == root or path.startswith(f"{root}/"))
