"""A task before it has a number, and the words to write its plans with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from envs.pocketarena.plan import Step

SHOP, ADMIN = "__SHOPPING__", "__SHOPPING_ADMIN__"
DONE = {"do": "answer", "text": "Done."}
GIVE_UP = {"do": "answer", "text": "N/A"}


@dataclass(frozen=True)
class Wrong:
    """A plausible plan that must score 0, and the mistake it makes."""

    why: str
    steps: list[Step]


@dataclass(frozen=True)
class Draft:
    template: str
    values: dict[str, Any]
    difficulty: str  # easy, medium, hard
    evaluation: dict[str, Any]
    plan: list[Step]
    wrong: list[Wrong]

    @property
    def intent(self) -> str:
        text = self.template
        for name, value in self.values.items():
            text = text.replace("{{" + name + "}}", str(value))
        return text


def click(name: str, role: str = "link", nth: int = 0) -> Step:
    step = {"do": "click", "role": role, "name": name}
    return step | {"nth": nth} if nth else step


def press(name: str, nth: int = 0) -> Step:
    return click(name, "button", nth)


def fill(name: str, text: str, role: str = "textbox") -> Step:
    return {"do": "fill", "role": role, "name": name, "text": text}


def select(name: str, option: str) -> Step:
    return {"do": "select", "role": "combobox", "name": name, "option": option}


def answer(text: str) -> Step:
    return {"do": "answer", "text": text}


def search(text: str) -> list[Step]:
    return [fill("Search", text, "searchbox"), press("Search")]


def sort_by(option: str) -> list[Step]:
    return [select("Sort by", option), press("Apply")]


def next_pages(times: int) -> list[Step]:
    return [click("Next")] * times


def dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def string_match(**reference: Any) -> dict[str, Any]:
    return _evaluation("string_match", reference_answers=reference)


def unachievable() -> dict[str, Any]:
    """A reason may stand beside the "N/A"."""
    return string_match(must_include=["N/A"])


def url_match(path: str, site: str = SHOP) -> dict[str, Any]:
    return _evaluation("url_match", reference_url=site + path, url_note="GOLD in PRED")


def program_html(*targets: tuple[str, str, dict[str, Any]], site: str = SHOP) -> dict[str, Any]:
    """Targets: address (a path, `last` or `func:…`), locator, required contents."""
    return _evaluation(
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


def _evaluation(kind: str, **given: Any) -> dict[str, Any]:
    return {
        "eval_types": [kind],
        "reference_answers": None,
        "reference_url": "",
        "program_html": [],
        "string_note": "",
        "reference_answer_raw_annotation": "",
    } | given
