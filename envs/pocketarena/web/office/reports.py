"""Sales of a period by product, by customer and by month; canceled orders count unless left out."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import TruncMonth
from django.views.generic import TemplateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.lists import Filters, OfficeList, StaffOnly, day
from envs.pocketarena.web.office.orders import of_days

Line, Order = get_model("order", "Line"), get_model("order", "Order")


class ReportFilters(Filters):
    date_from = day("From")
    date_to = day("To")
    paid_only = forms.BooleanField(label="Leave out canceled orders")


class Reports(StaffOnly, TemplateView):
    template_name = "office/reports.html"


class Report(OfficeList):
    template_name = "office/report.html"
    filters = ReportFilters
    noun = "row"
    columns: tuple[str, ...] = ()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"columns": self.columns}


def _orders(wanted: dict[str, Any]) -> QuerySet[Any]:
    orders = of_days(Order.objects.all(), wanted)
    return orders.exclude(status="Canceled") if "paid_only" in wanted else orders


class ByProduct(Report):
    heading, columns = "Sales by Product", ("Product", "Pieces", "Revenue")

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        lines = Line.objects.filter(order__in=_orders(wanted))
        summed = lines.values(name=F("title")).annotate(
            number=Sum("quantity"), revenue=Sum("line_price_incl_tax")
        )
        return summed.order_by("-number", "-revenue", "name")


class ByCustomer(Report):
    heading, columns = "Sales by Customer", ("Customer", "Orders", "Revenue")

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        summed = _orders(wanted).values(name=F("user__email"))
        totals = summed.annotate(number=Count("pk"), revenue=Sum("total_incl_tax"))
        return totals.order_by("-number", "-revenue", "name")


class ByMonth(Report):
    heading, columns = "Sales by Month", ("Month", "Orders", "Revenue")

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        summed = _orders(wanted).annotate(month=TruncMonth("date_placed")).values("month")
        totals = summed.annotate(number=Count("pk"), revenue=Sum("total_incl_tax"))
        return totals.order_by("-month")
