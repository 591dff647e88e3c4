"""Starting Django on a database file, in a process that serves or seeds nothing else."""

from __future__ import annotations

import os
from pathlib import Path

SHOP = "envs.pocketarena.web.settings"
OFFICE = "envs.pocketarena.web.office.settings"


def start_django(database: Path, settings: str = SHOP) -> None:
    """Once per process: Django keeps its settings for good."""
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    os.environ["POCKETARENA_DATABASE"] = str(database)
    import django

    django.setup()
