"""Django settings of the shop. The database is named by an environment variable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from oscar.defaults import *  # noqa: F403 - Oscar's way of giving its defaults

from envs.pocketarena.web.clock import stop_clock

stop_clock()

DATABASE_VARIABLE = "POCKETARENA_DATABASE"
_database = Path(os.environ.get(DATABASE_VARIABLE, "unset.sqlite3"))

DEBUG = False
# the shop is only ever served on loopback, with public data
SECRET_KEY = "pocketarena"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "envs.pocketarena.web.urls"
SITE_ID = 1
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
LANGUAGES = [("en-us", "English")]
DATE_FORMAT = "M j, Y"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.flatpages",
    "oscar.config.Shop",
    "oscar.apps.analytics.apps.AnalyticsConfig",
    "oscar.apps.checkout.apps.CheckoutConfig",
    "oscar.apps.address.apps.AddressConfig",
    "oscar.apps.shipping.apps.ShippingConfig",
    "oscar.apps.catalogue.apps.CatalogueConfig",
    "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
    "oscar.apps.communication.apps.CommunicationConfig",
    "oscar.apps.partner.apps.PartnerConfig",
    "oscar.apps.basket.apps.BasketConfig",
    "oscar.apps.payment.apps.PaymentConfig",
    "oscar.apps.offer.apps.OfferConfig",
    "oscar.apps.order.apps.OrderConfig",
    "oscar.apps.customer.apps.CustomerConfig",
    "oscar.apps.search.apps.SearchConfig",
    "oscar.apps.voucher.apps.VoucherConfig",
    "oscar.apps.wishlists.apps.WishlistsConfig",
    "oscar.apps.dashboard.apps.DashboardConfig",
    "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
    "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
    "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
    "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
    "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
    "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
    "oscar.apps.dashboard.pages.apps.PagesDashboardConfig",
    "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
    "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
    "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
    "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
    "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
    "widget_tweaks",
    "haystack",
    "treebeard",
    "sorl.thumbnail",
    "django_tables2",
]


class _NoMigrations:
    """Tables straight from the models: a second instead of sixteen."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


MIGRATION_MODULES: Any = _NoMigrations()

MIDDLEWARE = [
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
]
AUTHENTICATION_BACKENDS = [
    "oscar.apps.customer.auth_backends.EmailBackend",
    "django.contrib.auth.backends.ModelBackend",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(__file__).parent / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "oscar.apps.checkout.context_processors.checkout",
                "oscar.core.context_processors.metadata",
                "envs.pocketarena.web.menu.departments",
            ]
        },
    }
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(_database),
        # a connection lives for one request, and no journal is a file: a reset may replace the
        # database between two requests and nothing of the old one comes back
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF",
            "transaction_mode": "IMMEDIATE",
        },
    }
}
# whatever the server remembers outside the database would survive a reset
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"

# cookies on 127.0.0.1 are shared by all ports: names of our own
SESSION_COOKIE_NAME = "pocketarena_shopping"
CSRF_COOKIE_NAME = "pocketarena_shopping_csrf"
OSCAR_BASKET_COOKIE_OPEN = "pocketarena_shopping_basket"
OSCAR_RECENTLY_VIEWED_COOKIE_NAME = "pocketarena_shopping_history"

# seeded passwords are public; a slow hash would only slow the log-in down
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
LOGIN_URL = "/customer/account/login/"
LOGIN_REDIRECT_URL = "/accounts/profile/"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = str(_database.parent / "media")

OSCAR_SHOP_NAME = "One Pocket Market"
OSCAR_HOMEPAGE = "/"
OSCAR_DEFAULT_CURRENCY = "USD"
OSCAR_REVIEWS_PER_PAGE = 5
OSCAR_ORDERS_PER_PAGE = 10
OSCAR_ALLOW_ANON_REVIEWS = False
OSCAR_SEND_REGISTRATION_EMAIL = False
OSCAR_SAVE_SENT_EMAILS_TO_DB = False
OSCAR_INITIAL_ORDER_STATUS = "Pending"
OSCAR_INITIAL_LINE_STATUS = "Pending"
OSCAR_ORDER_STATUS_PIPELINE: dict[str, tuple[str, ...]] = {
    "Pending": ("Processing", "Canceled"),
    "Processing": ("Complete", "Canceled"),
    "Complete": (),
    "Canceled": (),
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
