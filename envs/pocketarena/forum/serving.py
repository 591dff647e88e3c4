"""Serves the forum: `python -m envs.pocketarena.forum.serving --site reddit --database PATH [--port 0]`.

The shop's serving loop with one more site: a process of its own, since Django keeps its settings for good.
"""

from __future__ import annotations

from envs.pocketarena import server

SETTINGS = "envs.pocketarena.forum.web.settings"
SITE = "reddit"

if __name__ == "__main__":
    server.SETTINGS[SITE] = SETTINGS
    server.main()
