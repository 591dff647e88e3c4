"""PocketArena: a web shop that fits in a pocket, with tasks in WebArena's format."""

from pathlib import Path

TASKS = Path(__file__).parent / "tasks" / "shopping.json"
