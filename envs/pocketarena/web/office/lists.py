"""What all lists of the office have in common: filters in the address, ten rows a page."""

# mypy: allow-subclassing-any

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.mixins import UserPassesTestMixin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.generic import ListView

ANY = ("", "Any")


class StaffOnly(UserPassesTestMixin):
    """Sends everybody else to the log-in."""

    request: HttpRequest

    def test_func(self) -> bool:
        return bool(self.request.user.is_staff)


class DateInput(forms.DateInput):
    """Plain text: Chromium's date field is a dozen elements in an accessibility tree."""

    input_type = "text"


class Filters(forms.Form):
    """The filters of a list; each field's label is its name for everyone who does not see the page."""

    defaults: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.required = False
            field.widget.attrs["aria-label"] = field.label

    def canonical(self) -> str:
        """The query of the address: in the form's order, without blanks, defaults and page 1."""
        given = {name: str(self.data.get(name, "")).strip() for name in (*self.fields, "page")}
        for name, field in self.fields.items():
            if isinstance(field, forms.DateField) and given[name] and (day := self.cleaned_data.get(name)):
                given[name] = day.isoformat()
        kept = {n: v for n, v in given.items() if v and v != self.defaults.get(n) and (n, v) != ("page", "1")}
        return urlencode(kept)


def day(label: str) -> forms.DateField:
    return forms.DateField(label=f"{label} (YYYY-MM-DD)", widget=DateInput)


class OfficeList(StaffOnly, ListView):
    """One list. An address that is not canonical is redirected to the one that is."""

    paginate_by = 10
    filters: type[Filters]
    heading = ""
    noun = ""  # of one row

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.form = self.filters(request.GET)
        self.form.is_valid()  # what could not be read is shown as an error and filters nothing
        query = self.form.canonical()
        if query != request.META["QUERY_STRING"]:
            return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)
        return super().get(request, *args, **kwargs)

    def found(self, wanted: dict[str, Any]) -> QuerySet[Any]:
        """The rows that the filters ask for; `wanted` holds only what was filled in."""
        raise NotImplementedError

    def get_queryset(self) -> QuerySet[Any]:
        return self.found({name: value for name, value in self.form.cleaned_data.items() if value})

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"form": self.form, "heading": self.heading, "noun": self.noun}
