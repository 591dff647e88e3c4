"""What a reader of a run needs to know about how it was made. Holds no secret and no ground truth."""

from __future__ import annotations

import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from reasoningbank import __version__, plugins
from reasoningbank.build import Parts, roles
from reasoningbank.config import Config
from reasoningbank.core.prompts import hashes
from reasoningbank.runner import fingerprint
from reasoningbank.runner.frozen import bank_digest

PACKAGES = (
    "browsergym-core",
    "libwebarena",
    "playwright",
    "django-oscar",
    "litellm",
    "xllamacpp",
    "onnxruntime",
    "hydra-core",
    "numpy",
    "pydantic",
)


# where a role's own temperature stands; the agent's is its model's
SECTIONS = {"judge": "judge", "extractor": "memory", "matcher": "matcher"}


def identity(config: Config, parts: Parts) -> dict[str, Any]:
    """The parts of the fingerprint."""
    parts_of_identity = fingerprint.identity(
        config.model_dump(mode="json"), parts.benchmark.dataset_hash, hashes()
    )
    # where a frozen bank lies does not matter, what it holds does
    bank = bank_digest(config)
    return parts_of_identity | ({"runner.bank": bank} if bank else {}) | own_sources(config)


def own_sources(config: Config) -> dict[str, str]:
    """Digests of the user's own files (dotted paths): a changed method is another run."""
    paths = {"memory": config.memory.name, "benchmark": config.benchmark.name}
    return {f"source {key}": plugins.source_digest(path) for key, path in paths.items() if ":" in path}


def manifest(config: Config, parts: Parts, tasks: int, command: list[str]) -> dict[str, Any]:
    """The content of `manifest.json`."""
    parts_of_identity = identity(config, parts)
    return {
        "harness": __version__,
        "code": _revision(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command,
        "python": sys.version.split()[0],
        "host": {"system": platform.platform(), "machine": platform.machine()},
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
        "backbone": parts.label,
        "roles": {
            role: {"model": llm.name, "label": llm.label, "settings": _settings(config, role)}
            for role, llm in parts.llms.items()
        },
        "benchmark": {
            "name": parts.benchmark.name,
            "subset": parts.benchmark.subset,
            "tasks": tasks,
            "dataset": parts.benchmark.dataset_hash,
            **parts.benchmark.versions(),
        },
        "prompts": hashes(),
        "fingerprint": fingerprint.digest(parts_of_identity),
        "identity": parts_of_identity,
    }


def _settings(config: Config, role: str) -> dict[str, Any]:
    section: Any = getattr(config, SECTIONS[role]) if role in SECTIONS else None
    llm = roles(config)[role] or config.llm
    settings: dict[str, Any] = llm.model_dump(mode="json", exclude_none=True)
    if section is not None:
        settings["temperature"] = section.temperature
    return settings


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _revision() -> dict[str, Any] | None:
    """Commit and dirty flag of the checkout; None for an installed package."""
    folder = Path(__file__).parent
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        return {"commit": commit, "dirty": bool(_git(folder, "status", "--porcelain", "--", "."))}
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()
