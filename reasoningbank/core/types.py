"""The values that flow through the harness (DESIGN.md, "Words").

A `Score` is ground truth. It is deliberately no part of `Trajectory`, `Verdict`, `Episode` or
`Experience`: what an agent, a judge or a memory method is handed cannot reach it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12


class Message(TypedDict):
    role: Literal["system", "user", "assistant"]
    content: str


class Purpose(StrEnum):
    """Why a model was called. Usage is booked by purpose (Table 5)."""

    ACT = "act"
    JUDGE = "judge"
    EXTRACT = "extract"
    SELECT = "select"
    REFINE = "refine"
    MATCH = "match"  # the benchmark's own fuzzy matcher


class Outcome(StrEnum):
    """How a rollout ended. Only `INFRASTRUCTURE_ERROR` is left out of the metrics."""

    ANSWERED = "answered"
    STEP_LIMIT = "step_limit"
    BUDGET = "budget"
    AGENT_ERROR = "agent_error"
    INFRASTRUCTURE_ERROR = "infrastructure_error"


class Label(StrEnum):
    """What a judge says. `UNREADABLE` leaves nothing in the bank."""

    SUCCESS = "success"
    FAILURE = "failure"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Usage:
    """Tokens and dollars of one call, or of several added up. An unknown price is None, never 0."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0  # part of input_tokens
    thinking_tokens: int = 0  # part of output_tokens
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        known = self.cost is not None and other.cost is not None
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.thinking_tokens + other.thinking_tokens,
            (self.cost or 0.0) + (other.cost or 0.0) if known else None,
        )


@dataclass(frozen=True)
class Reply:
    """One answer of a model. `finish_reason` is `stop`, `length` (cut by its token limit) or another."""

    text: str
    usage: Usage = Usage()
    model: str = ""  # the version string that the provider returned
    finish_reason: str = "stop"
    retries: int = 0
    cached: bool = False  # answered from the response cache or a cassette: nothing was paid


@dataclass(frozen=True)
class ModelCall:
    """A prompt and its reply, as they stand in the per-task logs."""

    purpose: Purpose
    messages: tuple[Message, ...]
    reply: Reply


@dataclass(frozen=True)
class Task:
    """One query of a benchmark: everything about it that an agent, a judge or a memory may know."""

    id: str
    subset: str
    query: str
    family: str = ""  # intent_template_id, repository or website: the cluster of the statistics
    site: str = ""


@dataclass(frozen=True)
class Observation:
    """What an environment shows after `reset` or `step`."""

    text: str  # accessibility tree, for web tasks
    url: str = ""
    error: str = ""  # of the last action; empty when it worked
    terminated: bool = False
    screenshot: bytes | None = None  # PNG


@dataclass(frozen=True)
class Step:
    """One agent-environment cycle. `observation` is the page that the agent saw before it acted."""

    index: int
    observation: str
    url: str
    thought: str
    action: str
    error: str = ""
    calls: tuple[ModelCall, ...] = ()
    review: int = 0  # 0: the first pass; i: done in the i-th re-examination (sequential MaTTS)


@dataclass(frozen=True)
class Review:
    """One re-examination of the own trajectory (section 3.3): what it said, whether it let all stand."""

    note: str
    confirmed: bool
    calls: tuple[ModelCall, ...] = ()


@dataclass(frozen=True)
class Trajectory:
    """The record of one rollout. `final_observation` is the page after the last action."""

    task_id: str
    rollout: int
    steps: tuple[Step, ...]
    final_observation: str
    final_url: str
    response: str
    outcome: Outcome
    detail: str = ""
    reviews: tuple[Review, ...] = ()


@dataclass(frozen=True)
class Score:
    """Ground truth, from the benchmark's own evaluator. Never shown to agent, judge or memory."""

    value: float
    detail: str = ""
    metrics: Mapping[str, float] = field(default_factory=dict)  # a benchmark's further numbers, by column

    @property
    def success(self) -> bool:
        return self.value >= 1.0


@dataclass(frozen=True)
class Rescored:
    """A score by another evaluation of the same trajectory; None where that needs the live world."""

    value: float | None
    why: str


@dataclass(frozen=True)
class Verdict:
    """A judge's opinion of one trajectory, its rationale, and which judge it was."""

    label: Label
    rationale: str
    source: str
    calls: tuple[ModelCall, ...] = ()


@dataclass(frozen=True)
class MemoryItem:
    """One reasoning strategy (section 3.2): title, one-sentence description, content."""

    title: str
    description: str
    content: str


@dataclass(frozen=True)
class Experience:
    """What one past task left in the bank: later waves than its own can see it.

    `rollout` is set when each of k rollouts left an experience of its own (vanilla scaling).
    """

    task_id: str
    query: str
    labels: tuple[Label, ...]
    items: tuple[MemoryItem, ...] = ()
    text: str = ""  # a trajectory, workflows or a whole reply, for the methods that keep those
    wave: int = 0
    position: int = 0  # of the task in the stream
    subset: str = ""
    site: str = ""
    family: str = ""
    rollout: int | None = None

    @property
    def injectable(self) -> bool:
        """Whether it may take one of the k places of a retrieval."""
        return bool(self.items or self.text.strip())


@dataclass(frozen=True)
class Hit:
    """One retrieved experience and its cosine similarity to the query."""

    task_id: str
    query: str
    similarity: float


@dataclass(frozen=True)
class Retrieval:
    """The text to inject and the experiences behind it; empty text injects nothing."""

    text: str = ""
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """A trajectory with the verdict on it."""

    trajectory: Trajectory
    verdict: Verdict


@dataclass(frozen=True)
class Episode:
    """A task with its k judged rollouts: the input of extraction."""

    task: Task
    retrieval: Retrieval
    attempts: tuple[Attempt, ...]
    wave: int = 0
    position: int = 0
    scaled: bool = False  # MaTTS: one extraction over all attempts, or over the re-examinations


@dataclass(frozen=True)
class Extraction:
    """The experiences drawn from an episode, with the calls they took and what was dropped."""

    experiences: tuple[Experience, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    dropped_items: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Selection:
    """Best-of-N: the rollout that the backbone picked, and the order in which it saw them.

    `chosen` is None when its reply could not be read.
    """

    chosen: int | None
    order: tuple[int, ...]
    calls: tuple[ModelCall, ...] = ()
