"""The ReAct agent for web tasks: observe, think, act, until it answers or a limit is reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reasoningbank.agents.parsing import Parsed, answer_in, is_confirmation, parse_reply
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import BudgetExceeded, ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.protocols import LLM, Benchmark, Environment, Notify
from reasoningbank.core.text import clean, head
from reasoningbank.core.types import (
    Message,
    ModelCall,
    Outcome,
    Purpose,
    Review,
    Step,
    Task,
    Trajectory,
)

MAX_ERROR_CHARS = 400


@dataclass(frozen=True)
class ReActAgent:
    """Section 3.1 and appendix B. The history holds thoughts, actions and errors, no observations.

    `settings.parse_retries` corrective turns are granted a step; an agent that still gives no usable
    action ends as `agent_error`, which is scored like any other ending. With `passes` > 1 it then
    re-examines its trajectory so many times less one, in the live environment (sequential MaTTS).
    """

    llm: LLM
    benchmark: Benchmark
    max_steps: int
    settings: AgentConfig
    short_actions: bool = False
    passes: int = 1
    early_stop: bool = False

    def run(
        self, task: Task, environment: Environment, memory: str, rollout: int, notify: Notify
    ) -> Trajectory:
        """One rollout in a freshly reset `environment`. Raises `InfrastructureError`."""
        rolled = Rollout(self, task, environment, self._system(memory), rollout, notify)
        rolled.act()
        for _ in range(self.passes - 1):
            if not rolled.can_go_on or (rolled.confirmed and self.early_stop):
                break
            rolled.review()
        return rolled.trajectory()

    def _system(self, memory: str) -> str:
        actions = self.benchmark.action_space(self.short_actions)
        text = render("agents", "system", actions=actions, can_answer="send_msg_to_user" in actions)
        if memory:
            text += "\n\n" + render("agents", "memory", memory=clean(memory, self.settings.max_memory_chars))
        return text


class Rollout:
    """The state of one rollout: what has been done, what is seen, how it ended so far."""

    def __init__(
        self,
        agent: ReActAgent,
        task: Task,
        environment: Environment,
        system: str,
        rollout: int,
        notify: Notify,
    ) -> None:
        self._agent, self._task, self._environment = agent, task, environment
        self._system, self._rollout, self._notify = system, rollout, notify
        self._seen = environment.reset(task)
        self._steps: list[Step] = []
        self._reviews: list[Review] = []
        self._response = ""
        self._outcome, self._detail = Outcome.ANSWERED, ""

    def act(self) -> None:
        """Observe, think, act, until the task ends or this pass has used its steps."""
        begun = len(self._steps)
        while self._step_allowed(begun):
            parsed, calls = self._think(self._messages(len(self._steps) - begun + 1), Purpose.ACT)
            if not calls or not self._take(parsed, calls):
                break

    def review(self) -> None:
        """One re-examination: a note, then a correction in the environment, or nothing."""
        asked = render("agents", "review", first=not self._reviews, answered=bool(self._response))
        messages = self._messages()
        messages[-1]["content"] += "\n\n" + asked
        kept = (self._outcome, self._detail)
        self._outcome, self._detail = Outcome.ANSWERED, ""
        parsed, calls = self._think(messages, Purpose.REFINE)
        if not calls:
            return
        confirmed = is_confirmation(parsed.action)
        self._reviews.append(Review(parsed.thought, confirmed, tuple(calls)))
        if confirmed or self._problem(parsed, calls[-1]):
            # what stood before still stands, also when the reply was of no use
            self._outcome, self._detail = kept
            return
        self._take(parsed, ())
        self.act()

    @property
    def can_go_on(self) -> bool:
        """Whether there is still a world to correct things in, and means to do it."""
        closed = self._seen.terminated and not self._response
        return not closed and self._outcome in (Outcome.ANSWERED, Outcome.STEP_LIMIT)

    @property
    def confirmed(self) -> bool:
        return bool(self._reviews) and self._reviews[-1].confirmed

    def trajectory(self) -> Trajectory:
        return Trajectory(
            self._task.id,
            self._rollout,
            tuple(self._steps),
            self._seen.text,
            self._seen.url,
            self._response,
            self._outcome,
            self._detail,
            tuple(self._reviews),
        )

    def _step_allowed(self, begun: int) -> bool:
        self._notify(len(self._steps), self._seen)
        if self._ended:
            self._outcome = Outcome.ANSWERED
        elif len(self._steps) - begun >= self._agent.max_steps:
            self._outcome = Outcome.STEP_LIMIT
        else:
            return True
        return False

    @property
    def _ended(self) -> bool:
        """An answer ends a pass, not the world: a later pass may act on after it."""
        answered = bool(self._steps) and answer_in(self._steps[-1].action) is not None
        return self._seen.terminated and (answered or not self._response)

    def _take(self, parsed: Parsed, calls: Sequence[ModelCall]) -> bool:
        """Does what was decided; False when the reply was of no use."""
        review = len(self._reviews)
        step = Step(
            len(self._steps),
            self._seen.text,
            self._seen.url,
            parsed.thought,
            parsed.action,
            "",
            tuple(calls),
            review,
        )
        if calls and (problem := self._problem(parsed, calls[-1])):
            self._steps.append(replace(step, error=problem))
            self._outcome, self._detail = Outcome.AGENT_ERROR, problem
            return False
        self._seen = self._environment.step(parsed.action)
        self._response = answer_in(parsed.action) or self._response
        self._steps.append(replace(step, error=clean(self._seen.error, MAX_ERROR_CHARS)))
        return True

    def _messages(self, step: int | None = None) -> list[Message]:
        turn = render(
            "agents",
            "turn",
            query=self._task.query,
            steps=self._steps,
            url=self._seen.url,
            page=head(self._seen.text, self._agent.settings.max_page_chars),
            step=step,
            max_steps=self._agent.max_steps,
        )
        return [{"role": "system", "content": self._system}, {"role": "user", "content": turn}]

    def _think(self, messages: list[Message], purpose: Purpose) -> tuple[Parsed, list[ModelCall]]:
        """The parsed reply and its calls; no calls when a limit or a refusal ended the rollout."""
        try:
            return self._asked(messages, purpose)
        except BudgetExceeded as error:
            self._outcome, self._detail = Outcome.BUDGET, str(error)
        except ModelRefusal as error:
            self._outcome, self._detail = Outcome.AGENT_ERROR, str(error)
        return Parsed("", ""), []

    def _asked(self, messages: list[Message], purpose: Purpose) -> tuple[Parsed, list[ModelCall]]:
        calls: list[ModelCall] = []
        for _ in range(self._agent.settings.parse_retries + 1):
            reply = self._agent.llm.complete(messages, purpose=purpose, sample=self._rollout)
            calls.append(ModelCall(purpose, tuple(messages), reply))
            parsed = parse_reply(reply.text)
            problem = self._problem(parsed, calls[-1])
            if problem is None or (purpose is Purpose.REFINE and is_confirmation(parsed.action)):
                break
            correction = render("agents", "correction", problem=clean(problem, MAX_ERROR_CHARS))
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text or "(empty)"},
                {"role": "user", "content": correction},
            ]
        return parsed, calls

    def _problem(self, parsed: Parsed, call: ModelCall) -> str | None:
        if not parsed.action:
            cut = call.reply.finish_reason == "length"
            return "it was cut by its token limit" if cut else "it holds no ACTION"
        return self._agent.benchmark.parse_action(parsed.action)
