"""Serves the shop or its office: `python -m envs.pocketarena.server --database PATH [--site shopping_admin]`.

Prints `READY http://127.0.0.1:PORT` and serves until its standard input ends or its parent is gone,
so that no server outlives whoever started it.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import sys
import threading
from pathlib import Path

from envs.pocketarena.web.setup import OFFICE, SHOP, start_django

HOST = "127.0.0.1"
THREADS = 4
SETTINGS = {"shopping": SHOP, "shopping_admin": OFFICE}
PARENT_CHECK_S = 1.0


def main() -> None:
    arguments = _arguments()
    parent = os.getppid()
    watch = threading.Thread(target=_end_with_parent, args=(parent, arguments.owned_folder), daemon=True)
    watch.start()
    start_django(arguments.database, SETTINGS[arguments.site])
    import waitress
    from django.core.wsgi import get_wsgi_application

    server = waitress.create_server(get_wsgi_application(), host=HOST, port=arguments.port, threads=THREADS)
    sys.stdout.write(f"READY http://{HOST}:{server.effective_port}\n")
    sys.stdout.flush()
    server.run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", type=Path, required=True, help="as seeded_database() makes it")
    parser.add_argument("--site", choices=SETTINGS, default="shopping")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--owned-folder", type=Path, help="removed when the server ends")
    return parser.parse_args()


def _end_with_parent(parent: int, owned_folder: Path | None) -> None:
    """Two signs: the end of standard input, and another parent (where something else holds the pipe)."""
    while os.getppid() == parent:
        readable, _, _ = select.select([sys.stdin], [], [], PARENT_CHECK_S)
        if readable and not os.read(sys.stdin.fileno(), 1024):
            break
    if owned_folder is not None:
        shutil.rmtree(owned_folder, ignore_errors=True)
    os._exit(0)  # not sys.exit: the main thread sits in its loop


if __name__ == "__main__":
    main()
