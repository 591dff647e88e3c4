"""Writes the tasks and plans `reddit.json` and `multi.json`: `python -m envs.pocketarena.forum.make_tasks`.

All are committed; a test compares them with what this makes. Templates take turns, so that a lesson
from one task finds its next use a few tasks later, never in the next one.
"""

from __future__ import annotations

from collections.abc import Callable

from envs.pocketarena.authoring.draft import Draft
from envs.pocketarena.forum import MULTI_PLANS, MULTI_TASKS, PLANS, TASKS
from envs.pocketarena.forum.authoring import across, across_change, across_find, change, find, opine, show
from envs.pocketarena.forum.authoring.draft import FORUM
from envs.pocketarena.forum.data.world import World, make_world
from envs.pocketarena.make_tasks import Entries, Numbering, as_json, plan_entry, task_entry

Family = Callable[[World], list[Draft]]


REDDIT = Numbering(("reddit",), FORUM, 30000, 9201)
MULTI = Numbering(("reddit", "shopping"), across.START, 40000, 9301)
TEMPLATES: tuple[Family, ...] = (
    find.most_replied,
    change.start_thread,
    find.who_started,
    show.sorted_forum,
    find.count_recommendations,
    change.reply_to_open,
    find.count_threads,
    show.newest_unanswered,
    opine.vote_in_poll,
    find.best_reply,
    change.edit_own,
    show.last_to_reply,
    opine.subscribe_to_top,
    find.highest_offer,
    opine.upvote_all,
    show.first_of_month,
    show.sorted_search,
)
MULTI_TEMPLATES: tuple[Family, ...] = (
    across_change.fill_basket,
    across_find.price_of,
    across_find.open_best,
    across_change.vote_and_wish,
    across_find.cheapest_named,
    across_change.review_in_shop,
)


def make() -> tuple[Entries, Entries]:
    """The tasks on the forum, and their plans."""
    return _in_turns(REDDIT, [family(make_world()) for family in TEMPLATES])


def make_multi() -> tuple[Entries, Entries]:
    """The tasks on forum and shop, and their plans."""
    return _in_turns(MULTI, [family(make_world()) for family in MULTI_TEMPLATES])


def _in_turns(batch: Numbering, families: list[list[Draft]]) -> tuple[Entries, Entries]:
    tasks: Entries = []
    plans: Entries = []
    for turn in range(max(map(len, families))):
        for number, drafts in enumerate(families):
            if turn < len(drafts):
                task_id = batch.first_task + len(tasks)
                tasks.append(task_entry(batch, task_id, batch.first_template + number, drafts[turn]))
                plans.append(plan_entry(task_id, drafts[turn]))
    return tasks, plans


def main() -> None:
    for made, *paths in ((make(), TASKS, PLANS), (make_multi(), MULTI_TASKS, MULTI_PLANS)):
        for path, entries in zip(paths, made, strict=True):
            path.parent.mkdir(exist_ok=True)
            path.write_text(as_json(entries))


if __name__ == "__main__":
    main()
