"""Orders: the list, and Oscar's own page of one order with its status, notes and address."""

# mypy: allow-subclassing-any

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.db.models import Q, QuerySet
from oscar.apps.dashboard.orders.views import OrderDetailView, ShippingAddressUpdateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.lists import ANY, Filters, OfficeList, StaffOnly, day

Order = get_model("order", "Order")
ORDERINGS = {
    "newest": ("Newest first", ("-date_placed", "-pk")),
    "oldest": ("Oldest first", ("date_placed", "pk")),
    "total-desc": ("Highest total first", ("-total_incl_tax", "pk")),
    "total-asc": ("Lowest total first", ("total_incl_tax", "pk")),
}


def customers_named(words: str, prefix: str = "") -> Q:
    """Whose name or e-mail holds every word."""
    found = Q()
    for word in words.split():
        names = (f"{prefix}{field}__icontains" for field in ("first_name", "last_name", "email"))
        somewhere = Q()
        for name in names:
            somewhere |= Q(**{name: word})
        found &= somewhere
    return found


class OrderFilters(Filters):
    defaults: ClassVar[dict[str, str]] = {"sort": "newest"}
    number = forms.CharField(label="Order number")
    customer = forms.CharField(label="Customer")
    status = forms.ChoiceField(label="Status", choices=[ANY, *((s, s) for s in Order.all_statuses())])
    date_from = day("From")
    date_to = day("To")
    sort = forms.ChoiceField(label="Sort by", choices=[(key, label) for key, (label, _) in ORDERINGS.items()])


class OrderList(OfficeList):
    template_name = "office/orders.html"
    filters = OrderFilters
    heading, noun = "Orders", "order"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        orders = Order.objects.select_related("user")
        if "number" in wanted:
            orders = orders.filter(number__startswith=wanted["number"])
        if "customer" in wanted:
            orders = orders.filter(customers_named(wanted["customer"], "user__"))
        if "status" in wanted:
            orders = orders.filter(status=wanted["status"])
        return of_days(orders, wanted).order_by(*ORDERINGS[wanted.get("sort", "newest")][1])


def of_days(rows: QuerySet[Any], wanted: dict[str, Any], field: str = "date_placed") -> QuerySet[Any]:
    """Both days included."""
    if "date_from" in wanted:
        rows = rows.filter(**{f"{field}__gte": wanted["date_from"]})
    if "date_to" in wanted:
        rows = rows.filter(**{f"{field}__lt": wanted["date_to"] + timedelta(days=1)})
    return rows


class OrderPage(StaffOnly, OrderDetailView):
    template_name = "office/order.html"


class OrderAddress(StaffOnly, ShippingAddressUpdateView):
    template_name = "office/address.html"
