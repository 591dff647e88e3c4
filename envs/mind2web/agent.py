"""The step predictor: one prediction a recorded step, by the protocol of Synapse and AWM.

No corrective turns: a reply that cannot be read is a wrong prediction, as in the published protocol.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from envs.mind2web.actions import parse, span
from envs.mind2web.config import Mind2WebConfig
from envs.mind2web.environment import Mind2WebEnvironment, Past, StepView
from envs.mind2web.wording import render
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import BudgetExceeded, ModelRefusal
from reasoningbank.core.prompts import render as render_shared
from reasoningbank.core.protocols import LLM, Environment, Notify
from reasoningbank.core.text import clean, head
from reasoningbank.core.types import Message, ModelCall, Outcome, Purpose, Step, Task, Trajectory

CHARS_PER_TOKEN = 4  # an estimate that needs no tokenizer and is the same for every backbone
TOO_LONG = "the prompt did not fit into the context"
UNREAD = "no action could be read from the reply"
GOLD = "recorded actions in place of the predictions (benchmark.trajectory=gold)"


@dataclass(frozen=True)
class Prediction:
    """What the model said about a step, and the page that it decided on."""

    page: str
    thought: str = ""
    action: str = ""  # as it is scored
    told: str = ""  # with the element in words: an id means nothing to a reader
    error: str = ""
    skipped: bool = False  # counts nothing, and the visit goes on
    spent: bool = False  # a limit of the rollout was reached: the visit ends


@dataclass(frozen=True)
class StepPredictor(ABC):
    """Predicts each step of a recorded visit. The trajectory holds the predictions, never the record.

    With `benchmark.trajectory=gold` it holds the recorded actions instead, and says so in its detail.
    """

    llm: LLM
    config: Mind2WebConfig
    settings: AgentConfig

    @abstractmethod
    def predict(self, ask: Ask, view: StepView, environment: Mind2WebEnvironment) -> Prediction:
        """The prediction for one step. Raises `BudgetExceeded`, `ModelRefusal`, `InfrastructureError`."""

    def run(
        self, task: Task, environment: Environment, memory: str, rollout: int, notify: Notify
    ) -> Trajectory:
        """One pass over the recorded steps of `task`. Raises `InfrastructureError`."""
        assert isinstance(environment, Mind2WebEnvironment)
        steps: list[Step] = []
        spent, forgetful = "", 0
        view = environment.reset(task)
        while not view.terminated and not spent:
            notify(view.index, view)
            ask = Ask(self.llm, task, memory, rollout, self.settings, self.config.context_tokens)
            said = self._said(ask, view, environment)
            steps.append(self._step(view, said, ask))
            forgetful += ask.forgetful
            if said.spent:
                spent = said.error
            else:
                view = environment.skip() if said.skipped else environment.step(said.action)
        page = steps[-1].observation if steps else ""
        told = [spent, f"the memory did not fit at {forgetful} steps" if forgetful else ""]
        if self.config.trajectory == "gold" and view.terminated:
            steps = _recorded(view.past, steps, task.family)
            told.append(GOLD)
        outcome = Outcome.BUDGET if spent else Outcome.ANSWERED
        detail = "; ".join(filter(None, told))
        return Trajectory(task.id, rollout, tuple(steps), page, task.family, "", outcome, detail)

    def _said(self, ask: Ask, view: StepView, environment: Mind2WebEnvironment) -> Prediction:
        try:
            return self.predict(ask, view, environment)
        except ModelRefusal as error:
            return Prediction(view.text, error=str(error), skipped=True)
        except BudgetExceeded as error:
            return Prediction(view.text, error=str(error) or "the budget is spent", spent=True)

    def _step(self, view: StepView, said: Prediction, ask: Ask) -> Step:
        page = head(said.page, self.settings.max_page_chars)
        return Step(view.index, page, view.url, said.thought, said.told, said.error, tuple(ask.calls))


@dataclass
class Ask:
    """The model for one step: its prompts, and every call that is made."""

    llm: LLM
    task: Task
    memory: str
    rollout: int
    settings: AgentConfig
    context_tokens: int
    calls: list[ModelCall] = field(default_factory=list)
    forgetful: bool = False  # the memory did not fit beside the visit and was left out

    def reply(self, system: str, turns: Sequence[Message]) -> str | None:
        """The model's words; None when the prompt does not fit even without the memory.

        What does not fit is left out in this order, as exemplars are in the published protocol.
        """
        for text in dict.fromkeys((self._with_memory(system), system)):
            messages: list[Message] = [{"role": "system", "content": text}, *turns]
            if estimated_tokens(messages) <= self.context_tokens:
                self.forgetful |= bool(self.memory) and text == system
                reply = self.llm.complete(messages, purpose=Purpose.ACT, sample=self.rollout)
                self.calls.append(ModelCall(Purpose.ACT, tuple(messages), reply))
                return reply.text
        return None

    def _with_memory(self, system: str) -> str:
        if not self.memory:
            return system
        memory = clean(self.memory, self.settings.max_memory_chars)
        return f"{system}\n\n{render_shared('agents', 'memory', memory=memory)}"


@dataclass(frozen=True)
class SynapsePredictor(StepPredictor):
    """The action is generated directly; past pages and recorded actions are the turns before."""

    def predict(self, ask: Ask, view: StepView, environment: Mind2WebEnvironment) -> Prediction:
        reply = ask.reply(render("system_synapse"), self._turns(ask.task.query, view))
        if reply is None:
            return Prediction(view.text, error=TOO_LONG, skipped=True)
        action = span(reply)
        return Prediction(view.text, _thought(reply), action, _told(action, view), "" if action else UNREAD)

    def _turns(self, query: str, view: StepView) -> list[Message]:
        limit = self.settings.max_page_chars
        turns: list[Message] = []
        for past in view.past:
            page = render("page", task="" if turns else query, page=head(past.page, limit), now=False)
            turns.append({"role": "user", "content": page})
            done = render("done", action=past.action, told=past.told)
            turns.append({"role": "assistant", "content": done})
        now = render("page", task="" if turns else query, page=head(view.text, limit), now=True)
        return [*turns, {"role": "user", "content": now}]


def _told(action: str, view: StepView) -> str:
    if not action:
        return ""
    element = next((e for e in view.elements if e.id == parse(action).element), None)
    return f"{action} ({element})" if element else f"{action} (no such element on the page)"


def _thought(reply: str) -> str:
    """What stands before the action, without the label that introduces it."""
    before = reply.split("`", 1)[0].strip()
    return " ".join(before.removesuffix("Action:").split()).strip(" *_")


def estimated_tokens(messages: Sequence[Message]) -> int:
    """Of a prompt, at four characters a token."""
    return sum(len(message["content"]) for message in messages) // CHARS_PER_TOKEN


def _recorded(past: Sequence[Past], made: Sequence[Step], site: str) -> list[Step]:
    """The recorded visit as a trajectory; the calls of the predictions stay booked where they were made."""
    by_index = {step.index: step for step in made}
    steps = []
    for one in past:
        blank = Step(one.index, one.page, site, "", "")
        own = by_index.get(one.index, blank)
        action = f"{one.action} ({one.told})"
        steps.append(replace(own, thought="(recorded)", action=action, error="", calls=own.calls))
    return steps
