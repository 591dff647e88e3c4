"""A scripted backbone for `llm=scripted`: it picks the element that shares most words with the task.

It shows that the stream works, and nothing about the method. It reads the messages and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoningbank.core.types import Message, Purpose

_TAG = re.compile(r"<(/?)([\w-]+)([^<>]*?)(/?)>")
_NAMED = re.compile(r"\bid=(\S+)")
_WORD = re.compile(r"[a-z0-9]+")
_MEMORY = re.compile(r"<memory>(.*?)</memory>", re.DOTALL)
_CHOICE = re.compile(r"^([B-F])\. (.*)$", re.MULTILINE)
_VALUE = re.compile(
    r"[\"“']([^\"”']+)[\"”']|((?:[A-Z][\w.-]*|\$?\d[\w.,%-]*)(?: (?:[A-Z][\w.-]*|\$?\d[\w.,%-]*))*)"
)
_STOP = frozenset(
    re.findall(r"\w+", "a an and as at by for from in into is it its me my of on or the this to")
)
TYPED = ("input", "textarea")
NOT_TYPED = frozenset({"checkbox", "radio", "submit", "button", "image", "reset"})
NEAR = 12  # words after an element's opening tag that are held to be its own
NOTHING = "Nothing here shares a word with the task"

_ITEM = """# Memory Item 1
## Title
{title}
## Description
{description}
## Content
{content}
"""
_WORKFLOW = """# Workflow 1
## Name
Act on the elements that carry the task's own words
## Purpose
To fill in and send what a task asks for.
## Steps
1. THOUGHT: This field stands for {value} of the task.
   ACTION: TYPE [{field}] [{value}]
2. THOUGHT: The values are entered, so they have to be sent.
   ACTION: CLICK [{button}]
"""


@dataclass(frozen=True)
class _Candidate:
    name: str  # its id, or its letter
    tag: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()


class OverlapPolicy:
    """Deterministic; every reply follows from the messages alone."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        """The text that a model would give for `purpose`."""
        match purpose:
            case Purpose.JUDGE:
                return _judge(messages)
            case Purpose.EXTRACT:
                return _extract(messages)
            case Purpose.SELECT:
                return "Thoughts: they look alike.\nBest: 1"
            case Purpose.MATCH:
                return "incorrect"
        last = messages[-1]["content"]
        return _choose(messages) if "\nA. None of these" in last else _act(messages)


def _act(messages: Sequence[Message]) -> str:
    task = _line(messages[1]["content"], "Task: ")
    found = _candidates(_line(messages[-1]["content"], "Page: "))
    if not found:
        return "There is no element to act on."
    done = " ".join(m["content"] for m in messages if m["role"] == "assistant")
    best, shared = _best(found, task, done, _memory(messages))
    return f"{_reason(best, shared)}\nAction: `{_action(best, task)}`"


def _choose(messages: Sequence[Message]) -> str:
    user = messages[-1]["content"]
    task, found = _line(user, "Task: "), []
    for letter, told in _CHOICE.findall(user):
        tag = _TAG.search(told)
        found.append(_Candidate(letter, tag[2] if tag else "", tuple(_words(_NAMED.sub("", told)))))
    done = user.partition("Previous actions:")[2].partition("Which element")[0]
    best, shared = _best(found, task, done, _memory(messages))
    if not shared:
        return f"Reasoning: {NOTHING}.\nAnswer: A."
    op, _, rest = _action(best, task).partition(" ")
    value = rest.partition("] [")[2].removesuffix("]")
    told = f"Reasoning: {_reason(best, shared)}\nAnswer: {best.name}.\nAction: {op}"
    return told if op == "CLICK" else f"{told}\nValue: {value}"


def _best(found: Sequence[_Candidate], task: str, done: str, memory: str) -> tuple[_Candidate, int]:
    """The one that shares most words, those of the task counting most; what was used before, least."""
    wanted, used, learnt = set(_words(task)), set(_words(done)), set(_words(memory))

    def weight(candidate: _Candidate) -> tuple[float, float]:
        own = set(candidate.words)
        spent = 2.0 if own and own <= used else 0.0
        return len(own & wanted) + 0.1 * len(own & learnt) - spent, -len(own)

    best = max(found, key=weight)
    return best, len(set(best.words) & wanted)


def _reason(best: _Candidate, shared: int) -> str:
    own = " ".join(best.words[:6])
    if not shared:
        return f"{NOTHING}; the {best.tag} ({own}) is as good as any."
    return f"The {best.tag} ({own}) shares {shared} word{'s' * (shared > 1)} with the task."


def _action(best: _Candidate, task: str) -> str:
    if best.tag == "select" and best.options:
        wanted = set(_words(task))
        option = max(best.options, key=lambda told: len(set(_words(told)) & wanted))
        return f"SELECT [{best.name}] [{option}]"
    if best.tag in TYPED and not NOT_TYPED & set(best.words):
        return f"TYPE [{best.name}] [{_value(task)}]"
    return f"CLICK [{best.name}]"


def _value(task: str) -> str:
    """What is quoted, or else the last name or number that is no first word of a sentence."""
    quoted = [match[1] for match in _VALUE.finditer(task) if match[1]]
    named = [match[2] for match in _VALUE.finditer(task) if match[2] and match.start() > 0]
    return (quoted or named[::-1] or [task])[0].rstrip(".,")


def _candidates(page: str) -> list[_Candidate]:
    tags = list(_TAG.finditer(page))
    found = []
    for i, tag in enumerate(tags):
        name = _NAMED.search(tag[3])
        if tag[1] or not name:
            continue
        inside = page[tag.end() : _end(page, tags, i)]
        own = _words(tag[3].replace(name[0], "")) + _words(_TAG.sub(" ", inside))[:NEAR]
        options = [" ".join(o.split()) for o in re.findall(r"<option[^<>]*>([^<>]*)</option>", inside)]
        found.append(_Candidate(name[1], tag[2], tuple(own), tuple(filter(None, options))))
    return found


def _end(page: str, tags: Sequence[re.Match[str]], i: int) -> int:
    """Where the element that opens at `i` ends."""
    depth = 0
    for tag in tags[i:]:
        if tag[2] == tags[i][2]:
            depth += -1 if tag[1] else int(not tag[4])
        if depth <= 0:
            return tag.start() if tag[1] else tag.end()
    return len(page)


def _judge(messages: Sequence[Message]) -> str:
    """Believes in steps that had a reason."""
    told = messages[1]["content"]
    doubt = NOTHING in told or "ERROR:" in told or "THOUGHT:" not in told
    why = "one of the steps had no reason" if doubt else "each step acts on what the task names"
    return f"Thoughts: {why}.\nStatus: {'failure' if doubt else 'success'}"


def _extract(messages: Sequence[Message]) -> str:
    system = messages[0]["content"]
    if "# Workflow 1" in system:
        return _WORKFLOW.format(value="{value}", field="{field}", button="{button}")
    if "failed" in system:
        return _ITEM.format(
            title="Look for the control, not for the word",
            description="Where no element names what the task asks for, a control leads to it.",
            content="When nothing shares a word with the task, open a menu, search, filter, apply or go on.",
        )
    return _ITEM.format(
        title="Act on what the task names",
        description="The element that carries the task's own words is the right one.",
        content="Compare each element's words with the task and take the one that shares most of them.",
    )


def _memory(messages: Sequence[Message]) -> str:
    found = _MEMORY.search(messages[0]["content"])
    return found[1] if found else ""


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _STOP]


def _line(text: str, label: str) -> str:
    """The rest of the line that begins with `label`."""
    found = re.search(rf"^{re.escape(label)}(.*)$", text, re.MULTILINE)
    return found[1] if found else ""
