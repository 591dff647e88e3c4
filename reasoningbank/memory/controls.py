"""Controls: they tell what is due to a memory's content from what is due to a longer prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from reasoningbank.core.errors import UserError
from reasoningbank.core.seeding import draw
from reasoningbank.core.types import Retrieval, Task
from reasoningbank.memory.reasoningbank import ReasoningBankMemory
from reasoningbank.memory.synapse import SynapseConfig, SynapseMemory


class RawTrajectoryConfig(SynapseConfig):
    """Keys of Synapse, with failures unless they are switched off."""

    sources: Literal["success", "success_and_failure"] = "success_and_failure"


class RawTrajectoryMemory(SynapseMemory):
    """Trajectories of successes and failures, labelled: experience without extraction."""

    name = "raw_trajectory"
    Config = RawTrajectoryConfig


class RandomMemory(ReasoningBankMemory):
    """Items of past experiences drawn at random: content without relevance. Similarity is given as 0."""

    name = "random"

    def retrieve(self, task: Task, wave: int) -> Retrieval:
        rows = self.bank.eligible(task, wave).tolist()
        drawn = draw(self.parts.seed, task.id, "random memory").sample(rows, min(self.config.k, len(rows)))
        return self.injected((self.bank.experiences[row], 0.0) for row in drawn)


class ShuffledMemory(ReasoningBankMemory):
    """A frozen bank whose queries are permuted: relevant-looking retrieval of irrelevant items."""

    name = "shuffled"

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Gives each experience the query of another one. Raises `UserError` for fewer than two."""
        super().restore(snapshot)
        past = list(self.bank.experiences)
        if len(past) < 2:
            raise UserError(
                f"the bank holds {len(past)} experiences: there is nothing to shuffle",
                "memory=shuffled needs runner.protocol=frozen and runner.bank=PATH",
                "give the pool.json of a finished run with runner.bank=PATH",
            )
        order = list(range(len(past)))
        draw(self.parts.seed, "shuffled queries").shuffle(order)
        # a cycle through the shuffled order leaves nobody with the own query
        queries = {order[i]: past[order[i - 1]].query for i in range(len(order))}
        moved = [replace(experience, query=queries[i]) for i, experience in enumerate(past)]
        super().restore({**snapshot, "schema": self.bank.snapshot()["schema"], "experiences": moved})
