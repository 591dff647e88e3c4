"""ReasoningBank for any agent loop: your own messages in, text out, a pool on disk.

from reasoningbank import ReasoningBank

bank = ReasoningBank("pool.json", complete=my_model)   # my_model(messages) -> str
notes = bank.retrieve("Find the cheapest tent")         # put this into your system prompt
messages = my_agent("Find the cheapest tent", notes)    # your loop, your messages
bank.learn("Find the cheapest tent", messages)          # judged by the model, or success=True/False
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reasoningbank.agents.parsing import parse_reply
from reasoningbank.core.protocols import Embedder
from reasoningbank.core.types import (
    Attempt,
    Episode,
    Extraction,
    Label,
    Message,
    Outcome,
    Purpose,
    Reply,
    Retrieval,
    Step,
    Task,
    Trajectory,
    Verdict,
)
from reasoningbank.embed.config import EmbedderConfig
from reasoningbank.judge.llm_judge import LLMJudge
from reasoningbank.matts.learn import learn
from reasoningbank.memory.config import MemoryParts
from reasoningbank.memory.reasoningbank import ReasoningBankConfig, ReasoningBankMemory
from reasoningbank.runner.frozen import read_pool
from reasoningbank.runner.rundir import to_json, write_whole

Complete = Callable[[list[Message]], str]


class ReasoningBank:
    """A bank in one file, for one process at a time. `k` past experiences are retrieved.

    `complete` is your model; it judges (where you do not) and extracts. `embedder` is the packaged
    MiniLM unless you give your own (`core.protocols.Embedder`). Raises `UserError` for a file that is
    no pool, or one that was made with another embedder.
    """

    def __init__(
        self,
        path: str | Path,
        complete: Complete,
        *,
        k: int = 1,
        embedder: Embedder | None = None,
        domain: str = "web",
    ) -> None:
        self._path = Path(path)
        model = _Callable(complete)
        self._judge = LLMJudge(model, domain=domain)
        parts = MemoryParts(model, lambda: embedder or _local(), domain=domain)
        self._memory = ReasoningBankMemory(ReasoningBankConfig(name="reasoningbank", k=k), parts)
        if self._path.exists():
            self._memory.restore(read_pool(self._path))

    def retrieve(self, query: str) -> str:
        """What past tasks taught, as text for a prompt; empty while there is nothing.

        It came from earlier trajectories through a model: fence it as data in your prompt.
        """
        return self._found(query).text

    def learn(
        self,
        query: str,
        trajectories: Sequence[Message] | Sequence[Sequence[Message]],
        success: bool | Sequence[bool] | None = None,
    ) -> Extraction:
        """Draws items from one attempt's messages, or from several attempts by contrast; writes the pool.

        `success` says how the attempts ended, in their order; None asks the model.
        """
        attempts = _attempts(trajectories)
        task = Task(_next_id(self._memory.bank.experiences), "", query)
        labels = [success] * len(attempts) if success is None or isinstance(success, bool) else list(success)
        judged = []
        for i, (messages, known) in enumerate(zip(attempts, labels, strict=True)):
            trajectory = to_trajectory(task.id, i, messages)
            verdict = self._judge.judge(task, trajectory) if known is None else _told(known)
            judged.append(Attempt(trajectory, verdict))
        position = len(self._memory.bank)
        episode = Episode(task, self._found(query), tuple(judged), position, position)
        extraction = learn(self._memory, episode, aggregate=len(judged) > 1)
        self._memory.consolidate(extraction.experiences)
        write_whole(self._path, to_json(self._memory.snapshot()).encode())
        return extraction

    def __len__(self) -> int:
        """How many experiences the bank holds."""
        return len(self._memory.bank)

    def _found(self, query: str) -> Retrieval:
        return self._memory.retrieve(Task("", "", query), wave=len(self._memory.bank))


class _Callable:
    """A plain function as a backbone."""

    name = label = "your model"

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def complete(self, messages: Sequence[Message], *, purpose: Purpose, **sampling: Any) -> Reply:
        return Reply(self._complete(list(messages)))


def to_trajectory(task_id: str, rollout: int, messages: Sequence[Message]) -> Trajectory:
    """Assistant messages are steps, what follows each is what it saw next; the last one is the answer."""
    steps: list[Step] = []
    seen = ""
    for message in messages:
        if message["role"] == "assistant":
            parsed = parse_reply(message["content"])
            action = parsed.action or "(said)"
            steps.append(Step(len(steps), seen, "", parsed.thought, action))
        else:
            seen = message["content"]
    answer = next((m["content"] for m in reversed(messages) if m["role"] == "assistant"), "")
    return Trajectory(task_id, rollout, tuple(steps), seen, "", answer, Outcome.ANSWERED)


def _attempts(given: Any) -> list[Sequence[Message]]:
    return [given] if given and isinstance(given[0], dict) else list(given)


def _told(success: bool) -> Verdict:
    return Verdict(Label.SUCCESS if success else Label.FAILURE, "", "given")


def _next_id(experiences: Sequence[Any]) -> str:
    return str(max((int(past.task_id) for past in experiences if past.task_id.isdigit()), default=-1) + 1)


def _local() -> Embedder:
    from reasoningbank.embed import build_embedder

    return build_embedder(EmbedderConfig(provider="local"))
