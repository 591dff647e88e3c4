"""A vote: one member, one post, up or down."""

# mypy: allow-subclassing-any

from __future__ import annotations

from django.conf import settings
from django.db import models


class Vote(models.Model):
    """At most one for a member and a post; the score of a post is the sum of its votes."""

    voter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="votes")
    post = models.ForeignKey("forum_conversation.Post", on_delete=models.CASCADE, related_name="votes")
    value = models.SmallIntegerField(choices=[(1, "up"), (-1, "down")])
    cast = models.DateTimeField()

    class Meta:
        app_label = "votes"
        constraints = (models.UniqueConstraint(fields=["voter", "post"], name="one_vote_for_a_post"),)
