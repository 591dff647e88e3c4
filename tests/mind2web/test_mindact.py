"""MindAct's tournament: questions of five, abstention, winners that go on."""

from __future__ import annotations

import re

from envs.mind2web.actions import Action
from envs.mind2web.metrics import score_mindact
from reasoningbank.core.types import Message
from tests.mind2web.conftest import Play
from tests.mind2web.dataset import Scripted, action, task


class Picks:
    """Chooses the button with the wanted words, or none."""

    def __init__(self, words: str, op: str = "CLICK", value: str = "") -> None:
        self.words, self.told = words, f"Action: {op}" + (f"\nValue: {value}" if value else "")
        self.asked: list[str] = []

    def reply(self, messages: list[Message]) -> str:
        user = messages[-1]["content"]
        self.asked.append(user)
        found = re.search(rf"^([B-F])\. .*\b{self.words}\b", user, re.MULTILINE)
        return f"Reasoning: why.\nAnswer: {found[1]}.\n{self.told}" if found else "Reasoning: no.\nAnswer: A."


class Model(Scripted):
    def __init__(self, picks: Picks) -> None:
        super().__init__()
        self._picks = picks

    def complete(self, messages, **_):  # type: ignore[no-untyped-def]
        self.replies.append(self._picks.reply(list(messages)))
        return super().complete(messages, **_)


MANY = [str(id) for id in range(100, 130)]


def test_the_target_wins_among_thirty(play: Play) -> None:
    picks = Picks("Button50", "TYPE", "x] y")
    steps = [action("u1", ["50"], MANY, "TYPE", "x] y")]
    trajectory, score = play([task("t", steps)], Model(picks), protocol="mindact")
    # 31 candidates: six questions of five, and a seventh with the one left over and the winner
    assert len(picks.asked) == 7
    assert score.value == 1.0 and score.metrics["step_success_exact"] == 1.0
    step = trajectory.steps[0]
    assert re.fullmatch(r"TYPE \[\d\] \[x\] y\] \(<button id=\d button> Button50 </button>\)", step.action)
    assert step.thought == "why." and len(step.calls) == 7
    assert "Button50" in step.observation


def test_questions_hold_five_elements_numbered_in_page_order(play: Play) -> None:
    picks = Picks("nothing")
    play([task("t", [action("u1", ["50"], MANY)])], Model(picks), protocol="mindact")
    for asked in picks.asked:
        letters = re.findall(r"^([A-F])\. ", asked, re.MULTILINE)
        assert letters[0] == "A" and len(letters) <= 6
        assert "50" not in re.findall(r"id=(\d+)", asked)


def test_abstaining_everywhere_is_no_prediction(play: Play) -> None:
    llm = Model(Picks("nothing"))
    trajectory, score = play([task("t", [action("u1", ["50"], MANY)])], llm, protocol="mindact")
    assert (score.value, score.metrics["unread_replies"], score.metrics["action_f1"]) == (0.0, 1, 0.0)
    assert trajectory.steps[0].action == "(none of the candidates)"


def test_a_winner_that_is_given_up_at_the_end_is_no_prediction(play: Play) -> None:
    """The last question may choose none: then nothing is left, whatever was chosen before."""
    replies = ["Answer: B.\nAction: CLICK", "Answer: A."]
    llm = Scripted(*replies)
    steps = [action("u1", ["50"], MANY[:5])]
    _, score = play([task("t", steps)], llm, protocol="mindact")
    assert len(llm.asked) == 2 and score.metrics["unread_replies"] == 1


def test_a_choice_that_is_not_offered_is_an_abstention(play: Play) -> None:
    llm = Scripted("Answer: F.\nAction: CLICK")
    _, score = play([task("t", [action("u1", ["50"], MANY[:2])])], llm, protocol="mindact")
    assert score.metrics["unread_replies"] == 1


def test_any_positive_counts_and_the_history_is_the_last_five_descriptions(play: Play) -> None:
    picks = Picks("Button60")
    steps = [action(f"u{i}", ["50", "60"], MANY[:3]) for i in range(7)]
    _, score = play([task("t", steps)], Model(picks), protocol="mindact")
    assert score.value == 1.0
    assert score.metrics["element_accuracy"] == 1.0 and score.metrics["element_accuracy_first"] == 0.0
    past = picks.asked[-1].partition("Previous actions:")[2].partition("Which element")[0]
    assert re.findall(r"Gold (u\d)", past) == ["u1", "u2", "u3", "u4", "u5"]


def test_the_gate_is_at_fifty(play: Play) -> None:
    others = [str(id) for id in range(100, 160)]
    late = {"t_u1": {id: i for i, id in enumerate([*others, "50"])}}
    llm = Scripted()
    _, score = play([task("t", [action("u1", ["50"], others)])], llm, late, protocol="mindact")
    assert score.metrics["gate_misses"] == 1
    # what the other protocol would have passed over is asked here
    tenth = {"t_u1": {id: i for i, id in enumerate([*others[:9], "50", *others[9:]])}}
    _, score = play(
        [task("t", [action("u1", ["50"], others)])], Model(Picks("Button50")), tenth, protocol="mindact"
    )
    assert (score.metrics["gate_misses"], score.value) == (0, 1.0)
    llm = Scripted()
    _, score = play([task("t", [action("u1", ["50"], others)])], llm, tenth, protocol="synapse")
    assert score.metrics["gate_misses"] == 1


def test_candidates_come_in_the_same_order_in_every_run(play: Play) -> None:
    first, second = Picks("Button50"), Picks("Button50")
    for picks in (first, second):
        play([task("t", [action("u1", ["50"], MANY)])], Model(picks), protocol="mindact")
    assert first.asked == second.asked


def test_without_an_operation_the_element_still_counts() -> None:
    scored = score_mindact(Action("", "12", ""), Action("CLICK", "12"), ["12"])
    assert (scored.element, scored.f1, scored.success) == (1.0, 0.0, 0.0)


def test_a_question_that_does_not_fit_loses_its_memory_and_then_the_step(play: Play) -> None:
    steps = [action("u1", ["50"], MANY[:3])]
    llm = Model(Picks("Button50"))
    trajectory, score = play(
        [task("t", steps)], llm, memory="LESSON " * 300, protocol="mindact", context_tokens=500
    )
    assert score.value == 1.0 and "LESSON" not in llm.last and "did not fit" in trajectory.detail
    _, score = play([task("t", steps)], Scripted(), protocol="mindact", context_tokens=100)
    assert score.metrics["overflows"] == 1
