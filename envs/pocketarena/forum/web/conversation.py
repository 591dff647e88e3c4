"""A thread and the forms that change it: machina's views, with votes, short forms and one address each."""

# mypy: allow-subclassing-any, allow-untyped-decorators

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from machina.apps.forum_conversation.views import PostCreateView, PostUpdateView, TopicView
from machina.conf import settings as machina_settings
from machina.core.db.models import get_model

from envs.pocketarena.forum.votes.models import Vote
from envs.pocketarena.forum.web.listing import score_of

Post, Topic = get_model("forum_conversation", "Post"), get_model("forum_conversation", "Topic")
VALUES = {"up": 1, "down": -1}


def address_of(topic: Any) -> str:
    names = {"forum_slug": topic.forum.slug, "forum_pk": topic.forum.pk, "slug": topic.slug, "pk": topic.pk}
    return str(reverse("forum_conversation:topic", kwargs=names))


def address_of_post(post: Any) -> str:
    """The page of the thread that shows it. By its number: machina's `?post=` would stick to every page."""
    page = (post.position - 1) // machina_settings.TOPIC_POSTS_NUMBER_PER_PAGE + 1
    return f"{address_of(post.topic)}{f'?page={page}' if page > 1 else ''}#{post.pk}"


class Thread(TopicView):
    """The posts of a thread with their scores and the reader's own votes."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        address = address_of(self.get_topic())
        if request.path != address:
            query = request.META["QUERY_STRING"]
            return HttpResponseRedirect(f"{address}?{query}" if query else address)
        answer: HttpResponse = super().get(request, **kwargs)
        return answer

    def get_queryset(self) -> QuerySet[Any]:
        mine = Vote.objects.filter(post=OuterRef("pk"), voter=self.request.user.pk).values("value")
        posts = super().get_queryset().order_by("created", "pk")
        return posts.annotate(score=score_of("pk"), my_vote=Subquery(mine))

    def send_signal(self, *_: Any) -> None:
        """Views are not counted and reading is not tracked: looking at a page changes nothing."""


class Reply(PostCreateView):
    def get_success_url(self) -> str:
        return address_of_post(self.forum_post)


class EditPost(PostUpdateView):
    def get_success_url(self) -> str:
        return address_of_post(self.forum_post)


@require_POST
@login_required
def vote(request: HttpRequest, pk: int) -> HttpResponse:
    """Casts, changes or (when it is the same again) takes back the reader's vote on a post."""
    post = get_object_or_404(Post.objects.select_related("topic__forum"), pk=pk)
    value = VALUES.get(request.POST.get("vote", ""))
    if value is None or post.poster_id == request.user.pk:
        messages.error(request, "You can not vote on that.")
    else:
        _cast(request.user, post, value)
    return HttpResponseRedirect(address_of_post(post))


def _cast(voter: Any, post: Any, value: int) -> None:
    if Vote.objects.filter(voter=voter, post=post, value=value).delete()[0] == 0:
        changed = {"value": value, "cast": timezone.now()}
        Vote.objects.update_or_create(voter=voter, post=post, defaults=changed)


def short_address(request: HttpRequest, forum_slug: str, forum_pk: int, pk: int) -> HttpResponse:
    """As `reddit_get_post_url` of the official evaluators makes it."""
    return HttpResponseRedirect(address_of(get_object_or_404(Topic, pk=pk)))
