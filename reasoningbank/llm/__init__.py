"""Backbones behind `core.protocols.LLM`: hosted, local, scripted, replayed."""

from __future__ import annotations

from typing import Any, Protocol

from reasoningbank import plugins
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import LLM, Policy
from reasoningbank.llm.config import LLMConfig


class CheckedLLM(LLM, Protocol):
    """A backbone that can say before the first call what would make every call fail."""

    def check(self) -> None:
        """Raises `UserError`. Costs nothing: no model call."""
        ...


def build_llm(config: LLMConfig, *, seed: int, policy: Policy | None = None) -> CheckedLLM:
    """The backbone of `config`. `seed` is the run's; `policy` is the benchmark's, for `scripted`.

    Around it, when they are switched on: the response cache, and outermost the recorder, so that
    a cassette is whole although some of its replies came from the cache.
    """
    llm = _backbone(config, seed, policy)
    if config.cache:
        from reasoningbank.llm.cache import CachedLLM

        llm = CachedLLM(llm, config, seed)
    if config.record:
        from reasoningbank.llm.cassette import RecordingLLM

        llm = RecordingLLM(llm, config.record, seed)
    return llm


def _backbone(config: LLMConfig, seed: int, policy: Policy | None) -> CheckedLLM:
    if config.provider == "litellm":
        from reasoningbank.llm.hosted import HostedLLM

        return HostedLLM(config)
    if config.provider == "local":
        from reasoningbank.llm.configured import ConfiguredLLM

        # by name: its module needs the `local` extra
        from reasoningbank.llm.local import LocalConfig, LocalLLM

        return ConfiguredLLM(LocalLLM(LocalConfig(**config.local), seed=seed), config)
    if config.provider == "replay":
        from reasoningbank.llm.cassette import ReplayLLM

        return ReplayLLM(config.cassette or "", seed=seed, model=config.model)
    from reasoningbank.llm.scripted import ScriptedLLM

    return ScriptedLLM(_policy(config, policy))


def _policy(config: LLMConfig, given: Policy | None) -> Policy:
    if config.policy is not None:
        found: Any = plugins.load("policies", config.policy)
        chosen: Policy = found() if isinstance(found, type) else found
        return chosen
    if given is None:
        raise UserError(
            "this benchmark has no scripted policy",
            "llm=scripted",
            "give one of your own with llm.policy=package.module:Class, or choose another llm",
        )
    return given
