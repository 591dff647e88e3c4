"""The harness's agent for SWE-bench: mini-swe-agent's DefaultAgent between our model and environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from envs.swebench.agent.model import HarnessModel
from envs.swebench.agent.record import Record
from envs.swebench.agent.templates import Templates, memory_template
from envs.swebench.config import SWEBenchConfig
from envs.swebench.environment import CommandOutput
from envs.swebench.library import Mini, mini
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import BudgetExceeded, ModelRefusal
from reasoningbank.core.protocols import LLM, Environment, Notify
from reasoningbank.core.text import clean
from reasoningbank.core.types import Outcome, Task, Trajectory

# v2 gives up after so many replies in a row without a command; v1 goes on to its step limit
V2_FORMAT_ERRORS = 3


@dataclass(frozen=True)
class MiniAgent:
    """v1 is the paper's. `config` gives limits and semantics, `settings` the length of memory."""

    llm: LLM
    config: SWEBenchConfig
    settings: AgentConfig
    templates: Templates

    def run(
        self, task: Task, environment: Environment, memory: str, rollout: int, notify: Notify
    ) -> Trajectory:
        """One rollout. Raises `InfrastructureError`, and `UserError` for a cost limit without prices."""
        library = mini()
        record = Record(environment.reset(task), notify)
        outside = HarnessEnvironment(environment, library, record)
        agent = library.agent(self._model(library, record, rollout), outside, **self._agent_keys())
        try:
            ended = agent.run(task.query, selected_memory=clean(memory, self.settings.max_memory_chars))
        except BudgetExceeded as error:
            return _trajectory(task, rollout, record, "", Outcome.BUDGET, str(error))
        except ModelRefusal as error:
            return _trajectory(task, rollout, record, "", Outcome.AGENT_ERROR, str(error))
        outcome, detail = self._outcome(ended["exit_status"], agent)
        return _trajectory(task, rollout, record, ended["submission"], outcome, detail)

    @property
    def _is_v1(self) -> bool:
        return self.config.agent == "mini_v1"

    def _model(self, library: Mini, record: Record, rollout: int) -> HarnessModel:
        return HarnessModel(
            self.llm,
            self.templates,
            library,
            record,
            rollout,
            keeps_errors=self._is_v1,
            priced=self.config.cost_limit is not None,
        )

    def _agent_keys(self) -> dict[str, Any]:
        return {
            "system_template": self.templates.system.rstrip() + "\n" + memory_template(),
            "instance_template": self.templates.instance,
            "step_limit": self.config.max_steps,
            # 0 is no limit there
            "cost_limit": self.config.cost_limit or 0,
            "wall_time_limit_seconds": self.config.wall_seconds or 0,
            "max_consecutive_format_errors": 0 if self._is_v1 else V2_FORMAT_ERRORS,
        }

    def _outcome(self, status: str, agent: Any) -> tuple[Outcome, str]:
        match status:
            case "Submitted":
                return Outcome.ANSWERED, ""
            case "LimitsExceeded" if agent.n_calls >= self.config.max_steps:
                return Outcome.STEP_LIMIT, f"{agent.n_calls} model calls"
            case "LimitsExceeded":
                return Outcome.BUDGET, f"${agent.cost:.2f} spent, ${self.config.cost_limit:.2f} allowed"
            case "TimeExceeded":
                return Outcome.BUDGET, f"more than {self.config.wall_seconds} seconds taken"
        return Outcome.AGENT_ERROR, f"{V2_FORMAT_ERRORS} replies in a row without a usable command"


class HarnessEnvironment:
    """The harness's environment in the place of mini-swe-agent's."""

    config: Any = None

    def __init__(self, inner: Environment, library: Mini, record: Record) -> None:
        self._inner, self._library, self._record = inner, library, record

    def execute(self, action: dict[str, Any], cwd: str = "") -> dict[str, Any]:
        """Runs the command. Raises mini-swe-agent's Submitted with the patch when it hands one in."""
        seen = self._inner.step(action["command"])
        assert isinstance(seen, CommandOutput)
        self._record.ran(seen.error)
        if seen.terminated:
            self._record.show(seen.text)
            extra = {"exit_status": "Submitted", "submission": seen.text}
            raise self._library.submitted({"role": "exit", "content": seen.text, "extra": extra})
        return {
            "output": seen.text,
            "returncode": seen.returncode,
            "exception_info": f"The command was stopped: {seen.stopped}" if seen.stopped else "",
            "timed_out": seen.timed_out,
        }

    def get_template_vars(self, **kwargs: Any) -> dict[str, Any]:
        return {}

    def serialize(self) -> dict[str, Any]:
        return {}


def _trajectory(
    task: Task, rollout: int, record: Record, patch: str, outcome: Outcome, detail: str
) -> Trajectory:
    last = record.shown
    return Trajectory(task.id, rollout, tuple(record.steps), last.text, last.url, patch, outcome, detail)
