"""Official tasks, word for word, on stand-in sites: right, nearly right and wrong, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from envs.pocketarena.plan import Step, action_for
from reasoningbank.core.protocols import Environment
from reasoningbank.core.types import Score, Task

from .conftest import benchmark, deployment_file
from .models import Scripted
from .sites import Sites

pytestmark = pytest.mark.browser


def click(name: str, role: str = "link") -> Step:
    return {"do": "click", "role": role, "name": name}


def fill(name: str, text: str) -> Step:
    return {"do": "fill", "role": "textbox", "name": name, "text": text}


def answer(text: str) -> Step:
    return {"do": "answer", "text": text}


DONE = answer("Done.")


def search(text: str) -> list[Step]:
    return [fill("Query", text), click("Search", "button"), DONE]


def submit(forum: str, title: str) -> list[Step]:
    fields = [fill("Forum", forum), fill("Title", title), fill("Body", "b")]
    return [click("/submit"), *fields, click("Create submission", "button"), DONE]


def forum(description: str) -> list[Step]:
    fields = [fill("Name", "Karaoke"), fill("Description", description), fill("Sidebar", "devices setup")]
    return [click("/create_forum"), *fields, click("Create forum", "button"), DONE]


def invite(user: str, role: str) -> list[Step]:
    members = click("/byteblaze/dotfiles/-/project_members")
    return [members, fill("User", user), fill("Role", role), click("Invite", "button"), DONE]


def review(nickname: str, stars: int) -> list[Step]:
    fields = [fill("Sku", "B00J8RZL7I"), fill("Nickname", nickname), fill("Stars", str(stars))]
    return [click("/review"), *fields, click("Submit Review", "button"), DONE]


def reorder(sku: str) -> list[Step]:
    return [click("/sales/order/history/"), click(f"Reorder {sku}", "button"), DONE]


QUESTION = "what is the recommended console to buy these days"
ISSUE = "/byteblaze/empathy-prompts/-/issues/8"
# official task id, what is done, score; the kinds of evaluator in the order of WEBARENA's file
CASES = {
    "exact_match: right": (5, [answer("Duffle")], 1),
    "exact_match: quotes and case do not matter": (5, [answer("'duffle'")], 1),
    "exact_match: nearly right": (5, [answer("Duffle.")], 0),
    "must_include: right, in a sentence": (141, [answer("You spent $47.41 on food.")], 1),
    "must_include: wrong": (141, [answer("$47.14")], 0),
    "must_include: one character is a token": (144, [answer("You spent 0 dollars")], 1),
    "must_include: and not a part of a number": (144, [answer("$10.00")], 0),
    "must_include: which fails a right answer, upstream": (144, [answer("$0.00")], 0),
    "must_include: alternatives are taken literally, upstream": (386, [answer("3")], 0),
    "url_match: right": (260, [click("/video-games.html"), DONE], 1),
    "url_match: wrong page": (260, [DONE], 0),
    "url_match: right query": (277, search("iphone 13"), 1),
    "url_match: nearly right query": (277, search("iphone 13 pro"), 0),
    "url_match: substring": (156, [click("/dashboard/merge_requests?assignee_username=byteblaze"), DONE], 1),
    "url_match: other query": (
        156,
        [click("/dashboard/merge_requests?reviewer_username=byteblaze"), DONE],
        0,
    ),
    "program_html at a URL: right": (584, forum("Place for Karaoke lovers"), 1),
    "program_html at a URL: nearly right": (584, forum("Place for Karaoke singers"), 0),
    "program_html, func: locator: right": (482, invite("yjlou", "Guest"), 1),
    "program_html, func: locator: other role": (482, invite("yjlou", "Developer"), 0),
    "program_html, func: url: right": (436, reorder("B07DFJ5XKH"), 1),
    "program_html, func: url: other order": (436, reorder("OTHER"), 0),
    "program_html, REST helpers: right": (585, review("Emma Lopez", 5), 1),
    "program_html, REST helpers: other rating": (585, review("Emma Lopez", 4), 0),
    "url_match and program_html: right": (600, submit("consoles", QUESTION), 1),
    "url_match and program_html: other forum": (600, submit("games", QUESTION), 0),
    "url_match and program_html: other text": (600, submit("consoles", "which console to buy"), 0),
}


@dataclass
class World:
    environment: Environment
    sites: Sites
    matcher: Scripted

    def run(self, task_id: int, steps: list[Step]) -> Score:
        seen = self.environment.reset(Task(str(task_id), "", ""))
        for step in steps:
            assert "127.0.0.1" not in seen.text + seen.url
            seen = self.environment.step(action_for(step, seen.text))
            assert not seen.error
        assert seen.terminated
        return self.environment.score()


@pytest.fixture(scope="module")
def environment(
    running_sites: Sites, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Environment, Scripted]]:
    matcher = Scripted("VERDICT: correct")
    adapter = benchmark(deployment_file(tmp_path_factory.mktemp("at"), running_sites))
    adapter.check()
    environment = adapter.environment(0, matcher)
    yield environment, matcher
    environment.close()


@pytest.fixture
def world(environment: tuple[Environment, Scripted], sites: Sites) -> World:
    return World(environment[0], sites, environment[1])


@pytest.mark.parametrize("case", CASES)
def test_official_task(world: World, case: str) -> None:
    task_id, steps, score = CASES[case]
    assert world.run(task_id, steps).value == score


FUZZY = {
    "fuzzy_match: same meaning": (96, "It was canceled and never comes", "VERDICT: correct", 1),
    "fuzzy_match: partially": (96, "It was canceled", "Half.\nVERDICT: partially correct", 0),
    "fuzzy_match: wrong": (96, "It comes tomorrow", "**VERDICT: incorrect**", 0),
    "unachievable: the reason agrees": (235, "No order is under delivery", "VERDICT: same", 1),
    "unachievable: another reason": (235, "The site is down", "VERDICT: different", 0),
}


@pytest.mark.parametrize("case", FUZZY)
def test_fuzzy_answers_go_to_the_harness_model(world: World, case: str) -> None:
    task_id, said, reply, score = FUZZY[case]
    world.matcher.set(reply)
    scored = world.run(task_id, [answer(said)])
    assert scored.value == score
    assert scored.metrics["matcher_calls"] == 1
    assert said.lower() in world.matcher.questions[-1] and said.lower() in scored.detail


def test_a_bare_na_needs_no_model(world: World) -> None:
    before = len(world.matcher.questions)
    assert world.run(235, [answer("N/A")]).value == 1
    assert len(world.matcher.questions) == before


def test_string_and_url_are_both_asked_for(world: World) -> None:
    world.matcher.set("VERDICT: correct")
    assert world.run(173, [click(ISSUE), answer("No, it is open")]).value == 1
    assert world.run(173, [answer("No, it is open")]).value == 0
    # the official evaluator takes issue 80 for issue 8: see `benchmark.fixes=[whole_path]`
    assert world.run(173, [click(ISSUE + "0"), answer("No, it is open")]).value == 1


def test_an_agent_may_leave_the_sites_and_is_not_the_worlds_fault(world: World) -> None:
    seen = world.environment.reset(Task("260", "", ""))
    seen = world.environment.step("goto('http://elsewhere.invalid/')")
    assert not seen.terminated
    assert world.environment.step(action_for(DONE, seen.text)).terminated
    scored = world.environment.score()
    assert scored.value == 0 and "Unauthorized" in scored.detail
