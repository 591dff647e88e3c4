"""Customers, and the log-in of those who look after them."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.views.generic import DetailView, TemplateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.lists import Filters, OfficeList, StaffOnly
from envs.pocketarena.web.office.orders import customers_named

Order = get_model("order", "Order")
SHOWN_ORDERS = 5


class Home(StaffOnly, TemplateView):
    """The latest orders, and the way to everything else."""

    template_name = "office/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        latest = Order.objects.select_related("user").order_by("-date_placed", "-pk")[:SHOWN_ORDERS]
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"orders": latest}


class CustomerFilters(Filters):
    q = forms.CharField(label="Name or email")


class CustomerList(OfficeList):
    template_name = "office/customers.html"
    filters = CustomerFilters
    heading, noun = "Customers", "customer"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        customers = User.objects.filter(is_staff=False).annotate(number=Count("orders"))
        return customers.filter(customers_named(wanted.get("q", ""))).order_by(
            "last_name", "first_name", "pk"
        )


class CustomerPage(StaffOnly, DetailView):
    template_name = "office/customer.html"
    queryset = User.objects.filter(is_staff=False)
    context_object_name = "customer"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        orders = self.object.orders.order_by("-date_placed", "-pk")
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"orders": orders[:SHOWN_ORDERS], "number_of_orders": orders.count()}
