"""What members do: threads, replies, edits, votes, polls, subscriptions, the profile."""

from __future__ import annotations

import re

from envs.pocketarena.forum.authoring.lookup import ordinary, started_by, thread_path
from envs.pocketarena.forum.data.members import ACCOUNT_NAME
from envs.pocketarena.forum.data.threads import Thread
from envs.pocketarena.forum.data.world import make_world

from .visitor import Visitor

TODAY = "Jul 1, 2023"
MINE = f"/user/{ACCOUNT_NAME}/posts/"


def _others(locked: bool = False) -> Thread:
    """A thread that somebody else started, and that the account has not voted on."""
    world = make_world()
    mine = {vote.post for vote in world.votes if vote.voter.id == 1}
    return next(
        thread
        for thread in ordinary(world.threads)
        if thread.author.id > 1 and thread.locked == locked and thread.posts[0] not in mine
    )


def _score(text: str) -> int:
    """Of the first post on a page."""
    found = re.search(r"score (-?\d+)</p>", text)
    assert found
    return int(found[1])


def test_a_thread_is_posted_as_it_was_typed(member: Visitor) -> None:
    typed = "Two lines,\nthe *second* with <b>signs</b> & $12.50"
    answer = member.post("/f/tea-3/new-thread/", subject="Where to start?", content=typed)
    assert answer.url.startswith(f"{member.url}/f/tea-3/")
    shown = "Two lines,<br>the *second* with &lt;b&gt;signs&lt;/b&gt; &amp; $12.50"
    assert shown in answer.text
    assert TODAY in answer.text
    first = re.search(r'data-forum="([^"]+)" data-thread="(\d+)" data-opens="(\w+)"', member.get(MINE).text)
    assert first and first.groups() == ("Tea", str(len(make_world().threads) + 1), "yes")


def test_an_empty_message_is_refused_with_a_word(member: Visitor) -> None:
    answer = member.post("/f/tea-3/new-thread/", subject="Where to start?", content="")
    assert "This field is required" in answer.text
    assert TODAY not in member.get(MINE).text


def test_a_reply_stands_on_the_last_page(member: Visitor) -> None:
    thread = next(t for t in make_world().threads if len(t.posts) > 16 and not t.locked)
    answer = member.post(f"{thread_path(thread)}reply/", subject=f"Re: {thread.title}", content="Thanks!")
    assert f"?page={len(thread.posts) // 8 + 1}" in answer.url
    assert "Thanks!" in answer.text


def test_a_locked_thread_takes_no_reply(member: Visitor) -> None:
    thread = _others(locked=True)
    page = member.get(thread_path(thread)).text
    assert "This thread is locked." in page and ">Reply</a>" not in page
    assert member.post(f"{thread_path(thread)}reply/", subject="Re", content="Hi").status_code == 403


def test_only_the_author_edits_and_deletes(member: Visitor) -> None:
    thread = next(t for t in _others_with_replies() if t.replies[0].author.id > 1)
    assert member.post(f"{thread_path(thread)}edit/", subject="x", content="x").status_code == 403
    reply = thread.replies[0].id
    assert member.post(f"{thread_path(thread)}edit/{reply}/", subject="x", content="x").status_code == 403
    assert member.post(f"{thread_path(thread)}delete/{reply}/").status_code == 403


def _others_with_replies() -> list[Thread]:
    return [t for t in ordinary(make_world().threads) if t.author.id > 1 and t.replies and not t.locked]


def test_ones_own_thread_is_edited(member: Visitor) -> None:
    world = make_world()
    thread = next(t for t in started_by(world, world.members[0]) if not t.locked)
    form = member.get(f"{thread_path(thread)}edit/").text
    assert thread.posts[0].text in form and thread.title in form
    answer = member.post(f"{thread_path(thread)}edit/", subject=thread.title, content="Changed.")
    assert "Changed." in answer.text and "· edited ·" in answer.text


def test_a_vote_is_cast_changed_and_taken_back(member: Visitor) -> None:
    thread = _others()
    before = _score(member.get(thread_path(thread)).text)
    seen = []
    for vote in ("up", "down", "down"):
        seen.append(_score(member.post(f"/vote/{thread.posts[0].id}/", vote=vote).text) - before)
    assert seen == [1, -1, 0]


def test_ones_own_posts_and_nonsense_are_not_voted_on(member: Visitor) -> None:
    world = make_world()
    own = started_by(world, world.members[0])[0]
    for post, vote in ((own.posts[0].id, "up"), (_others().posts[0].id, "sideways")):
        assert "You can not vote on that." in member.post(f"/vote/{post}/", vote=vote).text
    assert member.get(f"/vote/{own.posts[0].id}/").status_code == 405
    assert member.post("/vote/999999/", vote="up").status_code == 404


def test_my_votes_are_listed_latest_first(member: Visitor) -> None:
    thread = _others()
    member.post(f"/vote/{thread.posts[0].id}/", vote="down")
    first = re.search(
        r'<li data-post="(\d+)" data-vote="(\w+)" data-day="([^"]+)"', member.get("/votes/").text
    )
    assert first and first.groups() == (str(thread.posts[0].id), "down", "2023-07-01")


def test_a_poll_is_voted_in_and_the_vote_changed(member: Visitor) -> None:
    poll = next(poll for poll in make_world().polls if not poll.thread.locked)
    path = thread_path(poll.thread)
    options = re.findall(r'name="options" value="(\d+)"> ([^<]+)</label>', member.get(path).text)
    number = re.search(r'action="/poll/(\d+)/vote/"', member.get(path).text)
    assert number and [name for _, name in options] == list(poll.votes)
    for chosen in (0, 1):
        answer = member.post(f"/poll/{number[1]}/vote/", options=options[chosen][0])
        counts = re.findall(r'data-option="([^"]+)" data-votes="(\d+)"', answer.text)
        assert {name: int(count) for name, count in counts} == {
            name: len(voters) + (name == options[chosen][1]) for name, voters in poll.votes.items()
        }


def test_a_thread_is_subscribed_to_and_left(member: Visitor) -> None:
    thread = next(t for t in _others_with_replies() if t not in make_world().subscriptions)
    assert "Unsubscribe" in member.post(f"/subscribe/{thread.id}/").text
    assert f'data-thread="{thread.id}"' in member.get("/subscriptions/").text
    member.post(f"/unsubscribe/{thread.id}/")
    assert f'data-thread="{thread.id}"' not in member.get("/subscriptions/").text


def test_the_signature_is_changed(member: Visitor) -> None:
    answer = member.post("/profile/edit/", signature="Slow & steady.")
    assert answer.url == f"{member.url}/user/{ACCOUNT_NAME}/"
    assert "Slow &amp; steady." in answer.text
