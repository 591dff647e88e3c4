"""The departments, on every page of the storefront."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from oscar.core.loading import get_model


def departments(request: HttpRequest) -> dict[str, Any]:
    """Lazily: a page without the menu costs no query."""
    return {"departments": get_model("catalogue", "Category").objects.filter(depth=1)}
