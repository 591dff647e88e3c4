"""The forum of PocketArena: django-machina behind WebArena's addresses and log-in."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
TASKS = _PACKAGE / "tasks" / "reddit.json"
PLANS = _PACKAGE / "plans" / "reddit.json"
MULTI_TASKS = _PACKAGE / "tasks" / "multi.json"
MULTI_PLANS = _PACKAGE / "plans" / "multi.json"
PUBLIC_URL = "http://forum.pocketarena"  # what agents are shown in place of a port
