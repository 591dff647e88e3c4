"""Keys of WebArena (`configs/benchmark/webarena/base.yaml` says what each of them does)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from envs.browser.actions import DemoMode
from envs.browser.session import Scoring
from envs.webarena.fixes import Fix
from envs.webarena.matching import Fuzzy
from envs.webarena.tasks import Annotations, Subset
from reasoningbank.core.config import BenchmarkConfig

ResetPolicy = Literal["none", "subset", "wave", "task"]
ActionSubset = Literal["chat", "bid", "nav", "tab", "infeas", "coord"]


class WebArenaConfig(BenchmarkConfig):
    """The defaults follow the paper's text."""

    subset: Subset
    deployment: str | None = None
    scoring: Scoring = "stop"
    fuzzy: Fuzzy = "official"
    annotations: Annotations = "upstream"
    fixes: tuple[Fix, ...] = ()
    writes: Literal["serial", "ignore"] = "serial"
    reset: ResetPolicy = "none"
    urls: Literal["official", "real"] = "official"
    action_subsets: tuple[ActionSubset, ...] = ("chat", "bid", "nav")
    multi_action: bool = False
    demo_mode: DemoMode = "off"
    viewport: tuple[int, int] = (1280, 720)
    slow_mo_ms: int = Field(10, ge=10)  # less can hang the log-in for ever
