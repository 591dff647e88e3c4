"""What comes with the extras of the package (`pip install 'reasoningbank-harness[webarena]'`)."""

from __future__ import annotations

from importlib.util import find_spec

from reasoningbank.core.errors import UserError


def require(extra: str, *modules: str) -> None:
    """Raises `UserError` for the first of `modules` that is not installed. Imports none of them."""
    for module in modules:
        if not _is_there(module):
            raise UserError(
                f"the module {module} is not installed",
                f"it comes with the extra `{extra}`",
                f"pip install 'reasoningbank-harness[{extra}]'",
            )


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # a parent is missing
        return False
