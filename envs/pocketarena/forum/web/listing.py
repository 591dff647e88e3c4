"""Lists of threads: of a forum, of a search, of a member; with an order and pages.

machina searches through haystack, whose simple backend takes none of machina's filters. These lists
come from the database, so that a reset of the database resets them too.
"""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.views.generic import ListView
from machina.apps.forum.views import ForumView
from machina.core.db.models import get_model

from envs.pocketarena.forum.votes.models import Vote

Post, Topic = get_model("forum_conversation", "Post"), get_model("forum_conversation", "Topic")

ACTIVE = "active"
# pinned threads stay on top of every order of their forum, as machina has it
ORDERINGS: dict[str, tuple[str, tuple[Any, ...]]] = {
    ACTIVE: ("Latest reply", ("-last_post_on", "-pk")),
    "new": ("Newest", ("-created", "-pk")),
    "replies": ("Most replies", ("-posts_count", "-pk")),
    "top": ("Highest score", ("-score", "-pk")),
}


class OrderForm(forms.Form):
    """What stands in the address of a list, in this order."""

    q = forms.CharField(required=False, widget=forms.HiddenInput)
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=[(key, label) for key, (label, _) in ORDERINGS.items()]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sort"].widget.attrs["aria-label"] = "Sort by"


def score_of(post: str) -> Any:
    """The sum of the votes on the post that a row refers to as `post`."""
    votes = Vote.objects.filter(post=OuterRef(post)).order_by().values("post")
    return Coalesce(Subquery(votes.annotate(total=Sum("value")).values("total")), 0)


def canonical_query(parameters: Any) -> str:
    """The query without blanks, defaults and strangers, in one order."""
    given = {name: parameters.get(name, "").strip() for name in ("q", "sort", "page")}
    if given["sort"] == ACTIVE:
        given["sort"] = ""
    if given["page"] == "1":
        given["page"] = ""
    return urlencode({name: value for name, value in given.items() if value})


def canonical_address(request: HttpRequest, path: str) -> str | None:
    """Where to redirect to, or None when the request came by the one address of its page."""
    query = canonical_query(request.GET)
    if (request.path, request.META["QUERY_STRING"]) == (path, query):
        return None
    return f"{path}?{query}" if query else path


class Ordered:
    """What the lists have in common. An address that is not canonical is redirected to the one that is."""

    request: HttpRequest

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if (address := canonical_address(request, self.path())) is not None:
            return HttpResponseRedirect(address)
        answer: HttpResponse = super().get(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def path(self) -> str:
        return str(self.request.path)

    def ordered(self, topics: QuerySet[Any], *first: str) -> QuerySet[Any]:
        self.form = OrderForm(self.request.GET)
        self.form.is_valid()  # an unknown order is shown as an error and orders nothing
        order = self.form.cleaned_data.get("sort") or ACTIVE
        found = topics.annotate(score=score_of("first_post"), replies=F("posts_count") - 1)
        return found.select_related("poster", "forum").order_by(*first, *ORDERINGS[order][1])


class ForumThreads(Ordered, ForumView):
    """The threads of a forum, pinned ones first."""

    def path(self) -> str:
        forum = self.get_forum()
        return f"/f/{forum.slug}-{forum.pk}/"

    def get_queryset(self) -> QuerySet[Any]:
        return self.ordered(super().get_queryset(), "-type")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # not machina's: it keeps track of what was read, and here looking at a page changes nothing
        context: dict[str, Any] = ListView.get_context_data(self, **kwargs)
        return context | {"forum": self.get_forum(), "form": self.form}


class Search(Ordered, ListView):
    """Threads whose title or opening message holds every word that was asked for."""

    paginate_by = 12
    template_name = "site/threads.html"
    context_object_name = "topics"

    def get_queryset(self) -> QuerySet[Any]:
        found = Topic.objects.all()
        for word in self.request.GET.get("q", "").replace(",", " ").split():
            found = found.filter(Q(subject__icontains=word) | Q(first_post__content__icontains=word))
        return self.ordered(found)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        heading = f"Search results for '{self.request.GET.get('q', '')}'"
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"form": self.form, "heading": heading}


class MemberThreads(Ordered, ListView):
    """The threads that a member started, in all forums."""

    paginate_by = 12
    template_name = "site/threads.html"
    context_object_name = "topics"

    def get_queryset(self) -> QuerySet[Any]:
        self.member = get_object_or_404(User, username=self.kwargs["username"])
        return self.ordered(Topic.objects.filter(poster=self.member))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        heading = f"Threads started by {self.member.username}"
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"form": self.form, "heading": heading}
