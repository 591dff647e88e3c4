"""The seams. A new benchmark, memory method, judge, model or embedder implements one of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reasoningbank.core.config import AgentConfig

from reasoningbank.core.types import (
    Episode,
    Experience,
    Extraction,
    Message,
    Observation,
    Purpose,
    Reply,
    Retrieval,
    Score,
    Task,
    Trajectory,
    Verdict,
)


class LLM(Protocol):
    """A backbone. `name` is the configured model, `label` says plainly what it is in every output."""

    name: str
    label: str

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One reply. `sample` tells the k rollouts of a task apart; None means the configured value.

        Raises `InfrastructureError` (outage), `FatalModelError` (the run must stop) or
        `ModelRefusal` (this request only).
        """
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors, float32, shape (n, dimension). A bank is bound to `identity`."""

    identity: str
    dimension: int

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class Agent(Protocol):
    """Carries out one task in one environment: a rollout. Built anew for each rollout."""

    def run(
        self, task: Task, environment: Environment, memory: str, rollout: int, notify: Notify
    ) -> Trajectory:
        """Resets the environment and acts until an end. `memory` is the text to inject, or empty.

        Calls `notify(step, observation)` before each step. Raises `InfrastructureError` only;
        limits, refusals and unusable replies are outcomes of the trajectory.
        """
        ...


class Environment(Protocol):
    """One live world. Every call has a time limit; a failing world raises `InfrastructureError`."""

    def reset(self, task: Task) -> Observation: ...
    def step(self, action: str) -> Observation: ...
    def score(self) -> Score | None:
        """Ground truth; None when this run grades nothing. Called once, after the last step."""
        ...

    def close(self) -> None: ...


Notify = Callable[[int, Observation], None]


class Policy(Protocol):
    """A scripted backbone's brain: it answers from the messages alone, as a model would."""

    def reply(self, messages: Sequence[Message], purpose: Purpose, sample: int) -> str: ...


class Benchmark(Protocol):
    """A benchmark adapter. Ground truth stays behind `environment()`; a `Task` holds none of it."""

    name: str
    subset: str
    max_steps: int
    domain: str  # which wording judge and extraction use: "web", "code", "mind2web"
    dataset_hash: str
    instances: int | None  # how many environments it can give at once; None: as many as are asked for

    def check(self) -> None:
        """Raises `UserError` for whatever would stop a run (no browser, site down, no data)."""
        ...

    def tasks(self) -> Sequence[Task]: ...

    def environment(self, slot: int, matcher: LLM) -> Environment:
        """A fresh environment instance; instances with different slots share no state.

        `matcher` is the model for a benchmark's own fuzzy evaluator (purpose `match`).
        """
        ...

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        """The benchmark's own agent on `llm`; None for the ReAct agent, which web tasks use."""
        ...

    def action_space(self, short: bool) -> str:
        """The actions, described for the agent's prompt."""
        ...

    def parse_action(self, action: str) -> str | None:
        """None when the action is well-formed, else what is wrong with it, to tell the model."""
        ...

    def policy(self) -> Policy:
        """The scripted policy for `llm=scripted`. Raises `UserError` where there is none."""
        ...

    def versions(self) -> dict[str, Any]:
        """What the manifest should record about the world (browser, evaluator versions)."""
        ...


class Judge(Protocol):
    """Sees the task and the trajectory, including the page after the last action; never a score."""

    @property
    def name(self) -> str: ...

    def judge(self, task: Task, trajectory: Trajectory) -> Verdict: ...


@runtime_checkable
class InformedJudge(Protocol):
    """A judge that the user chose by name to be told the truth (figure 8). Calls no model."""

    @property
    def name(self) -> str: ...

    def label(self, task_id: str, rollout: int, success: bool) -> Verdict: ...


class Memory(Protocol):
    """A memory method. `consolidate` is the only mutation: in the parent, in task order.

    A method may also have `feedback(retrieval, episode)`, called right before `consolidate` for every
    episode, with what had been injected: it may keep counts, and calls no model.
    """

    name: str

    def retrieve(self, task: Task, wave: int) -> Retrieval: ...

    def extract(self, episode: Episode) -> Extraction:
        """May call a model; writes nothing; may run in a worker."""
        ...

    def consolidate(self, experiences: Sequence[Experience]) -> None: ...
    def snapshot(self) -> dict[str, Any]: ...
    def restore(self, snapshot: dict[str, Any]) -> None: ...
