"""Draws that depend on what they are for and on nothing else: a resume draws the same."""

from __future__ import annotations

import random


def draw(*parts: object) -> random.Random:
    """A generator seeded by `parts` (run seed, task id, purpose …); the same on every machine."""
    return random.Random("|".join(map(str, parts)))
