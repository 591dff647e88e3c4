"""Writes scripts/requirements.lock: every package with all extras, pinned by version and hash.

For the Python and system that it is run with. Install it with
`pip install --require-hashes -r scripts/requirements.lock`, then `pip install --no-deps .`.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
    asked = subprocess.run(
        [*command, "--report", "-", f"{ROOT}[all]"], capture_output=True, text=True, check=True
    )
    found = [one for one in json.loads(asked.stdout)["install"] if "archive_info" in one["download_info"]]
    lines = [f"# made by scripts/make_lock.py on {platform.system()} {platform.machine()}"]
    lines += [f"# Python {platform.python_version()}, with all extras"]
    for one in sorted(found, key=lambda one: str(one["metadata"]["name"]).lower()):
        digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
        name, version = one["metadata"]["name"], one["metadata"]["version"]
        lines.append(f"{name}=={version} --hash=sha256:{digest}")
    (ROOT / "scripts" / "requirements.lock").write_text("\n".join(lines) + "\n")
    print(f"written: {len(found)} packages")


if __name__ == "__main__":
    main()
