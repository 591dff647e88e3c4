"""BrowserGym's action set as the agent sees it: described, checked, never evaluated by us."""

from __future__ import annotations

import functools
from typing import Any, Literal

ACTION_TIMEOUT_MS = 5000
DemoMode = Literal["off", "default"]  # `default` draws each click, as the released code has it


@functools.cache
def action_set(subsets: tuple[str, ...], multiaction: bool = False, demo_mode: DemoMode = "off") -> Any:
    """`HighLevelActionSet` over `subsets`; its parser lets nothing but its own calls through."""
    from browsergym.core.action.highlevel import HighLevelActionSet

    return HighLevelActionSet(
        subsets=list(subsets), strict=False, multiaction=multiaction, demo_mode=demo_mode
    )


def describe(subsets: tuple[str, ...], short: bool, multiaction: bool = False) -> str:
    """The actions for the agent's prompt; `short` shows one example of each and nothing else."""
    actions = action_set(subsets, multiaction)
    if short:
        # the shortest: a small model copies what stands in a longer one
        return "\n".join(f"- {min(action.examples, key=len)}" for action in actions.action_set.values())
    return str(actions.describe(with_long_description=True, with_examples=True))


def python_code(
    action: str, subsets: tuple[str, ...], multiaction: bool = False, demo_mode: DemoMode = "off"
) -> str:
    """What BrowserGym runs for an action, with time enough for a page to answer a click.

    Its half second is a failure on a busy machine although the click worked: the history would then
    depend on the load.
    """
    code: str = action_set(subsets, multiaction, demo_mode).to_python_code(action)
    return code.replace("timeout=500", f"timeout={ACTION_TIMEOUT_MS}")


def problem_with(action: str, subsets: tuple[str, ...], multiaction: bool = False) -> str | None:
    """None when BrowserGym's own parser takes the action, else its complaint."""
    try:
        action_set(subsets, multiaction).to_python_code(action)
    except Exception as error:  # the parser raises several kinds, all of them about the text
        return f"{type(error).__name__}: {error}"
    return None
