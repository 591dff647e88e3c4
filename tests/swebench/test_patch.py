"""What a patch says of itself."""

from __future__ import annotations

import pytest

from envs.swebench import patch

DIFF = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y"


def test_a_patch_without_a_last_newline_gets_one() -> None:
    assert patch.normalised(DIFF) == DIFF + "\n"
    assert patch.normalised(DIFF + "\n") == DIFF + "\n"


@pytest.mark.parametrize("blank", ["", "\n", "  \n\n"])
def test_a_blank_patch_is_empty(blank: str) -> None:
    assert patch.normalised(blank) == ""


@pytest.mark.parametrize("sentinel", patch.SENTINELS)
def test_an_output_submits_by_its_first_line(sentinel: str) -> None:
    assert patch.submitted(f"\n{sentinel}\n{DIFF}\n") == DIFF + "\n"
    assert patch.submitted(f"{sentinel}\n") == ""
    assert patch.submitted(f"done: {sentinel}\n{DIFF}") is None
    assert patch.submitted(f"{DIFF}\n{sentinel}") is None
    assert patch.submitted("") is None


@pytest.mark.parametrize(
    ("path", "edits"),
    [
        ("src/a.py", False),
        ("src/contest.py", False),
        ("src/testing_tools.py", False),
        ("tests/test_a.py", True),
        ("sympy/core/tests/test_basic.py", True),
        ("testing/test_skipping.py", True),
        ("src/test_a.py", True),
        ("conftest.py", True),
    ],
)
def test_a_patch_of_test_files_is_flagged(path: str, edits: bool) -> None:
    text = DIFF.replace("src/a.py", path)
    assert patch.files(text) == (path,)
    assert patch.edits_tests(text) is edits
