"""Addresses: ours first, then Oscar's. Where both know a page, ours answers and Oscar's names it."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.contrib.staticfiles.views import serve
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from oscar.core.loading import get_class

from envs.pocketarena.web import account, listing, rest

order_list = login_required(get_class("customer.views", "OrderHistoryView").as_view())
order_detail = login_required(get_class("customer.views", "OrderDetailView").as_view())


def default_wish_list(request: HttpRequest) -> HttpResponseRedirect:
    """WebArena's address of "my wish list"."""
    first = request.user.wishlists.first()
    return HttpResponseRedirect(first.get_absolute_url() if first else "/accounts/wishlists/")


def order_view(request: HttpRequest, number: int) -> Any:
    return order_detail(request, order_number=str(number))


webarena = [
    path(
        "customer/account/login/",
        LoginView.as_view(template_name="shop/login.html", authentication_form=account.LoginForm),
        name="login",
    ),
    path("customer/account/", RedirectView.as_view(pattern_name="customer:profile-view")),
    path("customer/address/", RedirectView.as_view(pattern_name="customer:address-list")),
    path("checkout/cart/", RedirectView.as_view(pattern_name="basket:summary")),
    path("wishlist/", login_required(default_wish_list)),
    path("sales/order/history/", order_list, name="order-history"),
    path("sales/order/view/order_id/<int:number>/", login_required(order_view), name="order-view"),
    path("rest/default/V1/integration/admin/token", rest.admin_token),
    path("rest/V1/orders", rest.orders),
    path("rest/V1/products/<str:sku>/reviews", rest.reviews),
]
pages = [
    path("", listing.Home.as_view(), name="home"),
    path("search/", listing.SearchListing.as_view()),
    path("catalogue/", listing.Listing.as_view()),
    re_path(r"^catalogue/category/(?P<slug>[\w/-]+)_(?P<pk>\d+)/$", listing.CategoryListing.as_view()),
    re_path(r"^catalogue/(?P<product_slug>[\w-]*)_(?P<product_pk>\d+)/reviews/$", account.Reviews.as_view()),
    re_path(
        r"^catalogue/(?P<product_slug>[\w-]*)_(?P<product_pk>\d+)/reviews/add/$",
        login_required(account.WriteReview.as_view()),
    ),
    # one page, one address: Oscar's own addresses of these lead to WebArena's
    path("accounts/login/", RedirectView.as_view(pattern_name="login", query_string=True)),
    path("accounts/orders/", RedirectView.as_view(pattern_name="order-history", query_string=True)),
    path("accounts/orders/<int:number>/", RedirectView.as_view(pattern_name="order-view")),
    # nothing to fill in: payment is on account
    path("checkout/payment-details/", RedirectView.as_view(pattern_name="checkout:preview")),
]
urlpatterns = [
    *webarena,
    *pages,
    # without a build step for static files, and with DEBUG off
    re_path(r"^static/(?P<path>.*)$", serve, {"insecure": True}),
    path("", include(apps.get_app_config("oscar").urls[0])),
]
