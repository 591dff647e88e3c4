"""Addresses: WebArena's where it has them (`/f/…`, `/user/…`), under the names that machina looks up."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.urls import include, path
from machina.apps.forum.views import IndexView
from machina.apps.forum_conversation.forum_polls.views import TopicPollVoteView
from machina.apps.forum_conversation.views import PostDeleteView, TopicCreateView, TopicUpdateView
from machina.apps.forum_member.views import (
    TopicSubscribeView,
    TopicSubscriptionListView,
    TopicUnsubscribeView,
)

from envs.pocketarena.forum.web import conversation, listing, members, neighbours

THREAD = "f/<str:forum_slug>-<int:forum_pk>/<int:pk>/<str:slug>/"
INSIDE = "f/<str:forum_slug>-<int:forum_pk>/<int:topic_pk>/<str:topic_slug>/"

forum = [
    path("", IndexView.as_view(), name="index"),
    path("f/<str:slug>-<int:pk>/", listing.ForumThreads.as_view(), name="forum"),
]
conversations = [
    path(
        "f/<str:forum_slug>-<int:forum_pk>/new-thread/",
        TopicCreateView.as_view(),
        name="topic_create",
    ),
    path("f/<str:forum_slug>-<int:forum_pk>/<int:pk>/", conversation.short_address),
    path(THREAD, conversation.Thread.as_view(), name="topic"),
    path(f"{THREAD}edit/", TopicUpdateView.as_view(), name="topic_update"),
    path(f"{INSIDE}reply/", conversation.Reply.as_view(), name="post_create"),
    path(f"{INSIDE}edit/<int:pk>/", conversation.EditPost.as_view(), name="post_update"),
    path(f"{INSIDE}delete/<int:pk>/", PostDeleteView.as_view(), name="post_delete"),
    path("poll/<int:pk>/vote/", TopicPollVoteView.as_view(), name="topic_poll_vote"),
    path("vote/<int:pk>/", conversation.vote, name="vote"),
]
people = [
    path("profile/edit/", members.EditProfile.as_view(), name="profile_update"),
    path("user/<str:username>/", members.Profile.as_view(), name="profile"),
    path("user/<str:username>/posts/", members.MemberPosts.as_view(), name="user_posts"),
    path("user/<str:username>/threads/", listing.MemberThreads.as_view(), name="user_threads"),
    path("subscriptions/", TopicSubscriptionListView.as_view(), name="user_subscriptions"),
    path("subscribe/<int:pk>/", TopicSubscribeView.as_view(), name="topic_subscribe"),
    path("unsubscribe/<int:pk>/", TopicUnsubscribeView.as_view(), name="topic_unsubscribe"),
]
urlpatterns = [
    path("arena/", neighbours.enter),
    path("login/", LoginView.as_view(template_name="site/login.html"), name="login"),
    path("search/", listing.Search.as_view(), name="search"),
    path("members/", members.Members.as_view(), name="members"),
    path("votes/", members.MyVotes.as_view(), name="my_votes"),
    path("", include((forum, "forum"))),
    path("", include((conversations, "forum_conversation"))),
    path("", include((people, "forum_member"))),
]
