"""Starting Django on the forum's database, in a process that serves or seeds nothing else."""

from __future__ import annotations

import os
from pathlib import Path


def start_django(database: Path) -> None:
    """Once per process: Django keeps its settings for good."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "envs.pocketarena.forum.web.settings"
    os.environ["POCKETARENA_FORUM_DATABASE"] = str(database)
    import django

    django.setup()
