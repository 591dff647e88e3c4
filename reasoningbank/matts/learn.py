"""How k rollouts are learnt from: together by self-contrast, or each for itself (vanilla scaling)."""

from __future__ import annotations

from dataclasses import replace

from reasoningbank.core.protocols import Memory
from reasoningbank.core.types import Attempt, Episode, Extraction


def learn(memory: Memory, episode: Episode, aggregate: bool) -> Extraction:
    """One extraction over all attempts, or, without aggregation, an ordinary one of each.

    Without aggregation nothing of MaTTS reaches the memory: neither the other rollouts nor the notes
    of re-examinations.
    """
    if aggregate:
        return memory.extract(replace(episode, scaled=True))
    parts = [memory.extract(_alone(episode, attempt)) for attempt in episode.attempts]
    several = len(parts) > 1
    return Extraction(
        tuple(
            replace(experience, rollout=attempt.trajectory.rollout if several else None)
            for attempt, part in zip(episode.attempts, parts, strict=True)
            for experience in part.experiences
        ),
        tuple(call for part in parts for call in part.calls),
        sum(part.dropped_items for part in parts),
        tuple(note for part in parts for note in part.notes),
    )


def _alone(episode: Episode, attempt: Attempt) -> Episode:
    steps = tuple(replace(step, review=0) for step in attempt.trajectory.steps)
    trajectory = replace(attempt.trajectory, steps=steps, reviews=())
    return replace(episode, attempts=(replace(attempt, trajectory=trajectory),), scaled=False)
