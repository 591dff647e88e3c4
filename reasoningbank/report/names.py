"""How things are called in the paper's tables, and the sizes of its subsets."""

from __future__ import annotations

import re

# published key → pattern in a model's name, and the heading of its block
BACKBONES = {
    "gemini-2.5-flash": (r"gemini-2[.-]5-flash(?!-lite)", "Gemini-2.5-flash"),
    "gemini-2.5-pro": (r"gemini-2[.-]5-pro", "Gemini-2.5-pro"),
    "claude-3.7-sonnet": (r"claude-3[.-]7-sonnet", "Claude-3.7-sonnet"),
    "gemma-3-12b": (r"gemma-3-12b", "Gemma-3-12B"),
}
METHODS = {
    "none": "No Memory",
    "synapse": "Synapse",
    "awm": "AWM",
    "reasoningbank": "ReasoningBank",
    "reasoningbank+matts": "+MaTTS",
}
WEBARENA = {"shopping": 187, "admin": 182, "gitlab": 180, "reddit": 106, "multi": 29}
SUBSETS = {
    "shopping": "Shopping",
    "admin": "Admin",
    "gitlab": "Gitlab",
    "reddit": "Reddit",
    "multi": "Multi",
    "overall": "Overall",
}
MIND2WEB = {"test_task": 252, "test_website": 177, "test_domain": 912}
SPLITS = {"test_task": "cross_task", "test_website": "cross_website", "test_domain": "cross_domain"}
SPLIT_LABELS = {"test_task": "Cross-Task", "test_website": "Cross-Website", "test_domain": "Cross-Domain"}
SWEBENCH = 500


def published_backbone(model: str) -> str | None:
    """The paper's name of a model, or None when the paper does not have it."""
    for name, (pattern, _) in BACKBONES.items():
        if re.search(pattern, model.lower()):
            return name
    return None


def backbone_label(name: str) -> str:
    """The heading of a backbone's block."""
    return BACKBONES[name][1] if name in BACKBONES else name


def method_label(name: str) -> str:
    return METHODS.get(name, name)
