"""A scripted backbone for the sample: it knows three kinds of mistake and mends the first that it meets.

It works from the messages alone, like a model. It looks, reads, mends one line, tests and hands in; only a
lesson makes it mend every line with the same mistake, so that what memory does can be seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoningbank.core.types import Message, Purpose

LESSON = "Mend the same mistake everywhere"
_LEFT = "the same mistake still stands in"
_OUTPUT = re.compile(r"<output>\n?(.*?)</output>", re.DOTALL)
_ITEM = f"""# Memory Item 1
## Title
{LESSON}
## Description
A mistake in one function often stands in its neighbours too.
## Content
Before handing in, search the file for the pattern that was wrong and mend every line that holds it.
"""


@dataclass(frozen=True)
class Mistake:
    """`pattern` is an extended regular expression, `mended` its replacement as sed takes it."""

    name: str
    pattern: str
    mended: str


MISTAKES = (
    Mistake("a division that drops the fraction", r" // (len|sum)\(", r" / \1("),
    Mistake("a loop that stops one element too early", r"range\(len\((\w+)\) - 1\)", r"range(len(\1))"),
    Mistake("a zero that is taken for unset", r"(\w+) or default$", r"default if \1 is None else \1"),
)


class SamplePolicy:
    """Deterministic; every reply follows from the messages alone."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        """The text that a model would give for `purpose`."""
        told = "\n".join(message["content"] for message in messages)
        match purpose:
            case Purpose.ACT:
                return _act(messages)
            case Purpose.JUDGE:
                return _judge(told)
            case Purpose.SELECT:
                return "Thoughts: they look alike.\nBest: 1"
            case Purpose.EXTRACT:
                return _ITEM if _LEFT in told else "There is nothing new to learn here."
        return "Thoughts: a scripted mind does not change."


def _act(messages: Sequence[Message]) -> str:
    outputs = [_output(message["content"]) for message in messages[2:] if message["role"] == "user"]
    everywhere = LESSON in messages[0]["content"]
    fence = "mswea_bash_command" if "```mswea_bash_command" in messages[0]["content"] else "bash"
    thought, command = _move(messages[1]["content"], outputs, everywhere, fence)
    return f"THOUGHT: {thought}\n\n```{fence}\n{command}\n```"


def _move(issue: str, outputs: list[str], everywhere: bool, fence: str) -> tuple[str, str]:
    if not outputs:
        return "I look at what there is.", "git log --oneline | head -5 && git ls-files '*.py'"
    path = _source(outputs[0], issue)
    if len(outputs) == 1:
        return f"The issue seems to lie in {path}.", f"cat {path}"
    found = [mistake for mistake in MISTAKES if re.search(mistake.pattern, outputs[1], re.MULTILINE)]
    if not found:
        return "I find no mistake that I know; I hand in nothing.", _hand_in(path, fence)
    if len(outputs) == 2:
        return _mend(found[0], outputs[1], path, everywhere)
    if len(outputs) == 3:
        look = f"python -m pytest -q -p no:cacheprovider 2>&1 | tail -3; grep -nE '{found[0].pattern}' {path}"
        return "I run the tests and look for more of it.", look
    left = [line for line in outputs[3].splitlines() if re.search(found[0].pattern, line)]
    words = f"{_LEFT} {len(left)} other places." if left else "nothing like it is left."
    return f"The tests have run; {words} I hand in.", _hand_in(path, fence)


def _mend(mistake: Mistake, text: str, path: str, everywhere: bool) -> tuple[str, str]:
    lines = [i for i, line in enumerate(text.splitlines(), 1) if re.search(mistake.pattern, line)]
    where = "" if everywhere else str(lines[0])
    thought = f"It is {mistake.name}, in line {lines[0]}." + (
        " The lesson applies: I mend every line with it." if everywhere else " No lesson applies."
    )
    return thought, f"sed -i -E '{where}s#{mistake.pattern}#{mistake.mended}#' {path}"


def _hand_in(path: str, fence: str) -> str:
    """As the agent's first message asks: in v2 the patch of the named file, in v1 all changes."""
    word = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && "
    return word + (
        f"git diff -- {path}" if fence == "mswea_bash_command" else "git add -A && git diff --cached"
    )


def _source(listing: str, issue: str) -> str:
    """The file of the package whose words the issue uses most."""
    paths = [p for p in listing.split() if p.endswith(".py") and not p.startswith("tests/")]
    words = set(re.findall(r"[a-z]{4,}", issue.lower()))
    plain = [p for p in paths if not p.endswith("__init__.py")] or ["setup.py"]
    return max(plain, key=lambda p: len(words & set(re.findall(r"[a-z]{4,}", p))))


def _output(observation: str) -> str:
    found = _OUTPUT.search(observation)
    return found[1] if found else ""


def _judge(told: str) -> str:
    if _LEFT in told:
        return "Thoughts: the agent itself says that the mistake stands elsewhere.\nStatus: failure"
    if "diff --git" not in told:
        return "Thoughts: no patch was handed in.\nStatus: failure"
    return "Thoughts: the patch mends what the issue describes.\nStatus: success"
