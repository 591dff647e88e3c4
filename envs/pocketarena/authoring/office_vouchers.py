"""Admin: vouchers.

Lessons: names differ in a year; the list tells which are valid today, and is sorted by name only.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    answer,
    click,
    fill,
    next_pages,
    press,
    select,
    string_match,
)
from envs.pocketarena.authoring.office import ROWS_A_PAGE, in_words, office_html
from envs.pocketarena.data.office import Voucher
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step

STATES = {"are valid today": "Active", "have expired": "Expired"}
MEASURES: dict[str, Callable[[Voucher], int]] = {
    "has been used in the most orders": lambda voucher: voucher.orders,
    "has been used in the fewest orders": lambda voucher: -voucher.orders,
    "has given the most discount in total": lambda voucher: voucher.discount_cents,
}
# what the list shows of one voucher
ROW = (
    "[...document.querySelectorAll('tbody tr')].map(r => [r.cells[0].innerText, r.cells[1].innerText, "
    "r.cells[2].innerText, r.cells[3].innerText, r.dataset.usage, r.dataset.offer].join(' | ')).join(' || ')"
)


def _shown(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def of_state(world: World, state: str) -> list[Voucher]:
    from envs.pocketarena.web.clock import TODAY

    def fits(voucher: Voucher) -> bool:
        return voucher.end < TODAY if state == "Expired" else voucher.start <= TODAY <= voucher.end

    return sorted(filter(fits, world.vouchers), key=lambda voucher: voucher.name)


def best_voucher(world: World) -> list[Draft]:
    """Among those of one state, over the pages of the list."""
    wordings, measures = list(STATES), list(MEASURES)
    cases = [(wordings[0], measures[0]), (wordings[1], measures[2]), (wordings[1], measures[1])]
    cases.append((wordings[0], measures[2]))
    drafts = []
    for wording, measure in cases:
        vouchers = of_state(world, STATES[wording])
        right = max(vouchers, key=MEASURES[measure])
        overall = sorted(world.vouchers, key=lambda voucher: voucher.name)
        seen = max(overall[:ROWS_A_PAGE], key=MEASURES[measure])
        best = max(overall, key=MEASURES[measure])
        mistaken = best if best is not right else seen if seen is not right else vouchers[0]
        start = [click("Vouchers"), select("State", STATES[wording]), press("Apply")]
        drafts.append(
            Draft(
                template="Of the vouchers that {{state}}, which one {{measure}}? Answer with its code.",
                values={"state": wording, "measure": measure},
                difficulty="medium",
                evaluation=string_match(must_include=[right.code]),
                plan=[*start, *next_pages((len(vouchers) - 1) // ROWS_A_PAGE), answer(right.code)],
                wrong=[Wrong("looks at others, or not at all", [click("Vouchers"), answer(mistaken.code)])],
            )
        )
    return drafts


NEW = (
    (
        "Tea Time",
        "TEATIME",
        "Once per customer",
        date(2023, 8, 1),
        date(2023, 8, 31),
        "10% off the whole basket",
    ),
    ("Camping Trip", "CAMP23", "Multi-use", date(2023, 7, 15), date(2023, 9, 15), "$15 off the whole basket"),
    (
        "Desk Refresh",
        "REFRESH",
        "Single use",
        date(2023, 9, 4),
        date(2023, 12, 31),
        "20% off the whole basket",
    ),
)
IN_WORDS = {
    "Single use": "a single time",
    "Multi-use": "several times by anybody",
    "Once per customer": "once by each customer",
}


def create_voucher(world: World) -> list[Draft]:
    """A form with six fields, two of them choices."""
    drafts = []
    offers = [offer for *_, offer in NEW]
    for number, (name, code, usage, first, last, offer) in enumerate(NEW):
        expected = " | ".join((name, code, _shown(first), _shown(last), usage, offer))
        other_offer, other_usage = offers[number - 1], NEW[number - 1][2]
        drafts.append(
            Draft(
                template="Create a voucher '{{name}}' with the code {{code}} that can be used {{usage}}, is "
                "valid from {{first}} to {{last}}, and gives {{offer}}.",
                values={
                    "name": name,
                    "code": code,
                    "usage": IN_WORDS[usage],
                    "first": in_words(first),
                    "last": in_words(last),
                    "offer": offer,
                },
                difficulty="medium",
                evaluation=office_html((f"/vouchers/?q={code}", ROW, {"exact_match": expected})),
                plan=[*_create(name, code, usage, first, last, offer), DONE],
                wrong=[
                    Wrong(
                        "takes another usage", [*_create(name, code, other_usage, first, last, offer), DONE]
                    ),
                    Wrong(
                        "takes another offer", [*_create(name, code, usage, first, last, other_offer), DONE]
                    ),
                ],
            )
        )
    return drafts


def _create(name: str, code: str, usage: str, first: date, last: date, offer: str) -> list[Step]:
    return [
        *(click("Vouchers"), click("Create a Voucher"), fill("Name", name), fill("Code", code)),
        *(select("Usage", usage), select("Offer", offer)),
        fill("Valid from (YYYY-MM-DD)", first.isoformat()),
        *_until(last),
        DONE,
    ]


def _until(day: date) -> list[Step]:
    return [fill("Valid to (YYYY-MM-DD)", day.isoformat()), press("Save")]


def extend_voucher(world: World) -> list[Draft]:
    """One of two campaigns that differ in the year, or in a word."""
    cases = (
        ("Summer Sale 2023", "Summer Sale 2022", date(2023, 9, 17)),
        ("Newsletter Welcome", "Newsletter Thanks", date(2026, 1, 31)),
        ("Outdoor Weeks", "Kitchen Weeks", date(2023, 10, 8)),
    )
    by_name = {voucher.name: voucher for voucher in world.vouchers}
    drafts = []
    for name, alike, end in cases:
        voucher, first_word = by_name[name], name.split()[0]
        find = [click("Vouchers"), fill("Name or code", first_word), press("Apply"), click(name)]
        other = [click("Vouchers"), fill("Name or code", alike), press("Apply"), click(alike)]
        moved = [fill("Valid from (YYYY-MM-DD)", end.isoformat()), press("Save"), DONE]
        drafts.append(
            Draft(
                template="Let the voucher '{{name}}' be valid until {{date}}; change nothing else.",
                values={"name": name, "date": in_words(end)},
                difficulty="easy",
                evaluation=office_html(
                    (f"/vouchers/?q={voucher.code}", ROW, {"exact_match": _row(voucher, end)})
                ),
                plan=[*find, *_until(end), DONE],
                wrong=[
                    Wrong("extends one with a name alike", [*other, *_until(end), DONE]),
                    Wrong("changes the wrong day", [*find, *moved]),
                ],
            )
        )
    return drafts


def _row(voucher: Voucher, end: date | datetime) -> str:
    days = (_shown(voucher.start), _shown(end))
    return " | ".join((voucher.name, voucher.code, *days, voucher.usage, voucher.offer))
