"""Django settings of the forum. The database is named by an environment variable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from envs.pocketarena.web.clock import stop_clock

stop_clock()

DATABASE_VARIABLE = "POCKETARENA_DATABASE"
_database = Path(os.environ.get(DATABASE_VARIABLE, "unset.sqlite3"))

DEBUG = False
# the forum is only ever served on loopback, with public data
SECRET_KEY = "pocketarena"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "envs.pocketarena.forum.web.urls"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
LANGUAGES = [("en-us", "English")]
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "mptt",
    "machina",
    "machina.apps.forum",
    "machina.apps.forum_conversation",
    "machina.apps.forum_conversation.forum_attachments",
    "machina.apps.forum_conversation.forum_polls",
    "machina.apps.forum_tracking",
    "machina.apps.forum_member",
    "machina.apps.forum_permission",
    "envs.pocketarena.forum.votes",
]


class _NoMigrations:
    """Tables straight from the models: quicker, and nothing to be migrated ever."""

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
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
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
                "envs.pocketarena.forum.web.neighbours.neighbours",
            ],
            "builtins": ["machina.templatetags.forum_permission_tags"],
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
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    for name in ("default", "machina_attachments")
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# cookies on 127.0.0.1 are shared by all ports: names of our own
SESSION_COOKIE_NAME = "pocketarena_reddit"
CSRF_COOKIE_NAME = "pocketarena_reddit_csrf"

# seeded passwords are public; a slow hash would only slow the log-in down
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"

MACHINA_FORUM_NAME = "Pocket Forum"
# what is typed is what is shown: no markup that an evaluator would have to undo
MACHINA_MARKUP_LANGUAGE = ("django.utils.html.linebreaks", {"autoescape": True})
MACHINA_MARKUP_WIDGET = "django.forms.Textarea"
MACHINA_FORUM_TOPICS_NUMBER_PER_PAGE = 12
MACHINA_TOPIC_POSTS_NUMBER_PER_PAGE = 8
MACHINA_PROFILE_POSTS_NUMBER_PER_PAGE = 10
MACHINA_PROFILE_AVATARS_ENABLED = False
MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS = [
    "can_see_forum",
    "can_read_forum",
    "can_start_new_topics",
    "can_reply_to_topics",
    "can_edit_own_posts",
    "can_delete_own_posts",
    "can_vote_in_polls",
    "can_post_without_approval",
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
