"""Moderation of reviews."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.views.generic import UpdateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.catalogue import named
from envs.pocketarena.web.office.lists import ANY, Filters, OfficeList, StaffOnly

ProductReview = get_model("reviews", "ProductReview")
# Oscar's words for its first one are "Requires moderation"
STATUSES = [("0", "Pending"), ("1", "Approved"), ("2", "Rejected")]


class ReviewFilters(Filters):
    status = forms.ChoiceField(label="Status", choices=[ANY, *STATUSES])
    rating = forms.ChoiceField(label="Rating", choices=[ANY, *((str(n), str(n)) for n in range(1, 6))])
    q = forms.CharField(label="Product name")
    keyword = forms.CharField(label="Text contains")


class ReviewList(OfficeList):
    template_name = "office/reviews.html"
    filters = ReviewFilters
    heading, noun = "Reviews", "review"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        reviews = ProductReview.objects.select_related("product", "user")
        if "status" in wanted:
            reviews = reviews.filter(status=wanted["status"])
        if "rating" in wanted:
            reviews = reviews.filter(score=wanted["rating"])
        if "q" in wanted:
            reviews = reviews.filter(named(wanted["q"], "product__title", "product__upc"))
        if "keyword" in wanted:
            word = wanted["keyword"]
            reviews = reviews.filter(Q(title__icontains=word) | Q(body__icontains=word))
        return reviews.order_by("-date_created", "-pk")


class ReviewForm(forms.ModelForm):
    status = forms.TypedChoiceField(label="Status", coerce=int, choices=STATUSES)

    class Meta:
        model = ProductReview
        fields = ("status",)


class ReviewPage(StaffOnly, UpdateView):
    """Saving a status keeps the page open and says so."""

    template_name = "office/review.html"
    form_class = ReviewForm
    queryset = ProductReview.objects.select_related("product", "user")
    context_object_name = "review"

    def form_valid(self, form: Any) -> HttpResponse:
        word = dict(STATUSES)[str(form.cleaned_data["status"])]
        messages.success(self.request, f"The review is {word.lower()}.")
        return super().form_valid(form)

    def get_success_url(self) -> str:
        return str(self.request.path)
