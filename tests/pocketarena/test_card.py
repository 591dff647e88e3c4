"""The numbers of the dataset card are those of the data."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from envs.pocketarena import PLAN_FOLDER
from envs.pocketarena.database import seeded_database
from envs.pocketarena.forum.database import seeded_database as seeded_forum
from envs.pocketarena.lessons import MISLEADS
from envs.pocketarena.plan import load_plans
from envs.pocketarena.subsets import LISTS, load_configs

DOCS = Path(__file__).parents[2] / "docs"
CARD = (DOCS / "pocketarena.md").read_text()
FORUM_CARD = (DOCS / "pocketarena-forum.md").read_text()
GIVEN_UP = {"must_include": ["N/A"]}


@pytest.mark.parametrize("subset", [*LISTS, "all"])
def test_the_table_of_subsets(subset: str) -> None:
    tasks = load_configs(subset)
    families = len({task["intent_template_id"] for task in tasks})
    kinds = Counter(task["eval"]["eval_types"][0] for task in tasks)
    marks = Counter(task["difficulty"] for task in tasks)
    impossible = sum(task["eval"]["reference_answers"] == GIVEN_UP for task in tasks)
    row = re.search(rf"^\| `{subset}` \|(.*)\|$", CARD, re.M)
    assert row
    assert [cell.strip() for cell in row[1].split("|")][1:] == [
        *(str(number) for number in (len(tasks), families)),
        *(str(kinds[kind]) for kind in ("string_match", "url_match", "program_html")),
        " / ".join(str(marks[mark]) for mark in ("easy", "medium", "hard")),
        str(impossible),
    ]


def test_the_sentences_with_totals() -> None:
    tasks = load_configs("all")
    plans = [p for name in LISTS for p in load_plans(PLAN_FOLDER / f"{name}.json").values()]
    impossible = sum(task["eval"]["reference_answers"] == GIVEN_UP for task in tasks)
    train, test = (len(load_configs("all", half)) for half in ("train", "test"))
    for said in (
        f"{len(tasks)} tasks in WebArena's",
        f"solves {impossible} of {len(tasks)} ({impossible / len(tasks):.1%})".replace("%", " %"),
        f"{train} and {test} of `all`",
        f"{len(plans)} right plans score 1; {sum(len(p.wrong) for p in plans)} plausible wrong ones",
        f"the other {len({task['intent_template_id'] for task in tasks}) - len(MISLEADS)} families",
    ):
        assert said in CARD.replace("\n", " "), said


def test_the_families_that_mislead() -> None:
    table = CARD.split("| where it misleads |")[1].split("\n\n")[0]
    named = {int(n) for row in table.splitlines() for n in re.findall(r"9\d{3}", row.split("|")[-2:][0])}
    assert named == set(MISLEADS)


def test_the_sizes_of_the_data() -> None:
    counted = {
        "products": (seeded_database(), "catalogue_product"),
        "orders": (seeded_database(), "order_order"),
        "reviews": (seeded_database(), "reviews_productreview"),
        "threads": (seeded_forum(), "forum_conversation_topic"),
    }
    for what, (database, table) in counted.items():
        connection = sqlite3.connect(database)
        found = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        connection.close()
        assert f"{found:,} {what}" in CARD, what


def test_the_forums_own_page() -> None:
    wrong = sum(
        len(plans.wrong)
        for name in ("reddit", "multi")
        for plans in load_plans(PLAN_FOLDER / f"{name}.json").values()
    )
    assert f"({wrong} in all)" in FORUM_CARD
    for name in ("reddit", "multi"):
        assert f"`pocketarena/{name}` ({len(load_configs(name))} tasks" in FORUM_CARD
        for task in load_configs(name):
            assert f"| {task['intent_template_id']} |" in FORUM_CARD
