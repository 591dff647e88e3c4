"""Vouchers: the list, and a form to make, change and delete them."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils import timezone
from django.views.generic import CreateView, DeleteView, UpdateView
from oscar.core.loading import get_model

from envs.pocketarena.web.office.lists import ANY, DateInput, Filters, OfficeList, StaffOnly

ConditionalOffer, Voucher = get_model("offer", "ConditionalOffer"), get_model("voucher", "Voucher")
STATES = [("active", "Active"), ("expired", "Expired"), ("future", "Not yet valid")]
ORDERINGS = {
    "name": ("Name", ("name",)),
    "start": ("Start", ("start_datetime", "name")),
    "end": ("End", ("end_datetime", "name")),
}


class VoucherFilters(Filters):
    defaults: ClassVar[dict[str, str]] = {"sort": "name"}
    q = forms.CharField(label="Name or code")
    state = forms.ChoiceField(
        label="State",
        choices=[ANY, ("active", "Active"), ("expired", "Expired"), ("future", "Not yet valid")],
    )
    sort = forms.ChoiceField(label="Sort by", choices=[(key, label) for key, (label, _) in ORDERINGS.items()])


class VoucherList(OfficeList):
    template_name = "office/vouchers.html"
    filters = VoucherFilters
    heading, noun = "Vouchers", "voucher"

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        now = timezone.now()
        states = {
            "active": Q(start_datetime__lte=now, end_datetime__gte=now),
            "expired": Q(end_datetime__lt=now),
            "future": Q(start_datetime__gt=now),
        }
        vouchers = Voucher.objects.all()
        if "q" in wanted:
            vouchers = vouchers.filter(Q(name__icontains=wanted["q"]) | Q(code__icontains=wanted["q"]))
        if "state" in wanted:
            vouchers = vouchers.filter(states[wanted["state"]])
        return vouchers.order_by(*ORDERINGS[wanted.get("sort", "name")][1])


class VoucherForm(forms.ModelForm):
    """Oscar's form with days instead of moments, and one offer."""

    start_datetime = forms.DateTimeField(label="Valid from (YYYY-MM-DD)", widget=DateInput)
    end_datetime = forms.DateTimeField(label="Valid to (YYYY-MM-DD)", widget=DateInput)
    offer = forms.ModelChoiceField(
        label="Offer", queryset=ConditionalOffer.objects.order_by("pk"), empty_label="Choose an offer"
    )

    class Meta:
        model = Voucher
        fields = ("name", "code", "usage", "start_datetime", "end_datetime")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("start_datetime", "end_datetime"):
            self.fields[name].widget.format = "%Y-%m-%d"
        self.fields["name"].help_text = self.fields["code"].help_text = ""
        self.fields["usage"].choices = [(value, value) for value, _ in Voucher.USAGE_CHOICES]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).strip().upper()

    def _save_m2m(self) -> None:
        super()._save_m2m()
        self.instance.offers.set([self.cleaned_data["offer"]])


class _Saving(StaffOnly):
    template_name = "office/voucher.html"
    form_class = VoucherForm
    success_url = reverse_lazy("dashboard:voucher-list")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, f"Voucher {form.cleaned_data['name']} was saved.")
        answer: HttpResponse = super().form_valid(form)
        return answer


class VoucherCreate(_Saving, CreateView):
    pass


class VoucherPage(_Saving, UpdateView):
    queryset = Voucher.objects.all()

    def get_initial(self) -> dict[str, Any]:
        return {"offer": self.object.offers.first()}


class VoucherDelete(StaffOnly, DeleteView):
    template_name = "office/delete.html"
    queryset = Voucher.objects.all()
    success_url = reverse_lazy("dashboard:voucher-list")
