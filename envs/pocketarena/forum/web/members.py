"""Members: the list of all, a profile, what somebody wrote and voted for. Addressed by name."""

# mypy: allow-subclassing-any, allow-untyped-decorators

from __future__ import annotations

from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.models import User
from django.db.models import QuerySet, Sum
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.views.generic import ListView
from machina.apps.forum_member.views import ForumProfileDetailView, ForumProfileUpdateView, UserPostsView
from machina.core.db.models import get_model

from envs.pocketarena.forum.votes.models import Vote
from envs.pocketarena.forum.web.listing import score_of

ForumProfile = get_model("forum_member", "ForumProfile")


class Members(ListView):
    """All members by name."""

    queryset = User.objects.select_related("forum_profile").order_by("username")
    paginate_by = 20
    template_name = "site/members.html"
    context_object_name = "members"


class Profile(ForumProfileDetailView):
    """A profile, with the score of all that the member wrote."""

    slug_field, slug_url_kwarg = "username", "username"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        given: Any = Vote.objects.filter(post__poster=self.object.user).aggregate(total=Sum("value"))
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"score": given["total"] or 0}


class MemberPosts(UserPostsView):
    """All that a member wrote, newest first."""

    @cached_property
    def poster(self) -> Any:
        return get_object_or_404(User, username=self.kwargs["username"])

    def get_queryset(self) -> QuerySet[Any]:
        return super().get_queryset().order_by("-created", "-pk").annotate(score=score_of("pk"))


class EditProfile(ForumProfileUpdateView):
    """The signature; back to the profile, where the change shows."""

    def get_success_url(self) -> str:
        return f"/user/{self.request.user.username}/"


class MyVotes(LoginRequiredMixin, ListView):
    """What the reader voted for, latest first."""

    paginate_by = 20
    template_name = "site/my_votes.html"
    context_object_name = "votes"

    def get_queryset(self) -> QuerySet[Any]:
        mine = Vote.objects.filter(voter=self.request.user).order_by("-cast", "-pk")
        return mine.select_related("post__topic__forum", "post__poster")
