"""The few REST endpoints of WebArena's shop that its official evaluators call."""

# mypy: allow-untyped-decorators

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import authenticate
from django.core import signing
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from oscar.core.loading import get_model

Order, ProductReview = get_model("order", "Order"), get_model("reviews", "ProductReview")
View = Callable[..., JsonResponse]
DEFAULT_PAGE_SIZE = 20
PERCENT_A_STAR = 20


@csrf_exempt
def admin_token(request: HttpRequest) -> JsonResponse:
    """A token, as a bare JSON string, for the name and password of an administrator."""
    try:
        given = json.loads(request.body)
        user = authenticate(request, username=given["username"], password=given["password"])
    except (ValueError, KeyError, TypeError):
        user = None
    if user is None or not user.is_staff:
        return JsonResponse({"message": "The account sign-in was incorrect."}, status=401)
    return JsonResponse(signing.dumps(user.pk), safe=False)


def administrators_only(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, **arguments: Any) -> JsonResponse:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        try:
            signing.loads(token)
        except signing.BadSignature:
            kind = ""
        if kind != "Bearer":
            return JsonResponse({"message": "The consumer isn't authorized."}, status=401)
        return view(request, **arguments)

    return guarded


@administrators_only
def orders(request: HttpRequest) -> JsonResponse:
    """Newest first when `searchCriteria` asks for DESC, as the evaluators do; else oldest first."""
    newest_first = request.GET.get("searchCriteria[sortOrders][0][direction]", "ASC").upper() == "DESC"
    found = Order.objects.order_by(*(("-date_placed", "-pk") if newest_first else ("date_placed", "pk")))
    size = int(request.GET.get("searchCriteria[pageSize]", DEFAULT_PAGE_SIZE))
    items = [
        {
            "entity_id": order.pk,
            "increment_id": order.number,
            "created_at": f"{order.date_placed:%Y-%m-%d %H:%M:%S}",
            "status": order.status.lower(),
            "grand_total": float(order.total_incl_tax),
            "customer_email": order.email,
        }
        for order in found.select_related("user")[:size]
    ]
    return JsonResponse({"items": items, "total_count": found.count()})


@administrators_only
def reviews(request: HttpRequest, sku: str) -> JsonResponse:
    """All reviews of a product, oldest first: the evaluators look at the last."""
    found = ProductReview.objects.filter(product__upc=sku).order_by("date_created", "pk")
    items = [
        {
            "id": review.pk,
            "title": review.title,
            "detail": review.body,
            "nickname": str(review.reviewer_name),
            "ratings": [
                {"rating_name": "Rating", "percent": review.score * PERCENT_A_STAR, "value": review.score}
            ],
            "created_at": f"{review.date_created:%Y-%m-%d %H:%M:%S}",
        }
        for review in found.select_related("user")
    ]
    return JsonResponse(items, safe=False)
