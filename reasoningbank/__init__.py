"""A benchmark harness that makes ReasoningBank (Ouyang et al., ICLR 2026) reproducible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reasoningbank.library import ReasoningBank
    from reasoningbank.report.frame import load_runs

__version__ = "0.1.0"
__all__ = ["ReasoningBank", "__version__", "load_runs"]


def __getattr__(name: str) -> Any:
    """Imported when asked for: `import reasoningbank` stays light."""
    if name == "ReasoningBank":
        from reasoningbank.library import ReasoningBank

        return ReasoningBank
    if name == "load_runs":
        from reasoningbank.report.frame import load_runs

        return load_runs
    raise AttributeError(name)
