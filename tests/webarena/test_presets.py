"""The paper's settings and the released code's, each by one word."""

from __future__ import annotations

from typing import Any

from reasoningbank.compose import compose
from reasoningbank.runner.fingerprint import flatten
from reasoningbank.runner.naming import method_name

WORDS = ("benchmark=webarena/shopping", "memory=reasoningbank")
RELEASED = {
    "benchmark.scoring": "every_step",
    "benchmark.fuzzy": "containment",
    "benchmark.annotations": "released_code",
    "benchmark.fixes": ["or_alternatives", "wishlist_limit"],
    "benchmark.action_subsets": ["chat", "bid"],
    "benchmark.multi_action": True,
    "benchmark.demo_mode": "default",
    "benchmark.viewport": [1500, 1280],
    "benchmark.slow_mo_ms": 30,
    "memory.render": "reply",
    "memory.judge_rationale": True,
    "judge.strict": True,
    "judge.states": 5,
    "agent.parse_retries": 6,
    "embedder.task_type": "RETRIEVAL_DOCUMENT",
}


def _flat(*words: str) -> dict[str, Any]:
    flat = flatten(compose([*WORDS, *words]).model_dump(mode="json"))
    return {key: value for key, value in flat.items() if not key.startswith("preset.")}


def test_the_defaults_are_the_papers() -> None:
    assert _flat("preset=paper") == _flat()
    assert _flat()["llm.temperature"] == 0.7 and _flat()["benchmark.max_steps"] == 30


def test_the_released_codes_settings_and_nothing_else() -> None:
    paper, released = _flat("preset=paper"), _flat("preset=released_code")
    changed = {key: value for key, value in released.items() if value != paper[key]}
    assert "Query: " in changed.pop("embedder.query_prefix")
    assert changed == RELEASED


def test_what_is_given_by_hand_goes_before_a_preset() -> None:
    flat = _flat("preset=released_code", "benchmark.scoring=stop", "judge.states=2", "memory.render=items")
    assert (flat["benchmark.scoring"], flat["judge.states"], flat["memory.render"]) == ("stop", 2, "items")


def test_a_preset_fits_other_benchmarks_and_methods_too() -> None:
    for word in ("memory=none", "memory=synapse", "benchmark=mind2web_sample", "judge=ground_truth"):
        compose(["preset=released_code", word])


def test_runs_of_two_presets_lie_apart() -> None:
    names = {method_name(compose([*WORDS, f"preset={name}"])) for name in ("paper", "released_code")}
    assert names == {"reasoningbank", "reasoningbank-reply-released_code"}
