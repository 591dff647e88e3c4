"""The policy was written for the shop's first families: on any other task it gives a usable reply."""

from __future__ import annotations

import pytest

from envs.browser import actions
from envs.pocketarena.policy import ShopPolicy
from envs.pocketarena.subsets import load_configs
from reasoningbank.core.types import Purpose

from .prompts import page, step, to_act, to_extract, to_judge

SUBSETS = ("chat", "bid")
OFFICE = "http://admin.pocketarena/admin/orders/"
QUERIES = sorted({config["intent"] for config in load_configs("all")})


def _reply(messages: list, purpose: Purpose) -> str:  # type: ignore[type-arg]
    return ShopPolicy().reply(messages, purpose, 0)


@pytest.mark.parametrize("tree", [page("office_orders"), "RootWebArea 'Forum'\n\t[7] link 'Log out'", ""])
def test_every_query_gets_an_action_that_browsergym_takes(tree: str) -> None:
    for query in QUERIES:
        for steps in ([], [step("I click the link 'Orders'.", "click('14')")]):
            reply = _reply(to_act(query, tree, OFFICE, steps), Purpose.ACT)
            action = reply.rpartition("ACTION: ")[2]
            assert actions.problem_with(action, SUBSETS) is None, query


def test_every_query_gets_a_verdict_and_items() -> None:
    steps = [step("I click the link 'Orders'.", "click('14')")]
    for query in QUERIES:
        verdict = _reply(to_judge(query, page("office_orders"), OFFICE, steps), Purpose.JUDGE)
        assert "Status: " in verdict, query
        for succeeded in (True, False):
            assert "## Title" in _reply(to_extract(query, steps, succeeded), Purpose.EXTRACT), query


def test_what_it_does_not_understand_it_gives_up_at_once() -> None:
    reply = _reply(to_act("Lower the price of the Wok by 20 percent.", page("office_orders")), Purpose.ACT)
    assert reply.endswith("send_msg_to_user('N/A')")
