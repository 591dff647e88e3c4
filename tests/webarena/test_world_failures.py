"""What goes wrong with sites is never the agent's failure; expired log-ins are renewed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from envs.pocketarena.plan import action_for
from reasoningbank.core.errors import FatalModelError, InfrastructureError
from reasoningbank.core.protocols import Environment
from reasoningbank.core.types import Task

from .conftest import benchmark, deployment_file
from .models import Scripted
from .sites import Sites, StandIn
from .test_official_evaluators import DONE, answer, click, forum

pytestmark = pytest.mark.browser
BROWSE, GITLAB_ISSUE, FORUM, FUZZY = (Task(n, "", "") for n in ("260", "44", "584", "96"))


@pytest.fixture(scope="module")
def opened(
    running_sites: Sites, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Environment, Scripted]]:
    matcher = Scripted("VERDICT: correct")
    at = deployment_file(tmp_path_factory.mktemp("at"), running_sites, page_limit_s=4)
    environment = benchmark(at).environment(0, matcher)
    yield environment, matcher
    environment.close()


@pytest.fixture
def environment(opened: tuple[Environment, Scripted], sites: Sites) -> Environment:
    return opened[0]


def test_a_log_in_is_kept_and_renewed_when_it_has_expired(environment: Environment, sites: Sites) -> None:
    shop = sites["shopping"]
    environment.reset(BROWSE)
    environment.reset(BROWSE)
    assert shop.log_ins == 1
    shop.sessions.clear()
    assert "Log out" in environment.reset(BROWSE).text
    assert shop.log_ins == 2


def test_a_log_in_that_does_not_work_is_an_infrastructure_error(
    environment: Environment, sites: Sites
) -> None:
    sites["reddit"].password = "changed"
    with pytest.raises(InfrastructureError, match="log-in at reddit"):
        environment.reset(FORUM)


@pytest.mark.parametrize("fault", [502, "loop"])
def test_a_site_that_fails_at_the_start(environment: Environment, sites: Sites, fault: int | str) -> None:
    sites["shopping"].broken["/"] = fault
    with pytest.raises(InfrastructureError):
        environment.reset(BROWSE)


@pytest.mark.parametrize(("fault", "said"), [(502, "answered 502"), ("loop", "ERR_TOO_MANY_REDIRECTS")])
def test_a_site_that_fails_in_the_middle(
    environment: Environment, sites: Sites, fault: int | str, said: str
) -> None:
    seen = environment.reset(BROWSE)
    sites["shopping"].broken["/video-games.html"] = fault
    with pytest.raises(InfrastructureError, match=said):
        environment.step(action_for(click("/video-games.html"), seen.text))


def test_a_site_that_fails_before_the_evaluator(environment: Environment, sites: Sites) -> None:
    """Else a task that was solved would count as failed."""
    seen = environment.reset(FORUM)
    for step in forum("Place for Karaoke lovers"):
        seen = environment.step(action_for(step, seen.text))
    sites["reddit"].broken["/f/Karaoke"] = 503
    with pytest.raises(InfrastructureError, match="answered 503"):
        environment.score()


def test_a_slow_page_is_waited_for(environment: Environment, sites: Sites) -> None:
    """BrowserGym waits three seconds, and then shows the agent a page that is not there yet."""
    seen = environment.reset(BROWSE)
    sites["shopping"].broken["/video-games.html"] = 3.5
    seen = environment.step(action_for(click("/video-games.html"), seen.text))
    assert seen.url.endswith("/video-games.html") and "heading '/video-games.html'" in seen.text
    assert not seen.error


def test_a_page_that_never_comes_is_an_infrastructure_error(environment: Environment, sites: Sites) -> None:
    seen = environment.reset(BROWSE)
    sites["shopping"].broken["/video-games.html"] = 12.0
    with pytest.raises(InfrastructureError, match="no answer within 4 s"):
        environment.step(action_for(click("/video-games.html"), seen.text))


@pytest.mark.parametrize(
    ("replies", "raised"),
    [
        (("I would say yes", "perhaps"), InfrastructureError),
        ((FatalModelError("no quota"),), FatalModelError),
        ((InfrastructureError("outage"),), InfrastructureError),
    ],
)
def test_a_matcher_that_fails_is_no_wrong_answer(
    environment: Environment,
    opened: tuple[Environment, Scripted],
    replies: tuple[str | Exception, ...],
    raised: type[Exception],
) -> None:
    opened[1].set(*replies)
    seen = environment.reset(FUZZY)
    environment.step(action_for(answer("It was canceled"), seen.text))
    with pytest.raises(raised):
        environment.score()


def test_rollouts_on_two_instances_do_not_see_one_another(sites: Sites, tmp_path: Path) -> None:
    """The same task at the same time: each on its own sites, both before an agent under the same name."""
    second = {"reddit": StandIn("reddit")}
    adapter = benchmark(deployment_file(tmp_path, {"reddit": sites["reddit"]}, second), subset="reddit")
    assert adapter.instances == 2
    first, other = (adapter.environment(slot, Scripted("hm")) for slot in (0, 1))
    pages = {first: first.reset(FORUM), other: other.reset(FORUM)}
    assert {page.url for page in pages.values()} == {"http://reddit.com/"}
    for step in forum("Place for Karaoke lovers"):
        pages[first] = first.step(action_for(step, pages[first].text))
    pages[other] = other.step(action_for(DONE, pages[other].text))
    assert (first.score().value, other.score().value) == (1.0, 0.0)
    assert "Karaoke" not in second["reddit"].forums
    assert second["reddit"].log_ins == sites["reddit"].log_ins == 1
    for environment in (first, other):
        environment.close()
    second["reddit"].close()
