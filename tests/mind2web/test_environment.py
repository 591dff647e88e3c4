"""A recorded visit, replayed: gate, history, refusals, and that nothing recorded reaches the trajectory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from envs.mind2web.agent import estimated_tokens
from envs.mind2web.environment import Mind2WebEnvironment
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import BudgetExceeded, InfrastructureError, ModelRefusal
from reasoningbank.core.types import Outcome, Task, Trajectory
from tests.mind2web.conftest import Play
from tests.mind2web.dataset import Scripted, action, config, task

OTHERS = ["21", "22", "23", "24", "25", "26"]


def right(id: str) -> str:
    return f"I see it.\nAction: `CLICK [{id}]`"


def test_a_visit_that_is_predicted_rightly(play: Play) -> None:
    llm = Scripted(right("11"), "Fill it in.\nAction: `TYPE [12] [new york]`")
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS, "TYPE", "new york")]
    trajectory, score = play([task("t", steps)], llm)
    assert score.value == 1.0 and score.metrics["step_success_rate"] == 1.0
    assert trajectory.outcome is Outcome.ANSWERED and trajectory.response == ""
    assert [step.action for step in trajectory.steps] == [
        "CLICK [11] ([button] Button11)",
        "TYPE [12] [new york] ([button] Button12)",
    ]
    assert [step.thought for step in trajectory.steps] == ["I see it.", "Fill it in."]
    assert trajectory.final_observation == trajectory.steps[-1].observation


def test_the_page_holds_the_target_and_the_four_best_others(play: Play) -> None:
    llm = Scripted(right("11"))
    play([task("t", [action("u1", ["11", "12"], OTHERS)])], llm)
    page = llm.asked[0][-1]["content"]
    assert "id=11 " in page and all(f"id={id} " in page for id in OTHERS[:4])
    # beside it as a sibling, but no candidate: without an id
    assert "id=12" not in page and "id=25" not in page


def test_the_true_action_enters_the_history_whatever_was_predicted(play: Play) -> None:
    llm = Scripted(right("21"), right("12"))
    steps = [action("u1", ["11"], OTHERS, "SELECT", "a] b"), action("u2", ["12"], OTHERS)]
    _, score = play([task("t", steps, query="Find it")], llm)
    roles = [message["role"] for message in llm.asked[1]]
    assert roles == ["system", "user", "assistant", "user"]
    assert llm.asked[1][1]["content"].startswith("Task: Find it\n\nPage: <html>")
    assert llm.asked[1][2]["content"] == "Action: `SELECT [11] [a] b]` ([button] Gold u1 -> SELECT: a] b)"
    assert score.metrics["element_accuracy"] == 0.5 and score.value == 0.0


def test_pages_of_the_history_show_three_candidates(play: Play) -> None:
    llm = Scripted(right("11"), right("12"))
    play([task("t", [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)])], llm)
    assert llm.asked[1][1]["content"].count("id=") == 3
    assert llm.asked[1][3]["content"].count("id=") == 5


def ranks(uid: str, *ids: str) -> dict[str, dict[str, int]]:
    return {f"t_{uid}": {id: i for i, id in enumerate(ids)}}


def test_a_target_outside_the_best_five_costs_no_call_and_counts_nothing(play: Play) -> None:
    llm = Scripted(right("12"))
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)]
    trajectory, score = play([task("t", steps)], llm, ranks("u1", *OTHERS[:5], "11", "26"))
    assert len(llm.asked) == 1
    assert "Gold u1" in llm.last  # the true action still enters the history
    assert (score.value, score.metrics["gate_misses"], score.metrics["step_success_rate"]) == (0.0, 1, 0.5)
    assert [step.index for step in trajectory.steps] == [1]


def test_the_gate_asks_for_any_positive_but_the_page_shows_the_first(play: Play) -> None:
    llm = Scripted(right("12"))
    ranked = ranks("u1", "12", *OTHERS, "11")
    _, score = play([task("t", [action("u1", ["11", "12"], OTHERS)])], llm, ranked)
    page = llm.asked[0][-1]["content"]
    assert "id=11 " in page and "id=12" not in page
    assert score.metrics["element_accuracy"] == 0.0
    assert score.metrics["element_accuracy_any"] == 1.0


def test_a_step_without_positives_is_history_with_its_element_from_the_raw_page(play: Play) -> None:
    raw = (
        '<html backend_node_id="1"><p backend_node_id="2" title="lost" data_pw_testid_buckeye="u1">'
        '<text backend_node_id="3">Hidden thing</text></p></html>'
    )
    llm = Scripted(right("12"))
    steps = [action("u1", [], OTHERS, raw=raw), action("u2", ["12"], OTHERS)]
    _, score = play([task("t", steps)], llm)
    assert score.metrics["gate_misses"] == 1
    past, done = llm.asked[0][1]["content"], llm.asked[0][2]["content"]
    assert past.endswith("<p id=2 lost> Hidden thing </p> </html>")
    assert done.startswith("Action: `CLICK [2]`")


def test_a_visit_whose_steps_all_miss_the_gate_asks_nobody(play: Play) -> None:
    llm = Scripted()
    trajectory, score = play([task("t", [action("u1", ["11"], OTHERS)])], llm, ranks("u1", *OTHERS, "11"))
    assert (trajectory.steps, trajectory.outcome) == ((), Outcome.ANSWERED)
    assert score.value == 0.0 and score.metrics["recorded_steps"] == 1


@pytest.mark.parametrize("reply", ["no idea", "`CLICK`", "", "CLICK [11]"])
def test_an_unreadable_reply_is_a_wrong_step_and_is_not_asked_again(play: Play, reply: str) -> None:
    llm = Scripted(reply, right("12"))
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)]
    _, score = play([task("t", steps)], llm)
    assert len(llm.asked) == 2
    assert (score.metrics["unread_replies"], score.metrics["step_success_rate"]) == (1, 0.5)


def test_a_refused_prompt_is_a_wrong_step_and_the_visit_goes_on(play: Play) -> None:
    llm = Scripted(ModelRefusal("context overflow"), right("12"))
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)]
    trajectory, score = play([task("t", steps)], llm)
    assert (score.metrics["overflows"], score.metrics["step_success_rate"]) == (1, 0.5)
    assert trajectory.steps[0].error == "context overflow"
    assert "Gold u1" in llm.last


def test_a_prompt_that_does_not_fit_is_not_sent(play: Play) -> None:
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)]
    llm = Scripted(right("11"), right("12"))
    play([task("t", steps)], llm)
    first, second = (estimated_tokens(messages) for messages in llm.asked)
    llm = Scripted(right("11"))
    trajectory, score = play([task("t", steps)], llm, context_tokens=(first + second) // 2)
    assert len(llm.asked) == 1 and score.metrics["overflows"] == 1
    assert "did not fit" in trajectory.steps[1].error


def test_memory_is_left_out_before_the_step_is_given_up(play: Play) -> None:
    steps = [action("u1", ["11"], OTHERS)]
    llm = Scripted(right("11"))
    trajectory, _ = play([task("t", steps)], llm, memory="A LESSON " * 300, context_tokens=500)
    assert "A LESSON" not in llm.last and "did not fit at 1 steps" in trajectory.detail
    llm = Scripted(right("11"))
    trajectory, _ = play([task("t", steps)], llm, memory="A LESSON")
    assert "A LESSON" in llm.asked[0][0]["content"] and not trajectory.detail


def test_a_spent_budget_ends_the_visit_and_the_rest_counts_nothing(play: Play) -> None:
    llm = Scripted(right("11"), BudgetExceeded("out of tokens"))
    steps = [action(f"u{i}", [f"1{i}"], OTHERS) for i in range(1, 5)]
    trajectory, score = play([task("t", steps)], llm)
    assert trajectory.outcome is Outcome.BUDGET
    assert score.metrics["step_success_rate"] == 0.25


def test_a_page_is_cut_where_the_agent_says(play: Play) -> None:
    llm = Scripted(right("11"))
    play([task("t", [action("u1", ["11"], OTHERS)])], llm, settings=AgentConfig(max_page_chars=100))
    assert "the rest of the page was cut" in llm.last


# gold


def _everything_a_memory_sees(trajectory: Trajectory) -> str:
    seen = [[step.thought, step.action, step.observation, step.error, step.url] for step in trajectory.steps]
    seen.append([trajectory.final_observation, trajectory.response, trajectory.detail, trajectory.final_url])
    return json.dumps(seen)


@pytest.mark.parametrize("protocol", ["synapse", "mindact"])
def test_nothing_recorded_reaches_the_trajectory(play: Play, protocol: str) -> None:
    """Recorded operations, values and descriptions are in prompts only; judge and memory read steps."""
    steps = [
        action("u1", ["11"], OTHERS, "TYPE", "goldvalue1"),
        action("u2", ["12"], OTHERS, "SELECT", "goldvalue2"),
        action("u3", ["13"], OTHERS),
    ]
    wrong = ["Answer: A."] * 30 if protocol == "mindact" else [right("21")] * 3
    llm = Scripted(*wrong)
    trajectory, score = play([task("t", steps)], llm, protocol=protocol)
    seen = _everything_a_memory_sees(trajectory)
    assert "Gold" not in seen and "goldvalue" not in seen and "TYPE" not in seen and "SELECT" not in seen
    assert "goldvalue1" in "\n".join(m["content"] for call in llm.asked for m in call)
    assert len(trajectory.steps) == 3 and score.metrics["element_accuracy"] == 0.0
    assert "gold_trajectory" not in score.metrics


def test_recorded_actions_on_request_are_marked_and_the_predictions_scored(play: Play) -> None:
    llm = Scripted(right("21"))
    steps = [action("u1", ["11"], OTHERS), action("u2", ["12"], OTHERS)]
    trajectory, score = play([task("t", steps)], llm, ranks("u2", *OTHERS, "12"), trajectory="gold")
    assert [step.action for step in trajectory.steps] == [
        "CLICK [11] ([button] Gold u1 -> CLICK)",
        "CLICK [12] ([button] Gold u2 -> CLICK)",
    ]
    assert "recorded actions" in trajectory.detail and score.metrics["gold_trajectory"] == 1
    assert score.metrics["element_accuracy"] == 0.0
    assert [len(step.calls) for step in trajectory.steps] == [1, 0]  # what was paid stays booked


def test_a_damaged_local_form_is_the_worlds_failure(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"no database" * 1000)
    environment = Mind2WebEnvironment(broken, config())
    with pytest.raises(InfrastructureError, match=r"broken\.sqlite3"):
        environment.reset(Task("t", "sample", "q"))
