"""Evaluations on the forum; the rest of the words for drafts and plans are the shop's."""

from __future__ import annotations

from typing import Any

FORUM = "__REDDIT__"
# what, in an order that does not depend on the page; everything seeded is older than the forum's today
LIST = "[...document.querySelectorAll('{what}')].map(e => {shown}).sort().join(' | ')"


def string_match(**reference: Any) -> dict[str, Any]:
    return evaluation("string_match", reference_answers=reference)


def url_match(path: str, site: str = FORUM) -> dict[str, Any]:
    return evaluation("url_match", reference_url=site + path, url_note="GOLD in PRED")


def program_html(*targets: tuple[str, str, dict[str, Any]], site: str = FORUM) -> dict[str, Any]:
    """Targets: a path on `site` or a whole address, locator, required contents."""
    return evaluation(
        "program_html",
        program_html=[
            {
                "url": site + url if url.startswith("/") else url,
                "locator": locator,
                "required_contents": contents,
            }
            for url, locator, contents in targets
        ],
    )


def evaluation(kind: str, **given: Any) -> dict[str, Any]:
    return {
        "eval_types": [kind],
        "reference_answers": None,
        "reference_url": "",
        "program_html": [],
        "string_note": "",
        "reference_answer_raw_annotation": "",
    } | given


def exactly(items: list[str]) -> dict[str, Any]:
    """What a list on a page must hold, whatever its order there."""
    return {"exact_match": " | ".join(sorted(items))}
