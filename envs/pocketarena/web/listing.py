"""Product listings: home page, categories, search; with filters, sorting and pages.

Oscar's own listings come from a search index. These come from the database, so that a reset of the
database resets them too.
"""

# mypy: allow-subclassing-any

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.views.generic import ListView, TemplateView
from oscar.core.loading import get_model

Category, Product = get_model("catalogue", "Category"), get_model("catalogue", "Product")

FEATURED = "featured"
ORDERINGS: dict[str, tuple[str, tuple[Any, ...]]] = {
    FEATURED: ("Featured", ("pk",)),
    "price-asc": ("Price: low to high", ("price", "pk")),
    "price-desc": ("Price: high to low", ("-price", "pk")),
    "rating-desc": ("Best rated", (F("rating").desc(nulls_last=True), "pk")),
}
RATINGS = [("", "Any rating"), ("4", "4 stars and up")]


class PriceInput(forms.TextInput):
    """Plain text: a number field costs the reader of an accessibility tree three attributes."""

    def __init__(self) -> None:
        super().__init__(attrs={"inputmode": "decimal"})


class FilterForm(forms.Form):
    """What stands in the address of a listing, in this order."""

    q = forms.CharField(required=False, widget=forms.HiddenInput)
    sort = forms.ChoiceField(
        label="Sort by", required=False, choices=[(key, label) for key, (label, _) in ORDERINGS.items()]
    )
    min_price = forms.DecimalField(label="Minimum price", required=False, min_value=0, widget=PriceInput)
    max_price = forms.DecimalField(label="Maximum price", required=False, min_value=0, widget=PriceInput)
    rating = forms.ChoiceField(label="Rating", required=False, choices=RATINGS)
    in_stock = forms.BooleanField(label="In stock only", required=False)
    page = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = field.label


def canonical_query(parameters: Any) -> str:
    """The query without blanks, defaults and strangers, in the form's order."""
    given = {name: parameters.get(name, "").strip() for name in FilterForm.base_fields}
    if given["sort"] == FEATURED:
        given["sort"] = ""
    if given["page"] == "1":
        given["page"] = ""
    if given["in_stock"]:
        given["in_stock"] = "1"
    for name in ("min_price", "max_price"):
        given[name] = _plain_number(given[name])
    return urlencode({name: value for name, value in given.items() if value})


def _plain_number(text: str) -> str:
    """ "$20.00" is 20: one address for one price. What is no number stays, to be complained about."""
    try:
        return f"{Decimal(text.lstrip('$')).normalize():f}"
    except InvalidOperation:
        return text


class Listing(ListView):
    """Twelve products a page. An address that is not canonical is redirected to the one that is."""

    paginate_by = 12
    template_name = "shop/listing.html"
    context_object_name = "products"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        query = canonical_query(request.GET)
        if query != request.META["QUERY_STRING"]:
            return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)
        return super().get(request, *args, **kwargs)

    def products(self) -> QuerySet[Any]:
        return Product.objects.browsable()

    def heading(self) -> str:
        return "All Products"

    def get_queryset(self) -> QuerySet[Any]:
        self.form = FilterForm(self.request.GET)
        self.form.is_valid()  # what could not be read is shown as an error and filters nothing
        wanted = self.form.cleaned_data
        found = self.products().annotate(
            price=F("stockrecords__price"),
            available=F("stockrecords__num_in_stock") - F("stockrecords__num_allocated"),
            reviews_count=Count("reviews", filter=Q(reviews__status=1), distinct=True),
        )
        if wanted.get("min_price") is not None:
            found = found.filter(price__gte=wanted["min_price"])
        if wanted.get("max_price") is not None:
            found = found.filter(price__lte=wanted["max_price"])
        if wanted.get("rating"):
            found = found.filter(rating__gte=wanted["rating"])
        if wanted.get("in_stock"):
            found = found.filter(available__gt=0)
        return found.order_by(*ORDERINGS[wanted.get("sort") or FEATURED][1])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"form": self.form, "heading": self.heading()}


class CategoryListing(Listing):
    """A department shows the products of all its categories."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.category = get_object_or_404(Category, pk=kwargs["pk"])
        address = self.category.get_absolute_url()
        if request.path != address:
            return HttpResponseRedirect(address)
        return super().get(request, *args, **kwargs)

    def products(self) -> QuerySet[Any]:
        inside = self.category.get_descendants_and_self()
        return super().products().filter(categories__in=inside)

    def heading(self) -> str:
        return str(self.category.name)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"category": self.category}


class SearchListing(Listing):
    """Products whose name or description holds every word that was asked for."""

    def products(self) -> QuerySet[Any]:
        found = super().products()
        for word in self.request.GET.get("q", "").replace(",", " ").split():
            somewhere = Q(title__icontains=word) | Q(description__icontains=word) | Q(upc__iexact=word)
            found = found.filter(somewhere)
        return found

    def heading(self) -> str:
        return f"Search results for '{self.request.GET.get('q', '')}'"


class Home(TemplateView):
    """All categories."""

    template_name = "shop/home.html"
