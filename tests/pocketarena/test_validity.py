"""Answers that need no site score nothing; right answers in other words score, partial ones do not.

By WebArena's own string evaluator, in this process.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from envs.pocketarena.subsets import LISTS, load_configs
from envs.webarena import official

GIVEN_UP = {"must_include": ["N/A"]}
STRINGS = [c for c in load_configs("all") if c["eval"]["eval_types"] == ["string_match"]]
ACHIEVABLE = [c for c in STRINGS if c["eval"]["reference_answers"] != GIVEN_UP]


@pytest.fixture(scope="module")
def score(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """(config, answer) → what the official evaluator gives."""
    official.point_at({})
    from webarena.browser_env.actions import ActionTypes
    from webarena.evaluation_harness.evaluators import StringEvaluator

    file = tmp_path_factory.mktemp("configs") / "task.json"

    def evaluate(config: dict[str, Any], answer: str) -> float:
        Path(file).write_text(json.dumps(config))
        stop = {"action_type": ActionTypes.STOP, "answer": answer}
        return float(StringEvaluator()(trajectory=[{}, stop], config_file=file))

    return evaluate


def test_no_answer_is_in_the_task_itself_and_giving_up_is_no_answer(score: Any) -> None:
    for config in ACHIEVABLE:
        if "N/A" in config["intent"]:
            continue  # the task itself says when to answer so
        for answer in (config["intent"], "N/A", "Done.", "0", ""):
            assert score(config, answer) == 0.0, (config["task_id"], answer)


def test_unachievable_tasks_accept_a_reason_and_nothing_made_up(score: Any) -> None:
    impossible = [config for config in STRINGS if config["eval"]["reference_answers"] == GIVEN_UP]
    assert len(impossible) >= 12
    for config in impossible:
        assert score(config, "N/A") == 1.0
        assert score(config, "N/A: no page of the site shows this.") == 1.0
        for answer in ("Done.", "None", "$0.00"):
            assert score(config, answer) == 0.0, (config["task_id"], answer)


def test_right_answers_in_a_sentence_count_and_partial_ones_do_not(score: Any) -> None:
    for config in ACHIEVABLE:
        wanted = config["eval"]["reference_answers"].get("must_include")
        if wanted is None:
            continue  # exact: the task says that nothing but the answer is asked for
        assert score(config, f"I found it: {' and '.join(wanted)}.") == 1.0, config["task_id"]
        for n in range(len(wanted) if len(wanted) > 1 else 0):
            others = [text for text in wanted if wanted[n].lower() not in text.lower()]
            assert score(config, " and ".join(others)) == 0.0, config["task_id"]


def test_always_giving_up_solves_less_than_a_tenth(score: Any) -> None:
    """The floor that any score is to be compared with."""
    for subset in LISTS:
        configs = load_configs(subset)
        solved = [c for c in configs if c["eval"]["reference_answers"] == GIVEN_UP]
        assert len(solved) < len(configs) / 10


def test_no_task_begins_on_the_page_that_it_asks_for() -> None:
    for config in load_configs("all"):
        if "url_match" in config["eval"]["eval_types"]:
            assert config["eval"]["reference_url"].rstrip("/") != config["start_url"].rstrip("/")
