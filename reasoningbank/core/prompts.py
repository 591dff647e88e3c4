"""Prompts are files beside the code that uses them. They are rendered with Jinja and hashed.

A user's own folder (`prompts=FOLDER`) goes before ours, file by file; `{% include "ours/NAME.j2" %}` in
such a file is our text.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    meta,
)

from reasoningbank.core.errors import UserError

LITERALLY = "text in braces that is meant literally goes between {% raw %} and {% endraw %}"
ROOMS = ("agents", "memory", "judge", "matts", "contrib")
_own: Path | None = None  # the folder of this process's run


def use(folder: str | None) -> None:
    """From now on `<folder>/<room>/<name>.j2` goes before ours; None is ours alone.

    Raises `UserError` for a folder that is not there or is empty, a file that no prompt of ours is
    named like, and one that Jinja cannot read.
    """
    global _own
    path = None if folder is None else Path(folder).expanduser().resolve()
    if path is not None:
        _check(path)
    _own = path


def render(room: str, name: str, **values: Any) -> str:
    """The prompt `<room>/<name>.j2` with `values` filled in."""
    try:
        return _environment(room, _own).get_template(f"{name}.j2").render(**values).strip()
    except TemplateError as error:
        if _own is None:
            raise
        raise UserError(
            f"the prompt {room}/{name}.j2 cannot be filled in: {error}",
            f"prompts={_own}",
            f"it is given {', '.join(values) or 'nothing'}; mend it and run the same command again",
        ) from error


def hashes() -> dict[str, str]:
    """SHA-256 (first 16 hex digits) of every prompt file that is in use, for the manifest."""
    in_use = _prompt_files() | (_prompt_files(_own) if _own else {})
    return {name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for name, path in sorted(in_use.items())}


@functools.cache
def _environment(room: str, own: Path | None) -> Environment:
    # the agent's own forms (how steps are told) serve the other rooms too
    rooms = (room, "agents")
    ours = FileSystemLoader([str(files("reasoningbank") / name / "prompts") for name in rooms])
    theirs = [FileSystemLoader([str(own / name) for name in rooms])] if own else []
    # nothing here is HTML: the prompts go to a model as plain text
    return Environment(
        loader=ChoiceLoader([*theirs, ours, PrefixLoader({"ours": ours})]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _prompt_files(own: Path | None = None) -> dict[str, Path]:
    """Path by `<room>/<name>.j2`: ours, or those of the user's folder."""
    folders = {
        room: own / room if own else Path(str(files("reasoningbank") / room / "prompts")) for room in ROOMS
    }
    return {f"{room}/{path.name}": path for room, folder in folders.items() for path in folder.glob("*.j2")}


def _check(own: Path) -> None:
    if not own.is_dir():
        raise UserError("there is no such folder", f"prompts={own}", "check the path")
    found = sorted(path.relative_to(own).as_posix() for path in own.rglob("*.j2"))
    if not found:
        raise UserError(
            "no prompt of yours was found",
            f"prompts={own}",
            "the folder holds files such as memory/success.j2, named like ours (docs/prompts.md)",
        )
    ours = _prompt_files()
    for name in found:
        if name not in ours:
            near = difflib.get_close_matches(name, ours, 1, cutoff=0.3)
            raise UserError(
                f"no prompt is called {name}" + (f"; did you mean {near[0]}?" if near else ""),
                f"prompts={own}",
                "a file replaces the prompt of the same name; remove it or rename it (docs/prompts.md)",
            )
        room, _, file = name.partition("/")
        try:
            _environment(room, own).get_template(file)
        except TemplateError as error:
            raise UserError(
                f"{name} is no Jinja template: {error}",
                str(own / name),
                f"mend it; {LITERALLY}",
            ) from error
        if unknown := _unknown(_environment(room, own), own / name):
            raise UserError(
                f"{name} asks for {', '.join(unknown)}, which no prompt is given",
                str(own / name),
                f"use the names that ours uses; {LITERALLY}",
            )


def _unknown(environment: Environment, path: Path) -> list[str]:
    """Names in the file at `path` that none of our prompts has, nor Jinja itself."""
    texts = [ours.read_text() for ours in _prompt_files().values()]
    known = set[str]().union(*(meta.find_undeclared_variables(environment.parse(text)) for text in texts))
    asked = meta.find_undeclared_variables(environment.parse(path.read_text()))
    return sorted(asked - known - environment.globals.keys())
