"""Products with their prices and stock, and the alerts of what runs low."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db.models import F, Q, QuerySet
from django.http import HttpResponse
from django.views.generic import UpdateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.lists import ANY, Filters, OfficeList, StaffOnly

Category, Product = get_model("catalogue", "Category"), get_model("catalogue", "Product")
StockAlert, StockRecord = get_model("partner", "StockAlert"), get_model("partner", "StockRecord")
ORDERINGS = {
    "catalogue": ("Catalogue order", ("pk",)),
    "price-asc": ("Price: low to high", ("price", "pk")),
    "price-desc": ("Price: high to low", ("-price", "pk")),
    "stock-asc": ("Stock: low to high", ("stock", "pk")),
    "stock-desc": ("Stock: high to low", ("-stock", "pk")),
}
STOCK = {"in": ("In stock", Q(stock__gt=0)), "out": ("Out of stock", Q(stock=0))}


def shelves() -> list[tuple[str, str]]:
    """Asked for at each request: the categories are rows."""
    found = Category.objects.filter(depth=2).order_by("name")
    return [ANY, *((str(shelf.pk), str(shelf.name)) for shelf in found)]


def named(words: str, title: str, sku: str) -> Q:
    """Products whose title holds every word, or one with that SKU."""
    all_words = Q()
    for word in words.replace(",", " ").split():
        all_words &= Q(**{f"{title}__icontains": word})
    return all_words | Q(**{f"{sku}__iexact": words.strip()})


class ProductFilters(Filters):
    defaults: ClassVar[dict[str, str]] = {"sort": "catalogue"}
    q = forms.CharField(label="Name or SKU")
    category = forms.ChoiceField(label="Category", choices=shelves)
    stock = forms.ChoiceField(
        label="Stock", choices=[ANY, *((key, label) for key, (label, _) in STOCK.items())]
    )
    sort = forms.ChoiceField(label="Sort by", choices=[(key, label) for key, (label, _) in ORDERINGS.items()])


class ProductList(OfficeList):
    template_name = "office/products.html"
    filters = ProductFilters
    heading, noun = "Products", "product"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        products = Product.objects.annotate(
            price=F("stockrecords__price"),
            stock=F("stockrecords__num_in_stock") - F("stockrecords__num_allocated"),
        )
        if "q" in wanted:
            products = products.filter(named(wanted["q"], "title", "upc"))
        if "category" in wanted:
            products = products.filter(categories=wanted["category"])
        if "stock" in wanted:
            products = products.filter(STOCK[wanted["stock"]][1])
        return products.order_by(*ORDERINGS[wanted.get("sort", "catalogue")][1])


class ProductForm(forms.ModelForm):
    """A product's title, and its stock record's numbers."""

    title = forms.CharField(label="Name")

    class Meta:
        model = StockRecord
        fields = ("price", "num_in_stock", "low_stock_threshold")
        labels: ClassVar[dict[str, str]] = {
            "price": "Price (USD)",
            "num_in_stock": "Number in stock",
            "low_stock_threshold": "Low stock threshold",
        }
        # plain text, as on the storefront: a number field is an element of many parts
        widgets: ClassVar[dict[str, Any]] = dict.fromkeys(fields, forms.TextInput)

    field_order = ("title", *Meta.fields)


class ProductPage(StaffOnly, UpdateView):
    """Saving keeps the page open and says so. A stock above its threshold closes the alert."""

    template_name = "office/product.html"
    form_class = ProductForm

    def get_object(self, queryset: QuerySet[Any] | None = None) -> Any:
        return StockRecord.objects.select_related("product").get(product_id=self.kwargs["pk"])

    def get_initial(self) -> dict[str, Any]:
        return {"title": self.object.product.title}

    def form_valid(self, form: Any) -> HttpResponse:
        Product.objects.filter(pk=self.object.product_id).update(title=form.cleaned_data["title"])
        messages.success(self.request, f"Product {form.cleaned_data['title']} was saved.")
        return super().form_valid(form)

    def get_success_url(self) -> str:
        return str(self.request.path)


class AlertFilters(Filters):
    status = forms.ChoiceField(
        label="Status", choices=[ANY, *((value, str(label)) for value, label in StockAlert.status_choices)]
    )
    q = forms.CharField(label="Product name")


class AlertList(OfficeList):
    template_name = "office/alerts.html"
    filters = AlertFilters
    heading, noun = "Stock Alerts", "alert"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        alerts = StockAlert.objects.select_related("stockrecord__product")
        if "status" in wanted:
            alerts = alerts.filter(status=wanted["status"])
        if "q" in wanted:
            product = "stockrecord__product__"
            alerts = alerts.filter(named(wanted["q"], f"{product}title", f"{product}upc"))
        return alerts.order_by("-date_created", "pk")
