"""Element accuracy, action F1, step and task success: of a step, and of a task (docs/mind2web.md).

Each number of the protocol stands beside its variants, so that nobody must guess what was counted.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from envs.mind2web.actions import Action, parse


@dataclass(frozen=True)
class StepScore:
    """What one recorded step counts. A step that was not asked, or not answered, counts nothing."""

    element: float = 0.0  # element accuracy by the protocol
    f1: float = 0.0
    success: float = 0.0
    element_first: float = 0.0  # the first positive was named
    element_any: float = 0.0  # any positive was named
    exact: float = 0.0  # the whole action string is equal to the recorded one
    loose: float = 0.0  # element by the protocol, and F1 of 1
    gate_miss: bool = False
    unread: bool = False  # asked, but no element could be read from the reply
    overflow: bool = False  # the prompt did not fit, or the provider refused it


def score_synapse(predicted: str, target: Action, positives: Sequence[str]) -> StepScore:
    """`predicted` is the reply's backtick span; `target` has the first positive as its element.

    The recorded action goes through the same reading as the predicted one: a value is compared up to
    its first closing bracket.
    """
    read = parse(predicted)
    f1 = token_f1(read.operation, parse(str(target)).operation)
    first = float(bool(read.element) and read.element == target.element)
    exact = float(predicted == str(target))
    return StepScore(
        element=first,
        f1=f1,
        success=exact,
        element_first=first,
        element_any=float(read.element in positives),
        exact=exact,
        loose=float(bool(first) and f1 == 1.0),
        unread=not read.element,
    )


def score_mindact(predicted: Action, target: Action, positives: Sequence[str]) -> StepScore:
    """Any positive counts, punctuation counts, and only the first line of a recorded value does."""
    wanted = f"{target.op} {_first_line(target.value)}" if target.op != "CLICK" else "CLICK"
    f1 = token_f1(f"{predicted.op} {predicted.value or ''}", wanted, punctuation=True)
    hit = float(predicted.element in positives)
    if not predicted.element:  # nothing was chosen in the whole tournament
        return StepScore(unread=True)
    success = float(bool(hit) and f1 == 1.0)
    return StepScore(
        element=hit,
        f1=f1,
        success=success,
        element_first=float(predicted.element == target.element),
        element_any=hit,
        exact=float(str(predicted) == str(target)),
        loose=success,
    )


def token_f1(predicted: str, target: str, punctuation: bool = False) -> float:
    """F1 over the *sets* of whitespace tokens. Both empty 1, one empty 0.

    Without `punctuation`, tokens that are a run of `string.punctuation` are left out, as published: a
    token counts as punctuation when it is a substring of that constant, so "." and "()" do.
    """
    ours, theirs = (
        {token for token in text.split() if punctuation or token not in string.punctuation}
        for text in (predicted, target)
    )
    if not ours and not theirs:
        return 1.0
    common = len(ours & theirs)
    return 2 * common / (len(ours) + len(theirs))


def task_metrics(steps: Sequence[StepScore]) -> dict[str, float]:
    """The columns of a task: means over its steps, and counts that micro averages need.

    Means over tasks of these means are macro averages; weighted by `recorded_steps`, micro averages.
    """
    n = len(steps)
    return {
        "element_accuracy": sum(step.element for step in steps) / n,
        "action_f1": sum(step.f1 for step in steps) / n,
        "step_success_rate": sum(step.success for step in steps) / n,
        "element_accuracy_first": sum(step.element_first for step in steps) / n,
        "element_accuracy_any": sum(step.element_any for step in steps) / n,
        "step_success_exact": sum(step.exact for step in steps) / n,
        "step_success_loose": sum(step.loose for step in steps) / n,
        "recorded_steps": n,
        "gate_misses": sum(step.gate_miss for step in steps),
        "unread_replies": sum(step.unread for step in steps),
        "overflows": sum(step.overflow for step in steps),
    }


def _first_line(value: str | None) -> str:
    return (value or "").split("\n", 1)[0].strip()
