"""Reading an agent's reply: a thought, one action, and the answer inside the action."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

ANSWER_CALLS = ("send_msg_to_user", "report_infeasible")
_ACTION = re.compile(r"^[\s>*#_`-]*action\s*[*_`]*\s*:\s*[*_`]*", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"^[\s>*#_`-]*(?:thought|think|reasoning)s?\s*[*_`]*\s*:\s*[*_`]*", re.I | re.M)
_FENCE = re.compile(r"```[a-z]*[ \t]*\n?(.*?)```", re.DOTALL)
_TAGS = re.compile(r"<action>(.*?)</action>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Parsed:
    """A reply taken apart. `action` is one call, as text; empty when none was found."""

    thought: str
    action: str


def parse_reply(text: str) -> Parsed:
    """The last ACTION of a reply (or its last tagged or fenced block) and the thought before it."""
    markers = list(_ACTION.finditer(text))
    if markers:
        before, raw = text[: markers[-1].start()], text[markers[-1].end() :]
    elif blocks := list(_TAGS.finditer(text)) or list(_FENCE.finditer(text)):
        before, raw = text[: blocks[-1].start()], blocks[-1].group(1)
    else:
        return Parsed(_thought(text), "")
    return Parsed(_thought(before), first_call(raw))


def first_call(text: str) -> str:
    """The first complete call at the beginning of `text`, whole: quotes and brackets are respected."""
    text = text.strip().strip("`").strip()
    text = re.sub(r"^(?:python|text)\s*\n", "", text)
    for end in (match.end() for match in re.finditer(r"\)", text)):
        candidate = text[:end]
        if _is_call(candidate) or _is_call(_one_line(candidate)):
            return candidate if _is_call(candidate) else _one_line(candidate)
    return text.splitlines()[0].strip() if text else ""


def answer_in(action: str) -> str | None:
    """What the action tells the user, whole; None when it is no answering action."""
    try:
        call = ast.parse(action.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    if call.func.id not in ANSWER_CALLS:
        return None
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if len(given) == 1 and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        return "N/A" if call.func.id == "report_infeasible" else given[0].value
    return None


def is_confirmation(action: str) -> bool:
    """Whether a re-examination leaves everything as it is."""
    return bool(re.match(r"confirm(?:ed)?\s*(?:\(.*\))?\s*$", action.strip(), re.IGNORECASE))


def _thought(text: str) -> str:
    parts = _THOUGHT.split(text)
    return " ".join((parts[-1] if len(parts) > 1 else text).split()).strip(" *_`")


def _is_call(text: str) -> bool:
    try:
        return isinstance(ast.parse(text, mode="eval").body, ast.Call)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False


def _one_line(text: str) -> str:
    """Line breaks inside an ordinary string literal, which models write and Python refuses."""
    return text.replace("\r", "").replace("\n", "\\n")
