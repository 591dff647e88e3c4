"""The strict config, the shipped group files, and what `build_llm` makes of them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from pydantic import ValidationError

from reasoningbank.core.errors import UserError
from reasoningbank.core.types import Purpose, Reply
from reasoningbank.llm import build_llm, prices
from reasoningbank.llm.config import OPERATIONAL, LLMConfig, ThinkingConfig
from reasoningbank.llm.configured import ConfiguredLLM
from reasoningbank.llm.scripted import ScriptedLLM

from .conftest import ask

CONFIGS = Path(__file__).parents[2] / "configs"
GROUP = sorted((CONFIGS / "llm").glob("*.yaml"))
NEEDS = {"litellm": {"model": "openai/x"}, "base": {"model": "openai/x"}, "replay": {"cassette": "c"}}


def composed(name: str) -> dict[str, Any]:
    with initialize_config_dir(str(CONFIGS), version_base=None):
        tree: Any = OmegaConf.to_container(compose(overrides=[f"+llm={name}"]))
    found: dict[str, Any] = tree["llm"]
    return found


@pytest.mark.parametrize("name", [path.stem for path in GROUP])
def test_every_group_file_composes_and_lists_all_keys(name: str) -> None:
    keys = composed(name)
    config = LLMConfig(**keys | NEEDS.get(name, {}))
    assert set(keys) == set(LLMConfig.model_fields)
    assert config.provider in ("litellm", name)


@pytest.mark.parametrize("path", GROUP, ids=lambda path: path.stem)
def test_a_comment_stands_above_every_key(path: Path) -> None:
    lines = path.read_text().splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if re.match(r"\s*\w+:", line):
            assert above.lstrip().startswith("#"), line


def test_group_files_and_class_agree_on_defaults() -> None:
    shipped = LLMConfig(**composed("base") | {"model": "openai/x", "temperature": None})
    assert shipped == LLMConfig(provider="litellm", model="openai/x")


@pytest.mark.parametrize("name", ["gemini-2.5-flash", "gemini-2.5-pro", "claude-3.7-sonnet", "gpt-4.1"])
def test_the_price_of_every_paid_model_we_ship_is_known(name: str) -> None:
    config = LLMConfig(**composed(name))
    assert config.api_key_env and prices.of(config)
    assert {"as_of", "source"} <= set(prices.dated()[config.model or ""])


def test_a_cost_limit_needs_a_price() -> None:
    with pytest.raises(UserError, match="price"):
        prices.require(LLMConfig(**composed("gemma-3-12b")), "run.max_cost=5")


@pytest.mark.parametrize("key", ["api_key", "aws_secret_access_key", "Authorization"])
def test_a_secret_in_the_configuration_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(UserError) as caught:
        LLMConfig(provider="litellm", model="x/y", extra={key: "sk-planted"})
    assert "sk-planted" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"provider": "litellm"},
        {"provider": "replay"},
        {"provider": "scripted", "tempreature": 1},
        {"provider": "scripted", "thinking": {"effort": "low", "budget_tokens": 5}},
        {"provider": "scripted", "price": {"input": 1.0}},
    ],
)
def test_a_wrong_configuration_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LLMConfig(**wrong)


def test_sampling_takes_the_calls_wish_then_the_purposes_then_the_models() -> None:
    config = LLMConfig(
        provider="litellm",
        model="x/y",
        temperature=0.7,
        max_tokens=100,
        max_tokens_by_purpose={Purpose.JUDGE: 50},
        thinking=ThinkingConfig(effort="high"),
        thinking_by_purpose={Purpose.JUDGE: ThinkingConfig(budget_tokens=0)},
    )
    assert config.sampling(Purpose.ACT) == {
        "temperature": 0.7,
        "max_tokens": 100,
        "reasoning_effort": "high",
    }
    assert config.sampling(Purpose.JUDGE, 0.0) == {
        "temperature": 0.0,
        "max_tokens": 50,
        "thinking": {"type": "disabled", "budget_tokens": 0},
    }
    assert config.sampling(Purpose.JUDGE, max_tokens=7)["max_tokens"] == 7


def test_every_key_is_either_operational_or_part_of_a_replys_identity() -> None:
    config = LLMConfig(provider="scripted")
    sampled = {
        "temperature",
        "top_p",
        "max_tokens",
        "max_tokens_by_purpose",
        "thinking",
        "thinking_by_purpose",
    }
    assert set(LLMConfig.model_fields) - OPERATIONAL - set(config.identity()) - sampled == {"cassette"}


class Parrot:
    def reply(self, messages: Any, purpose: Purpose, sample: int) -> str:
        return f"{purpose}:{messages[-1]['content']}:{sample}"


def test_a_policy_of_ones_own_is_found_by_its_dotted_path() -> None:
    config = LLMConfig(provider="scripted", policy=f"{__name__}:Parrot")
    llm = build_llm(config, seed=0)
    llm.check()
    reply = llm.complete(ask("hey"), purpose=Purpose.ACT, sample=3)
    assert reply.text == "act:hey:3"
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.cost) == (3, 3, 0.0)
    assert "not a model" in llm.label


def test_scripted_without_a_policy_says_what_to_do() -> None:
    with pytest.raises(UserError, match="scripted policy"):
        build_llm(LLMConfig(provider="scripted"), seed=0)


def test_litellm_is_not_imported_before_the_first_call() -> None:
    code = (
        "import sys\n"
        "from reasoningbank.llm import build_llm\n"
        "from reasoningbank.llm.config import LLMConfig\n"
        "import reasoningbank.llm.estimate, reasoningbank.llm.ledger, reasoningbank.llm.budget\n"
        "build_llm(LLMConfig(provider='litellm', model='openai/x'), seed=0).check()\n"
        "print('litellm' in sys.modules, 'diskcache' in sys.modules, 'rich' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False"]


def test_a_backbone_with_options_of_its_own_still_gets_the_common_ones() -> None:
    asked: list[dict[str, Any]] = []

    class Own(ScriptedLLM):
        def complete(self, messages: Any, **settings: Any) -> Reply:
            asked.append(settings)
            return super().complete(messages, **settings)

    config = LLMConfig(provider="local", temperature=0.2, max_tokens_by_purpose={Purpose.JUDGE: 50})
    llm = ConfiguredLLM(Own(Parrot()), config)
    llm.complete(ask(), purpose=Purpose.ACT, sample=2)
    llm.complete(ask(), purpose=Purpose.JUDGE, temperature=0.0)
    assert asked == [
        {"purpose": Purpose.ACT, "sample": 2, "temperature": 0.2, "max_tokens": None},
        {"purpose": Purpose.JUDGE, "sample": 0, "temperature": 0.0, "max_tokens": 50},
    ]
