"""The ReAct agent for web tasks: observe, think, act, until it answers or a limit is reached."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reasoningbank.agents.parsing import Parsed, answer_in, parse_reply
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import BudgetExceeded, ModelRefusal
from reasoningbank.core.prompts import render
from reasoningbank.core.protocols import LLM, Benchmark, Environment, Notify
from reasoningbank.core.text import clean, head
from reasoningbank.core.types import (
    Message,
    ModelCall,
    Observation,
    Outcome,
    Purpose,
    Step,
    Task,
    Trajectory,
)

MAX_ERROR_CHARS = 400


@dataclass(frozen=True)
class ReActAgent:
    """Section 3.1 and appendix B. The history holds thoughts, actions and errors, no observations.

    `settings.parse_retries` corrective turns are granted a step; an agent that still gives no usable action
    ends as `agent_error`, which is scored like any other ending.
    """

    llm: LLM
    benchmark: Benchmark
    max_steps: int
    settings: AgentConfig
    short_actions: bool = False

    def run(
        self, task: Task, environment: Environment, memory: str, rollout: int, notify: Notify
    ) -> Trajectory:
        """One rollout in a freshly reset `environment`. Raises `InfrastructureError`."""
        system = self._system(memory)
        observation = environment.reset(task)
        steps: list[Step] = []
        response = ""

        def ended(steps: list[Step], last: Observation, outcome: Outcome, detail: str = "") -> Trajectory:
            return Trajectory(task.id, rollout, tuple(steps), last.text, last.url, response, outcome, detail)

        while True:
            notify(len(steps), observation)
            if observation.terminated:
                return ended(steps, observation, Outcome.ANSWERED)
            if len(steps) >= self.max_steps:
                return ended(steps, observation, Outcome.STEP_LIMIT)
            messages = self._messages(system, task, steps, observation)
            step = Step(len(steps), observation.text, observation.url, "", "")
            try:
                parsed, calls = self._think(messages, rollout)
            except BudgetExceeded as error:
                return ended(steps, observation, Outcome.BUDGET, str(error))
            except ModelRefusal as error:
                return ended(steps, observation, Outcome.AGENT_ERROR, str(error))
            step = replace(step, thought=parsed.thought, action=parsed.action, calls=tuple(calls))
            if problem := self._problem(parsed, calls[-1]):
                step = replace(step, error=problem)
                return ended([*steps, step], observation, Outcome.AGENT_ERROR, problem)
            observation = environment.step(parsed.action)
            response = answer_in(parsed.action) or response
            steps.append(replace(step, error=clean(observation.error, MAX_ERROR_CHARS)))

    def _system(self, memory: str) -> str:
        actions = self.benchmark.action_space(self.short_actions)
        text = render("agents", "system", actions=actions, can_answer="send_msg_to_user" in actions)
        if memory:
            text += "\n\n" + render("agents", "memory", memory=clean(memory, self.settings.max_memory_chars))
        return text

    def _messages(
        self, system: str, task: Task, steps: list[Step], observation: Observation
    ) -> list[Message]:
        turn = render(
            "agents",
            "turn",
            query=task.query,
            steps=steps,
            url=observation.url,
            page=head(observation.text, self.settings.max_page_chars),
            max_steps=self.max_steps,
        )
        return [{"role": "system", "content": system}, {"role": "user", "content": turn}]

    def _think(self, messages: list[Message], rollout: int) -> tuple[Parsed, list[ModelCall]]:
        calls: list[ModelCall] = []
        for _ in range(self.settings.parse_retries + 1):
            reply = self.llm.complete(messages, purpose=Purpose.ACT, sample=rollout)
            calls.append(ModelCall(Purpose.ACT, tuple(messages), reply))
            parsed = parse_reply(reply.text)
            problem = self._problem(parsed, calls[-1])
            if problem is None:
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
        return self.benchmark.parse_action(parsed.action)
