"""The LLM judge (section 3.2, figure 10): a label from the trajectory alone, no reference answer."""

from __future__ import annotations

from dataclasses import dataclass

from reasoningbank.core.errors import ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.protocols import LLM
from reasoningbank.core.text import head
from reasoningbank.core.types import (
    Label,
    Message,
    ModelCall,
    Outcome,
    Purpose,
    Task,
    Trajectory,
    Verdict,
)
from reasoningbank.judge.parsing import parse_verdict

ENDINGS = {
    Outcome.STEP_LIMIT: "it had used all its steps",
    Outcome.BUDGET: "it had used up its budget",
    Outcome.AGENT_ERROR: "it gave no usable action",
}


@dataclass(frozen=True)
class LLMJudge:
    """One corrective retry, then the verdict is `unreadable` and nothing is banked.

    `states` page states are shown, the one after the last action always among them.
    """

    llm: LLM
    temperature: float | None = 0.0
    strict: bool = False
    states: int = 1
    max_page_chars: int = 40_000
    domain: str = "web"
    name: str = "llm"

    def judge(self, task: Task, trajectory: Trajectory) -> Verdict:
        """The verdict on one trajectory. Raises `InfrastructureError` when the model is out."""
        messages: list[Message] = [
            {"role": "system", "content": render("judge", "system", strict=self.strict, domain=self.domain)},
            {"role": "user", "content": self._evidence(task, trajectory)},
        ]
        calls: list[ModelCall] = []
        label, rationale = Label.UNREADABLE, ""
        for _ in range(2):
            try:
                reply = self.llm.complete(
                    messages,
                    purpose=Purpose.JUDGE,
                    sample=trajectory.rollout,
                    temperature=self.temperature,
                )
            except ModelRefusal as error:
                return Verdict(Label.UNREADABLE, str(error), self.name, tuple(calls))
            calls.append(ModelCall(Purpose.JUDGE, tuple(messages), reply))
            label, rationale = parse_verdict(reply.text)
            if label is not Label.UNREADABLE:
                break
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text or "(empty)"},
                {"role": "user", "content": render("judge", "correction")},
            ]
        return Verdict(label, rationale, self.name, tuple(calls))

    def _evidence(self, task: Task, trajectory: Trajectory) -> str:
        seen = [(step.url, step.observation) for step in trajectory.steps]
        seen.append((trajectory.final_url, trajectory.final_observation))
        pages = [
            {"url": url, "text": head(text, self.max_page_chars)}
            for url, text in seen[-max(self.states, 1) :]
        ]
        return render(
            "judge",
            "user",
            query=task.query,
            steps=trajectory.steps,
            pages=pages,
            response=trajectory.response,
            ending=ENDINGS.get(trajectory.outcome, ""),
        )
