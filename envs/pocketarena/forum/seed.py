"""Writes the forum's world into a fresh database: `python -m envs.pocketarena.forum.seed PATH`.

Everything goes in by bulk, with its own ids and dates, so that two builds hold the same rows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from envs.pocketarena.forum.data.members import ACCOUNT_PASSWORD
from envs.pocketarena.forum.data.threads import Post, Thread
from envs.pocketarena.forum.data.world import World, make_world
from envs.pocketarena.forum.data.writer import FIRST_THREAD, LAST_POST
from envs.pocketarena.forum.serving import SETTINGS
from envs.pocketarena.web.setup import start_django

SALT = "pocketarena"
READING = ("can_see_forum", "can_read_forum")  # what a visitor who has not logged in may do
BATCH = 300


def build(database: Path) -> None:
    """Fills `database`, which must not exist yet."""
    start_django(database, SETTINGS)
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", run_syncdb=True, verbosity=0)
    world = make_world()
    with transaction.atomic():
        _members(world)
        _permissions()
        _forums(world)
        _threads(world)
        _posts(world)
        _votes(world)
        _polls(world)


def _model(app: str, name: str) -> Any:
    from machina.core.db.models import get_model

    return get_model(app, name)


def _rendered(text: str) -> str:
    from machina.models.fields import render_func

    return str(render_func(text))


def _members(world: World) -> None:
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User

    password = make_password(ACCOUNT_PASSWORD, salt=SALT)
    User.objects.bulk_create(
        # nobody but the account can log in
        User(id=m.id, username=m.name, password=password if m.id == 1 else "!", date_joined=m.joined)
        for m in world.members
    )
    posts = [post for thread in world.threads for post in thread.posts]
    _model("forum_member", "ForumProfile").objects.bulk_create(
        _model("forum_member", "ForumProfile")(
            id=m.id,
            user_id=m.id,
            signature=m.signature,
            _signature_rendered=_rendered(m.signature),
            posts_count=sum(post.author == m for post in posts),
        )
        for m in world.members
    )


def _permissions() -> None:
    permission = _model("forum_permission", "ForumPermission")
    for name in READING:
        _model("forum_permission", "UserForumPermission").objects.create(
            permission=permission.objects.get(codename=name), anonymous_user=True
        )


def _forums(world: World) -> None:
    """In the order of their ids: machina takes a forum that has one for an old one."""
    model = _model("forum", "Forum")
    category: Any = None
    for forum in world.forums:
        if category is None or category.name != forum.category:
            category = model.objects.create(name=forum.category, type=model.FORUM_CAT)
        made = model.objects.create(
            name=forum.name,
            description=forum.theme.description,
            type=model.FORUM_POST,
            parent=model.objects.get(pk=category.pk),
        )
        if made.pk != forum.id:
            raise RuntimeError(f"the forum {forum.name} got the number {made.pk}, not {forum.id}")


def _threads(world: World) -> None:
    model = _model("forum_conversation", "Topic")
    made = model.objects.bulk_create(_topic(model, thread) for thread in world.threads)
    for row, thread in zip(made, world.threads, strict=True):
        row.created = row.updated = thread.created  # set after the insert, which puts the clock's time
    model.objects.bulk_update(made, ["created", "updated"], batch_size=BATCH)
    for thread in world.subscriptions:
        model.objects.get(pk=thread.id).subscribers.add(world.members[0].id)


def _topic(model: Any, thread: Thread) -> Any:
    return model(
        id=thread.id,
        forum_id=thread.forum.id,
        poster_id=thread.author.id,
        subject=thread.title,
        slug=thread.slug,
        type=model.TOPIC_STICKY if thread.pinned else model.TOPIC_POST,
        status=model.TOPIC_LOCKED if thread.locked else model.TOPIC_UNLOCKED,
        posts_count=len(thread.posts),
        first_post_id=thread.posts[0].id,
        last_post_id=thread.posts[-1].id,
        last_post_on=thread.posts[-1].date,
    )


def _posts(world: World) -> None:
    model = _model("forum_conversation", "Post")
    pairs = [(post, thread) for thread in world.threads for post in thread.posts]
    made = model.objects.bulk_create(_post(model, post, thread) for post, thread in pairs)
    for row, (post, _) in zip(made, pairs, strict=True):
        row.created = row.updated = post.date
    model.objects.bulk_update(made, ["created", "updated"], batch_size=BATCH)
    forums = _model("forum", "Forum").objects
    for forum in forums.all():
        forum.update_trackers()
    forums.update(created=FIRST_THREAD, updated=FIRST_THREAD)


def _post(model: Any, post: Post, thread: Thread) -> Any:
    return model(
        id=post.id,
        topic_id=thread.id,
        poster_id=post.author.id,
        subject=thread.title if post == thread.posts[0] else f"Re: {thread.title}",
        content=post.text,
        _content_rendered=_rendered(post.text),
    )


def _votes(world: World) -> None:
    from envs.pocketarena.forum.votes.models import Vote

    Vote.objects.bulk_create(
        (
            Vote(post_id=vote.post.id, voter_id=vote.voter.id, value=vote.value, cast=vote.cast)
            for vote in world.votes
        ),
        batch_size=BATCH,
    )


def _polls(world: World) -> None:
    from envs.pocketarena.forum.data.sentences import POLL_QUESTION

    for poll in world.polls:
        question = POLL_QUESTION.format(item=poll.thread.item)
        made = _model("forum_polls", "TopicPoll").objects.create(
            topic_id=poll.thread.id, question=question, max_options=1, user_changes=True
        )
        vote = _model("forum_polls", "TopicPollVote")
        for text, voters in poll.votes.items():
            option = _model("forum_polls", "TopicPollOption").objects.create(poll=made, text=text)
            vote.objects.bulk_create(vote(poll_option=option, voter_id=voter.id) for voter in voters)
    # the clock's time depends on how often the libraries look at it
    _model("forum_polls", "TopicPoll").objects.update(created=LAST_POST, updated=LAST_POST)
    _model("forum_polls", "TopicPollVote").objects.update(timestamp=LAST_POST)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
