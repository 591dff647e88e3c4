"""The formulas against cases worked by hand."""

from __future__ import annotations

import pytest

from envs.mind2web.actions import Action
from envs.mind2web.metrics import StepScore, score_mindact, score_synapse, task_metrics, token_f1


@pytest.mark.parametrize(
    ("predicted", "target", "expected"),
    [
        ("TYPE new york", "TYPE new york", 1.0),
        ("TYPE york", "TYPE new york", 0.8),  # 2 common; precision 1, recall 2/3
        ("SELECT new york", "TYPE new york", 2 / 3),
        ("CLICK", "TYPE a", 0.0),
        ("TYPE a a a", "TYPE a", 1.0),  # sets: duplicates do not count
        ("TYPE a .", "TYPE a", 1.0),  # punctuation is no token
        ("TYPE a, b", "TYPE a b", 2 / 3),  # but stays inside one
        ("TYPE () a", "TYPE a", 1.0),  # a run of string.punctuation
        ("TYPE )( a", "TYPE a", 0.8),  # which is not
        ("", "", 1.0),
        (". ,", "!", 1.0),
        ("", "CLICK", 0.0),
        ("CLICK", "", 0.0),
    ],
)
def test_action_f1(predicted: str, target: str, expected: float) -> None:
    assert token_f1(predicted, target) == pytest.approx(expected)


def test_mindact_counts_punctuation() -> None:
    assert token_f1("TYPE a .", "TYPE a", punctuation=True) == pytest.approx(0.8)


TYPED = Action("TYPE", "12", "new york")


@pytest.mark.parametrize(
    ("predicted", "element", "f1", "success"),
    [
        ("TYPE [12] [new york]", 1, 1.0, 1),
        ("TYPE [12] [york new]", 1, 1.0, 0),  # F1 forgets the order, step success does not
        ("TYPE [12] [New York]", 1, 1 / 3, 0),
        ("TYPE [13] [new york]", 0, 1.0, 0),
        ("type [12] [new york]", 1, 0.8, 0),  # a lower-case operation is none
        ("[12] [new york]", 1, 0.8, 0),
        (" TYPE [12] [new york]", 1, 1.0, 0),  # every character counts
        ("CLICK [12] [new york]", 1, 0.0, 0),  # the value of a click is none
        ("TYPE 12", 0, 0.0, 0),
        ("", 0, 0.0, 0),
    ],
)
def test_a_step_by_synapse(predicted: str, element: float, f1: float, success: float) -> None:
    scored = score_synapse(predicted, TYPED, ["12"])
    assert (scored.element, scored.success) == (element, success)
    assert scored.f1 == pytest.approx(f1)
    assert scored.unread is (predicted in ("TYPE 12", ""))


def test_a_bracket_in_a_value_cuts_it_for_f1_but_not_for_success() -> None:
    target = Action("TYPE", "5", "a] b")
    assert score_synapse("TYPE [5] [a]", target, ["5"]).f1 == 1.0
    assert score_synapse("TYPE [5] [a]", target, ["5"]).success == 0.0
    assert score_synapse("TYPE [5] [a] b]", target, ["5"]).success == 1.0


def test_an_empty_value() -> None:
    target = Action("TYPE", "5", "")
    assert score_synapse("TYPE [5] []", target, ["5"]).success == 1.0
    without = score_synapse("TYPE [5]", target, ["5"])
    assert (without.f1, without.success) == (1.0, 0.0)


def test_the_two_protocols_disagree_where_they_should() -> None:
    """Another positive, punctuation, the order of words, a value of two lines."""
    click, both = Action("CLICK", "12"), ["12", "13"]
    assert score_synapse("CLICK [13]", click, both).element == 0.0
    assert score_synapse("CLICK [13]", click, both).element_any == 1.0
    assert score_mindact(Action("CLICK", "13"), click, both).success == 1.0

    dotted = Action("TYPE", "12", "a .")
    assert score_synapse("TYPE [12] [a]", dotted, ["12"]).f1 == 1.0
    assert score_mindact(Action("TYPE", "12", "a"), dotted, ["12"]).f1 == pytest.approx(0.8)

    assert score_synapse("TYPE [12] [york new]", TYPED, ["12"]).success == 0.0
    assert score_synapse("TYPE [12] [york new]", TYPED, ["12"]).loose == 1.0
    assert score_mindact(Action("TYPE", "12", "york new"), TYPED, ["12"]).success == 1.0

    two_lines = Action("TYPE", "12", "one\ntwo")
    assert score_mindact(Action("TYPE", "12", "one"), two_lines, ["12"]).success == 1.0
    assert score_synapse("TYPE [12] [one]", two_lines, ["12"]).success == 0.0


def test_mindact_without_a_choice_is_nothing() -> None:
    assert score_mindact(Action(), Action("CLICK", "12"), ["12"]) == StepScore(unread=True)


def test_a_task_is_the_mean_of_its_steps_with_gate_misses_as_zero() -> None:
    right = score_synapse("CLICK [12]", Action("CLICK", "12"), ["12"])
    half = score_synapse("TYPE [1] [york]", TYPED, ["12"])
    found = task_metrics([right, half, StepScore(gate_miss=True), StepScore(overflow=True)])
    assert found["element_accuracy"] == 0.25
    assert found["action_f1"] == pytest.approx((1 + 0.8) / 4)
    assert found["step_success_rate"] == 0.25
    assert (found["recorded_steps"], found["gate_misses"], found["overflows"]) == (4, 1, 1)
