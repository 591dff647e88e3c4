"""Memory items from a task, what was done, and whether it is held to have worked."""

from __future__ import annotations

from dataclasses import dataclass

from envs.pocketarena.policy import lessons
from envs.pocketarena.policy.lessons import Lesson
from envs.pocketarena.policy.prompt import Prompt
from envs.pocketarena.policy.query import Goal, Kind, read_query

_LESSONS: dict[Kind, Lesson] = {
    Kind.SORTED: lessons.APPLY,
    Kind.FILTERED: lessons.FILL_ONCE,
    Kind.COUNT_PRODUCTS: lessons.FILTERS,
    Kind.MOST_REVIEWED: lessons.EVERY_PAGE,
    Kind.FIRST_ORDER: lessons.EVERY_PAGE,
    Kind.COUNT_ORDERS: lessons.STOP_EARLY,
    Kind.SPENT: lessons.CANCELED,
    Kind.FIND_ORDER: lessons.EACH_CANDIDATE,
    Kind.REORDER: lessons.NAMED_ADDRESS,
    Kind.WRITE_REVIEW: lessons.CONFIRMATION,
    Kind.BASKET: lessons.QUANTITY,
    Kind.ATTRIBUTE: lessons.WHOLE_NAME,
    Kind.LOW_RATINGS: lessons.EVERY_PAGE,
    Kind.COMPLAINTS: lessons.EVERY_PAGE,
    Kind.ADDRESS: lessons.WHOLE_ROW,
}
# reached by links of their own: the detours that are tried first make a lesson
_SECTIONS = frozenset(Kind) - {
    Kind.BASKET,
    Kind.ATTRIBUTE,
    Kind.LOW_RATINGS,
    Kind.COMPLAINTS,
    Kind.ADDRESS,
    Kind.UNKNOWN,
}


@dataclass(frozen=True)
class Validated:
    """What a success teaches when its thoughts do not show the deed that the usual lesson is about."""

    deed: str
    otherwise: Lesson


_VALIDATED: dict[Kind, Validated] = {
    Kind.SPENT: Validated("leave out", lessons.STOP_EARLY),
    Kind.ATTRIBUTE: Validated("{product} has a table", lessons.READ_DETAILS),
    Kind.ADDRESS: Validated("'{old}'", lessons.EDIT_IN_PLACE),
}


def extract(prompt: Prompt) -> str:
    """Items in Markdown. The system prompt says whether it is a success or a failure."""
    failed = "failed" in prompt.system
    goal = read_query(prompt.query)
    found = (_main_lesson(goal), lessons.CHECK_FIRST) if failed else _from_success(prompt, goal)
    if goal.kind in _SECTIONS:
        found = (*found, lessons.DIRECT_WAY)
    items = [_item(lesson, failed) for lesson in found]
    return "\n\n".join(f"# Memory Item {i}\n{item}" for i, item in enumerate(items, start=1))


def _main_lesson(goal: Goal) -> Lesson:
    if goal.kind is Kind.EXTREME:
        return lessons.SORT_AND_STOCK if goal["do"] == "open" else lessons.SORT
    return _LESSONS.get(goal.kind, lessons.EVERY_PAGE)


def _from_success(prompt: Prompt, goal: Goal) -> tuple[Lesson, ...]:
    lesson, validated = _main_lesson(goal), _VALIDATED.get(goal.kind)
    if validated and not prompt.did(validated.deed.format_map(goal.slots)):
        lesson = validated.otherwise
    return (lesson, lessons.CARRY_FINDINGS) if prompt.notes else (lesson,)


def _item(lesson: Lesson, failed: bool) -> str:
    content = f"{lesson.why} {lesson.do}" if failed else f"{lesson.do} {lesson.why}"
    return f"## Title\n{lesson.title}\n## Description\n{lesson.description}\n## Content\n{content}"
