"""Verdicts as models write them; what cannot be read is `unreadable`, never a guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoningbank.core.types import Label
from reasoningbank.judge.parsing import parse_verdict


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("Thoughts: fine.\nStatus: success", Label.SUCCESS),
        ("Thoughts: bad.\nStatus: failure", Label.FAILURE),
        ("**Thoughts:** fine\n**Status:** success", Label.SUCCESS),
        ("**Status:** **success**\n", Label.SUCCESS),
        ("Status: `success`.", Label.SUCCESS),
        ("Status: <failure>", Label.FAILURE),
        ('Status: "success"', Label.SUCCESS),
        ("STATUS = SUCCESS", Label.SUCCESS),
        ("# Status\nstatus: failed", Label.FAILURE),
        ("Status: unsuccessful", Label.FAILURE),
        ("Status: not successful", Label.FAILURE),
        ("Status: success\nI hope this helps!", Label.SUCCESS),
        ('{"thoughts": "fine", "status": "success"}', Label.SUCCESS),
        ('```json\n{"Thoughts": "bad", "Status": "failure"}\n```', Label.FAILURE),
        ('Here it is: {"status": "success"} as asked.', Label.SUCCESS),
        ('{"status": "maybe"}', Label.UNREADABLE),
        ("Status: success or failure", Label.SUCCESS),
        ("Status: success\nStatus: failure", Label.UNREADABLE),
        ("The agent was a success, I think.", Label.UNREADABLE),
        ("", Label.UNREADABLE),
        ("Status:", Label.UNREADABLE),
        ("Status: successor", Label.UNREADABLE),
    ],
)
def test_labels(reply: str, label: Label) -> None:
    assert parse_verdict(reply)[0] is label


def test_the_rationale_is_kept_without_the_status_line() -> None:
    assert parse_verdict("Thoughts: it sorted,\nthen answered.\nStatus: success")[1] == (
        "it sorted, then answered."
    )


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    assert parse_verdict(text)[0] in Label
