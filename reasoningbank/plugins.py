"""Finding benchmarks and memory methods: by entry point, or by a dotted path of the user's own."""

from __future__ import annotations

import difflib
import hashlib
import importlib
import inspect
import sys
import traceback
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from reasoningbank.core.errors import UserError

# by kind: how to write one
GUIDES = {"memory": "docs/own-method.md", "benchmarks": "docs/own-benchmark.md"}


def load(kind: str, name: str) -> Any:
    """The class behind `name` in the group `reasoningbank.<kind>`, or at `package.module:Class`."""
    if ":" in name:
        return _dotted(name)
    known = {entry.name: entry for entry in entry_points(group=f"reasoningbank.{kind}")}
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        raise UserError(
            f"there is no {kind} named {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""),
            f"known: {', '.join(sorted(known)) or 'none (is the package installed?)'}",
            "choose one of these, or give package.module:Class",
        )
    try:
        return known[name].load()
    except ImportError as error:
        raise UserError(
            f"{kind} {name!r} cannot be imported: {error}",
            known[name].value,
            f"install what it needs: pip install 'reasoningbank-harness[{_extra(name)}]'",
        ) from error


def make(kind: str, name: str, protocol: type, *given: Any) -> Any:
    """What the class behind `name` makes of `given`. Raises `UserError` when that is no `protocol`."""
    found = load(kind, name)
    try:
        inspect.signature(found).bind(*given)
    except TypeError as error:
        raise UserError(
            f"{name} cannot be made: {error}",
            f"it is called with {', '.join(type(one).__name__ for one in given)}",
            f"give its __init__ what {GUIDES[kind]} shows",
        ) from None
    made = found(*given)
    parts = [*protocol.__annotations__, *vars(protocol)]
    lacking = [part for part in parts if not (part.startswith("_") or _has(made, part))]
    if lacking:
        raise UserError(
            f"{name} is no {protocol.__name__.lower()}: it lacks {', '.join(lacking)}",
            f"{kind} at {name}",
            f"give the class what {GUIDES[kind]} shows",
        )
    return made


def source_digest(path: str) -> str:
    """Of the file behind `package.module:Class`."""
    file = importlib.import_module(path.partition(":")[0]).__file__
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""


def _dotted(path: str) -> Any:
    module, _, attribute = path.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), attribute)):
        raise UserError(
            f"{path!r} is no dotted path", "it names no module", "write it as package.module:Class"
        )
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # a console script does not look where it is called
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise UserError(
            f"{path!r} cannot be loaded: {error}",
            f"looked for among what is installed, then in {here}",
            "check the path: package.module:Class",
        ) from error
    except Exception as error:  # whatever the user's file does when it is imported
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise UserError(
            f"{path!r} cannot be loaded: {type(error).__name__}: {error}",
            f"{last.filename}, line {last.lineno}",
            "mend the file, or check the path: package.module:Class",
        ) from error


def _has(made: Any, part: str) -> bool:
    """Without computing a property, which may read a whole data set."""
    return inspect.getattr_static(made, part, None) is not None or hasattr(made, part)


def _extra(name: str) -> str:
    return {"mind2web": "mind2web", "swebench": "swebench"}.get(name, "webarena")
