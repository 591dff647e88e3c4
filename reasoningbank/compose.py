"""From command-line overrides to the typed configuration: Hydra composes, pydantic validates."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reasoningbank.config import Config, validate
from reasoningbank.core.errors import UserError


def config_dir() -> Path:
    """The Hydra groups: `configs/` of a checkout, or their copy inside an installed package."""
    package = Path(__file__).parent
    checkout = package.parent / "configs"
    return checkout if (checkout / "config.yaml").exists() else package / "_configs"


def compose(overrides: Sequence[str]) -> Config:
    """The validated configuration for `overrides`. Raises `UserError` for any mistake in them."""
    return validate(_composed(overrides))


def _composed(overrides: Sequence[str]) -> dict[str, Any]:
    from hydra import compose as hydra_compose
    from hydra import initialize_config_dir
    from hydra.errors import HydraException
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    try:
        with initialize_config_dir(str(config_dir()), version_base="1.3"):
            composed = hydra_compose("config", overrides=list(overrides))
            container = OmegaConf.to_container(composed, resolve=True)
    except (HydraException, OmegaConfBaseException) as error:
        raise _explained(str(error), overrides) from None
    assert isinstance(container, dict)
    return {str(key): value for key, value in container.items()}


def _explained(message: str, overrides: Sequence[str]) -> UserError:
    """Hydra's complaint, with the override that caused it and the nearest right one."""
    if found := re.search(r"Could not find '([^']+)'", message):
        group, _, option = found.group(1).partition("/")
        return _no_option(group, option)
    if found := re.search(r"Could not override '([^']+)'", message):
        key = found.group(1)
        known = known_keys()
        near = difflib.get_close_matches(key, known, 1, cutoff=0.5)
        culprit = next((o for o in overrides if o.lstrip("+~").startswith(key)), key)
        if key in known:
            chosen = (
                " ".join(o for o in overrides if o.startswith(f"{key.partition('.')[0]}=")) or "the default"
            )
            return UserError(
                f"{key} is no key of {chosen}", culprit, "leave it out, or choose another option"
            )
        remedy = f"did you mean {near[0]}=…?" if near else "`rb config` prints every key"
        return UserError(f"unknown key {key}", culprit, remedy)
    if found := re.search(r"Ambiguous value for argument '([^']+)'", message):
        word = found.group(1)
        listed = word.replace("=", "=[", 1) + "]"
        return UserError(
            f"several values for {word.partition('=')[0]}",
            word,
            f"rb run -m {word} … runs each of them; a list is written '{listed}'",
        )
    if unread := [word for word in overrides if not _reads(word)]:
        return _unreadable(unread[0])
    return UserError(message.strip().splitlines()[0], " ".join(overrides), "see `rb run --help`")


def _reads(word: str) -> bool:
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    try:
        OverridesParser.create().parse_override(word)
    except HydraException:
        return False
    return True


def _unreadable(word: str) -> UserError:
    key, is_there, value = word.partition("=")
    remedy = f"a value with signs is quoted for the shell and once more: \"{key}='{value}'\""
    if word.startswith("-"):
        remedy = "keys are given as key=value, without dashes: runner.limit=3"
    elif not (is_there and key and value):
        remedy = "write key=value as one word, without spaces around the ="
    elif value[0] in "[{'\"":
        remedy = "close its bracket or quotation mark; quote the whole word for the shell"
    return UserError(f"{word} is not understood", word, remedy)


def _no_option(group: str, option: str) -> UserError:
    folder = config_dir() / group
    files = [path for path in folder.rglob("*.yaml") if path.stem != "base"]
    options = sorted(str(path.relative_to(folder))[: -len(".yaml")] for path in files)
    near = difflib.get_close_matches(option, options, 1, cutoff=0.5)
    return UserError(
        f"there is no {group}={option}" + (f"; did you mean {near[0]!r}?" if near else ""),
        f"{group} can be: {', '.join(options)}",
        f"choose one of them: {group}=…",
    )


def known_keys() -> list[str]:
    """Every dotted key of the default configuration, for suggestions."""
    from reasoningbank.runner.fingerprint import flatten

    flat = list(flatten(_composed([])))
    parents = {key.rpartition(".")[0] for key in flat}
    return [*flat, *sorted(parents - {""})]
