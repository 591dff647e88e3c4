"""What is known of a patch from its text alone."""

from __future__ import annotations

import hashlib
import re

# what mini-swe-agent's agents print before the patch that they hand in
SENTINELS = ("COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "MINI_SWE_AGENT_FINAL_OUTPUT")
_FILE = re.compile(r"^diff --git (?:\"?a/(?P<old>.*?)\"?) \"?b/(?P<new>.*?)\"?$", re.MULTILINE)
_PLUS = re.compile(r"^\+\+\+ \"?b/(.*?)\"?$", re.MULTILINE)
_TEST = re.compile(r"(^|/)(tests?|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")


def submitted(output: str) -> str | None:
    """The patch in the output of a submitting command; None when it does not submit."""
    lines = output.lstrip().splitlines(keepends=True)
    if not lines or lines[0].strip() not in SENTINELS:
        return None
    return normalised("".join(lines[1:]))


def normalised(patch: str) -> str:
    """Ends in a newline, or git refuses it as corrupt (mini-swe-agent issue 305). Blank is empty."""
    if not patch.strip():
        return ""
    return patch if patch.endswith("\n") else patch + "\n"


def files(patch: str) -> tuple[str, ...]:
    """Paths that the patch touches, in its order."""
    found = [match["new"] for match in _FILE.finditer(patch)] or _PLUS.findall(patch)
    return tuple(dict.fromkeys(found))


def edits_tests(patch: str) -> bool:
    """It touches a test file: kept, since the grader brings its own, but flagged (SWE-bench issue 393)."""
    return any(_TEST.search(path) for path in files(patch))


def digest(patch: str) -> str:
    return hashlib.sha256(patch.encode()).hexdigest()[:16]
