"""Memory items from a task, what was done, and whether it is held to have worked."""

from __future__ import annotations

from envs.pocketarena.policy import lessons
from envs.pocketarena.policy.lessons import Lesson
from envs.pocketarena.policy.prompt import Prompt
from envs.pocketarena.policy.query import Goal, Kind, read_query

_LESSONS: dict[Kind, tuple[Lesson, ...]] = {
    Kind.SORTED: (lessons.APPLY,),
    Kind.FILTERED: (lessons.FILL_ONCE,),
    Kind.COUNT_PRODUCTS: (lessons.FILTERS,),
    Kind.MOST_REVIEWED: (lessons.EVERY_PAGE,),
    Kind.FIRST_ORDER: (lessons.EVERY_PAGE,),
    Kind.COUNT_ORDERS: (lessons.STOP_EARLY,),
    Kind.SPENT: (lessons.CANCELED,),
    Kind.FIND_ORDER: (lessons.EACH_CANDIDATE,),
    Kind.REORDER: (lessons.NAMED_ADDRESS,),
    Kind.WRITE_REVIEW: (lessons.CONFIRMATION,),
    Kind.BASKET: (lessons.QUANTITY,),
    Kind.ATTRIBUTE: (lessons.WHOLE_NAME,),
    Kind.LOW_RATINGS: (lessons.EVERY_PAGE,),
    Kind.COMPLAINTS: (lessons.EVERY_PAGE,),
    Kind.ADDRESS: (lessons.WHOLE_ROW,),
}
# where the way that is held to have worked would have failed elsewhere, a success teaches nothing better
_ONLY_FROM_FAILURE = {
    Kind.SPENT: "leave out",
    Kind.ATTRIBUTE: "",
}


def extract(prompt: Prompt) -> str:
    """Items in Markdown. The system prompt says which of success and failure it was."""
    failed = "tried it and failed" in prompt.system
    goal = read_query(prompt.query)
    found = _lessons(prompt, goal)
    items = [_item(lesson, failed) for lesson in found]
    return "\n\n".join(f"# Memory Item {i}\n{item}" for i, item in enumerate(items, start=1))


def _lessons(prompt: Prompt, goal: Goal) -> tuple[Lesson, ...]:
    if goal.kind is Kind.EXTREME:
        return (lessons.SORT_AND_STOCK if goal["do"] == "open" else lessons.SORT,)
    return _LESSONS.get(goal.kind, (lessons.EVERY_PAGE,))


def _item(lesson: Lesson, failed: bool) -> str:
    content = f"{lesson.why} {lesson.do}" if failed else f"{lesson.do} {lesson.why}"
    return f"## Title\n{lesson.title}\n## Description\n{lesson.description}\n## Content\n{content}"
