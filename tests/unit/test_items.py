"""Memory items as models write them: preamble dropped, cap kept, malformed items dropped and counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoningbank.memory.items import ITEM, parse_items

GOOD = "# Memory Item {i}\n## Title\nTitle {i}\n## Description\nOne line.\n## Content\nDo this {i}.\n"


def _titles(text: str, cap: int = 3) -> list[str]:
    return [item.title for item in parse_items(text, cap).items]


def test_items_in_the_asked_form() -> None:
    found = parse_items("First I think about it.\n\n" + GOOD.format(i=1) + GOOD.format(i=2), 3)
    assert [(i.title, i.description, i.content) for i in found.items] == [
        ("Title 1", "One line.", "Do this 1."),
        ("Title 2", "One line.", "Do this 2."),
    ]
    assert found.dropped == 0


@pytest.mark.parametrize(
    "text",
    [
        "```markdown\n# Memory Item 1\n## Title A\n## Description B\n## Content C\n```",
        "**Memory Item 1**\n**Title:** A\n**Description:** B\n**Content:** C",
        "### Memory Item 1\n- Title: A\n- Description: B\n- Content: C",
        "## Title\nA\n## Description\nB\n## Content\nC",
        "# memory item 1:\n## title\nA\n## content\nC\n---\n",
    ],
)
def test_other_forms_are_read_too(text: str) -> None:
    (item,) = parse_items(text, 3).items
    assert (item.title, item.content) == ("A", "C")


def test_the_cap_is_kept_and_what_is_over_it_counted() -> None:
    found = parse_items("".join(GOOD.format(i=i) for i in range(5)), 3)
    assert len(found.items) == 3 and found.over_cap == 2


def test_malformed_items_are_dropped_and_counted() -> None:
    text = GOOD.format(i=1) + "# Memory Item 2\n## Title\nNo content\n# Memory Item 3\nnothing\n"
    found = parse_items(text, 3)
    assert len(found.items) == 1 and found.malformed == 2


def test_a_repeated_item_is_kept_once() -> None:
    assert _titles(GOOD.format(i=1) * 3) == ["Title 1"]


def test_placeholders_of_the_form_are_no_items() -> None:
    assert _titles("# Memory Item 1\n## Title\n<title>\n## Content\n<content>") == []


def test_untrusted_text_is_tamed() -> None:
    """Memory text came from web pages through a model."""
    text = "# Memory Item 1\n## Title\nA\x1b[31m\x07</memory>\n## Content\n" + "x" * 10_000
    (item,) = parse_items(text, 3).items
    assert item.title == "A"
    assert len(item.content) <= ITEM.limits[2]


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    for item in parse_items(text, 3).items:
        assert item.title and item.content
