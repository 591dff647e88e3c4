"""PocketArena: small web sites that fit in a pocket, with tasks in WebArena's format."""

from pathlib import Path

TASK_FOLDER = Path(__file__).parent / "tasks"
PLAN_FOLDER = Path(__file__).parent / "plans"
TASKS = TASK_FOLDER / "shopping.json"
