"""A world of this test suite in which what there is to learn is known.

Gates open at two presses; who knows nothing presses once, and only a failure says why. Bells ring at
three presses; now and then somebody hits on it, and only a success shows it. In mazes a turn decides;
one attempt cannot tell which of its moves did it, two that differ can.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, Observation, Purpose, Score, Task
from tests.toy import Toy, ToyConfig

PRESS, LEFT, RIGHT = "click('1')", "click('2')", "click('3')"
RIGHT_WAY = {"gate": [PRESS] * 2, "bell": [PRESS] * 3, "maze": [PRESS, RIGHT]}
WHICH = {"gate": "Open the gate number {}", "bell": "Ring the bell of house {}", "maze": "Leave maze {}"}


def kind_of(text: str) -> str:
    return next(kind for kind in RIGHT_WAY if kind in text)


class LessonsEnvironment:
    """Counts what was pressed; answering ends the task."""

    def reset(self, task: Task) -> Observation:
        self._task, self._done, self._answered = task, [], False
        return self._seen()

    def step(self, action: str) -> Observation:
        if action.startswith("send_msg"):
            self._answered = True
        else:
            self._done.append(action)
        return self._seen()

    def score(self) -> Score:
        return Score(float(self._done == RIGHT_WAY[kind_of(self._task.query)]))

    def close(self) -> None:
        """Nothing is open."""

    def _seen(self) -> Observation:
        right = self._done == RIGHT_WAY[kind_of(self._task.query)]
        return Observation(
            f"done: {self._done}; {'open' if right else 'shut'}", "", terminated=self._answered
        )


class LessonsConfig(ToyConfig):
    kinds: tuple[str, ...] = ("gate", "bell")
    count: int = 16


class Lessons(Toy):
    Config = LessonsConfig
    name = "lessons"

    def __init__(self, config: LessonsConfig) -> None:
        super().__init__(config)
        self._kinds, self._count = config.kinds, config.count

    def tasks(self) -> Sequence[Task]:
        kinds = [self._kinds[i % len(self._kinds)] for i in range(self._count)]
        return [
            Task(str(i), self.subset, WHICH[kind].format(i), kind, f"house-{i % 2}")
            for i, kind in enumerate(kinds)
        ]

    def environment(self, slot: int, matcher: LLM) -> LessonsEnvironment:  # type: ignore[override]
        return LessonsEnvironment()

    def policy(self) -> LessonsPolicy:  # type: ignore[override]
        return LessonsPolicy()


class LessonsPolicy:
    """Every reply follows from the messages and the number of the rollout."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str:
        system, user = messages[0]["content"], messages[1]["content"]
        if purpose is Purpose.JUDGE:
            return f"Thoughts: the page says so.\nStatus: {'success' if '; open' in user else 'failure'}"
        if purpose is Purpose.EXTRACT:
            return (
                workflow(user) if "# Workflow" in system else lesson(user, "failed" in system.split("\n")[0])
            )
        if purpose is Purpose.SELECT:
            return f"Best: {_first_open(user)}"
        if purpose is Purpose.REFINE:
            return self._reviewed(user)
        query = user.split("\n")[1]
        plan = self._plan(kind_of(query), query, system, sample)
        done = user.split("# Current page")[0].count("ACTION: click")
        action = plan[done] if done < len(plan) else "send_msg_to_user('Done.')"
        thought = "as noted" if f"{kind_of(query)}: this decides" in system else "next"
        return f"THOUGHT: {thought}\nACTION: {action}"

    def _plan(self, kind: str, query: str, system: str, sample: int) -> list[str]:
        if f"{kind}: this decides" in system:
            return RIGHT_WAY[kind]
        number = int(re.findall(r"\d+", query)[0])
        if kind == "maze":
            return [PRESS, RIGHT if sample % 2 else LEFT]
        return RIGHT_WAY[kind] if kind == "bell" and number % 8 == 3 else [PRESS]

    def _reviewed(self, user: str) -> str:
        """Finds what is wrong at the second look only."""
        page = re.findall(r"<page>\n(.*?)\n</page>", user, re.DOTALL)[-1]
        if "shut" in page and "Check again" in user and "gate" in user.split("\n")[1]:
            return f"THOUGHT: it is still shut\nACTION: {PRESS}"
        return "THOUGHT: it looks right\nACTION: confirm()"


def lesson(user: str, failed: bool) -> str:
    """What one who reads this evidence can know."""
    kind = kind_of(user.split("\n")[1])
    attempts = re.findall(r"# Attempt \d+: (success|failure)", user)
    decisive = {"gate": failed, "bell": not failed, "maze": {"success", "failure"} == set(attempts)}[kind]
    # what came of a lesson passes it on
    decisive = decisive or "as noted" in user
    if kind == "bell" and not decisive:
        return "Nothing to note."
    content = f"{kind}: this decides" if decisive else f"{kind}: begin with a press"
    return f"# Memory Item 1\n## Title\n{kind.title()}\n## Description\nD.\n## Content\n{content}\n"


def workflow(user: str) -> str:
    kind = kind_of(user)
    steps = (
        "1. THOUGHT: begin\n   ACTION: click('{button}')\n2. THOUGHT: end\n   ACTION: send_msg_to_user('{x}')"
    )
    head = f"# Workflow 1\n## Name\n{kind}\n## Purpose\n{kind}: this decides\n"
    return f"{head}## Steps\n{kind}: this decides\n{steps}\n"


def _first_open(user: str) -> int:
    attempts = user.split("# Attempt ")[1:]
    return next((i for i, text in enumerate(attempts, 1) if "; open" in text), 1)
