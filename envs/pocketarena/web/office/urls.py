"""Addresses of the office, below `/admin/` as WebArena has them; named as Oscar names its dashboard's."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.generic import RedirectView

from envs.pocketarena.web.office import catalogue, orders, people, reports, reviews, vouchers


class LoginForm(AuthenticationForm):  # type: ignore[misc]
    """With the labels that WebArena's log-in looks for."""

    username = forms.CharField(label="Username")


log_in = LoginView.as_view(template_name="office/login.html", authentication_form=LoginForm)
pages = [
    path("", people.Home.as_view(), name="index"),
    path(
        "login/",
        LoginView.as_view(template_name="office/login.html", authentication_form=LoginForm),
        name="login",
    ),
    path("logout/", LogoutView.as_view(next_page="/admin/"), name="logout"),
    path("orders/", orders.OrderList.as_view(), name="order-list"),
    path("orders/<str:number>/", orders.OrderPage.as_view(), name="order-detail"),
    path(
        "orders/<str:number>/shipping-address/", orders.OrderAddress.as_view(), name="order-shipping-address"
    ),
    path("catalogue/", catalogue.ProductList.as_view(), name="catalogue-product-list"),
    path("catalogue/products/<int:pk>/", catalogue.ProductPage.as_view(), name="catalogue-product"),
    path("catalogue/stock-alerts/", catalogue.AlertList.as_view(), name="stock-alert-list"),
    path("users/", people.CustomerList.as_view(), name="users-index"),
    path("users/<int:pk>/", people.CustomerPage.as_view(), name="user-detail"),
    path("reviews/", reviews.ReviewList.as_view(), name="reviews-list"),
    path("reviews/<int:pk>/", reviews.ReviewPage.as_view(), name="reviews-update"),
    path("vouchers/", vouchers.VoucherList.as_view(), name="voucher-list"),
    path("vouchers/create/", vouchers.VoucherCreate.as_view(), name="voucher-create"),
    path("vouchers/<int:pk>/", vouchers.VoucherPage.as_view(), name="voucher-update"),
    path("vouchers/<int:pk>/delete/", vouchers.VoucherDelete.as_view(), name="voucher-delete"),
    path("reports/", reports.Reports.as_view(), name="reports-index"),
    path("reports/products/", reports.ByProduct.as_view(), name="report-products"),
    path("reports/customers/", reports.ByCustomer.as_view(), name="report-customers"),
    path("reports/months/", reports.ByMonth.as_view(), name="report-months"),
]
urlpatterns = [
    path("", RedirectView.as_view(url="/admin/")),
    path("admin/", include((pages, "dashboard"))),
]
