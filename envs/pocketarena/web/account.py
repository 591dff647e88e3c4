"""Pages of Oscar with a form or an address of our own."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.db.models import QuerySet
from oscar.apps.catalogue.reviews.forms import ProductReviewForm
from oscar.apps.catalogue.reviews.views import CreateProductReview, ProductReviewList


class LoginForm(AuthenticationForm):
    """With the labels that WebArena's log-in looks for."""

    username = forms.CharField(label="Email", widget=forms.EmailInput(attrs={"autocomplete": "username"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Email"


class ReviewForm(ProductReviewForm):
    """Stars to choose by name; Oscar's own choice starts at none and counts by script."""

    score = forms.TypedChoiceField(
        label="Rating",
        coerce=int,
        choices=[("", "Choose a rating"), *((n, f"{n} star{'s' if n > 1 else ''}") for n in range(1, 6))],
    )


class WriteReview(CreateProductReview):
    form_class = ReviewForm


class Reviews(ProductReviewList):
    """Newest first, and by number where two have one date."""

    def get_queryset(self) -> QuerySet[Any]:
        return super().get_queryset().order_by("-date_created", "-pk")
