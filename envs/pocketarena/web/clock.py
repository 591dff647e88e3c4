"""The shop's clock stands still, so that no page depends on the day it is looked at."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

from django.utils import timezone as django_timezone

TODAY = datetime(2023, 7, 1, 12, 0, tzinfo=UTC)
_ticks = itertools.count()


def now() -> datetime:
    """Noon of one day; a microsecond later at each call, so that what comes later sorts later."""
    return TODAY + timedelta(microseconds=next(_ticks))


def stop_clock() -> None:
    """Must run before the models are imported: they keep a reference to the function."""
    django_timezone.now = now
