"""A model for mini-swe-agent that asks the harness's: cache, ledger, limits and replay all work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jinja2 import StrictUndefined, Template

from envs.swebench.agent.record import Record
from envs.swebench.agent.templates import Templates
from envs.swebench.library import Mini
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import LLM
from reasoningbank.core.types import Message, ModelCall, Purpose, Reply


class HarnessModel:
    """`keeps_errors` is v1: a reply without a command stays in the history before its correction.

    Every `ModelCall` holds the messages that are new since the one before: the whole prompt of a step
    is the concatenation of them, and a trajectory of 250 steps stays readable.
    """

    config: Any = None

    def __init__(
        self,
        llm: LLM,
        templates: Templates,
        library: Mini,
        record: Record,
        rollout: int,
        *,
        keeps_errors: bool,
        priced: bool,
    ) -> None:
        self._llm, self._templates, self._library = llm, templates, library
        self._record, self._rollout = record, rollout
        self._keeps_errors, self._priced = keeps_errors, priced
        self._booked = 0

    def query(self, messages: list[dict[str, Any]], **kwargs: Any) -> dict[str, Any]:
        """One reply. Raises mini-swe-agent's FormatError, and whatever the harness's model raises."""
        self._record.begin()
        plain: list[Message] = [{"role": m["role"], "content": m["content"]} for m in messages]
        reply = self._llm.complete(plain, purpose=Purpose.ACT, sample=self._rollout)
        call = ModelCall(Purpose.ACT, tuple(plain[self._booked :]), reply)
        # the reply itself comes back as the next message where the agent keeps it
        self._booked = len(plain)
        return self._taken_apart(reply, call)

    def format_message(self, **kwargs: Any) -> dict[str, Any]:
        return kwargs

    def format_observation_messages(
        self, message: dict[str, Any], outputs: Sequence[dict[str, Any]], template_vars: Any = None
    ) -> list[dict[str, Any]]:
        """What the agent sees of its command, by the templates."""
        texts = [self._observation(message, output) for output in outputs]
        self._record.show("\n".join(texts))
        return [{"role": "user", "content": text} for text in texts]

    def get_template_vars(self, **kwargs: Any) -> dict[str, Any]:
        return {}

    def serialize(self) -> dict[str, Any]:
        return {}

    def _taken_apart(self, reply: Reply, call: ModelCall) -> dict[str, Any]:
        extra: dict[str, Any] = {"cost": self._cost(reply)}
        message = {"role": "assistant", "content": reply.text, "extra": extra}
        values = {"finish_reason": reply.finish_reason}
        try:
            command = self._library.parse(
                reply.text, self._templates.regex, self._templates.format_error, values
            )
        except self._library.format_error as error:
            self._record.said(_thought(reply.text), "", call, "no usable command")
            raise self._rejected(message, error) from None
        self._record.said(_thought(reply.text), command, call)
        extra["actions"] = [{"command": command}]
        return message

    def _rejected(self, message: dict[str, Any], error: Any) -> Exception:
        correction = error.messages[0]
        self._record.show(correction["content"])
        if self._keeps_errors:
            return self._library.format_error(message, correction)
        correction["extra"]["cost"] = message["extra"]["cost"]
        return self._library.format_error(correction)

    def _observation(self, message: dict[str, Any], output: dict[str, Any]) -> str:
        if output["timed_out"] and self._templates.timeout:
            action = {"action": message["extra"]["actions"][0]["command"]}
            return str(Template(self._templates.timeout).render(action=action, output=output["output"]))
        observation = Template(self._templates.observation, undefined=StrictUndefined)
        return str(observation.render(output=output))

    def _cost(self, reply: Reply) -> float:
        if reply.usage.cost is None and self._priced:
            raise UserError(
                "a call came back without a known price, so the cost limit of the agent cannot be kept",
                "benchmark.cost_limit",
                "give llm.price.input and llm.price.output, or set benchmark.cost_limit=null",
            )
        return reply.usage.cost or 0.0


def _thought(text: str) -> str:
    """What stands before the first fence."""
    before = text.partition("```")[0].strip()
    return " ".join(before.removeprefix("THOUGHT:").split())
