"""Django settings of the back office: the shop's, with an address and cookies of its own."""

from __future__ import annotations

from pathlib import Path

from envs.pocketarena.web.settings import *  # noqa: F403 - Django's way of varying settings
from envs.pocketarena.web.settings import MIDDLEWARE as _SHOPS
from envs.pocketarena.web.settings import TEMPLATES as _TEMPLATES

ROOT_URLCONF = "envs.pocketarena.web.office.urls"
MIDDLEWARE = [name for name in _SHOPS if "basket" not in name]
SESSION_COOKIE_NAME = "pocketarena_admin"
CSRF_COOKIE_NAME = "pocketarena_admin_csrf"
LOGIN_URL = "/admin/login/"
LOGIN_REDIRECT_URL = "/admin/"
OSCAR_DASHBOARD_ITEMS_PER_PAGE = 10

_FOLDER = Path(__file__).parents[1] / "templates"
TEMPLATES = [
    {
        **_TEMPLATES[0],
        # the office's own "page not found" before the shop's
        "DIRS": [_FOLDER / "office", _FOLDER],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
