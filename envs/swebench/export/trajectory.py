"""A rollout as mini-swe-agent's `.traj.json`, which its inspector and the leaderboard read."""

from __future__ import annotations

from typing import Any

from envs.swebench.export.run import Prediction

FORMATS = {"mini_v1": "mini-swe-agent-1", "mini_v2": "mini-swe-agent-1.1"}
EXITS = {
    "answered": "Submitted",
    "step_limit": "LimitsExceeded",
    "budget": "LimitsExceeded",
    "agent_error": "RepeatedFormatError",
}


def traj(prediction: Prediction, agent: str) -> dict[str, Any]:
    """The whole conversation: each call holds the messages that were new in it."""
    steps = prediction.trajectory["steps"]
    calls = [call for step in steps for call in step["calls"]]
    messages = [message for call in calls for message in call["messages"]]
    if calls:
        messages.append({"role": "assistant", "content": calls[-1]["reply"]["text"]})
    costs = [call["reply"]["usage"]["cost"] for call in calls]
    status = EXITS.get(prediction.outcome, prediction.outcome)
    return {
        "info": {
            "model_stats": {
                "instance_cost": None if None in costs else sum(costs),
                "api_calls": len(calls),
            },
            "exit_status": status,
            "submission": prediction.patch,
        },
        "messages": [*messages, _exit(prediction.patch, status)],
        "trajectory_format": FORMATS[agent],
        "instance_id": prediction.instance_id,
    }


def _exit(patch: str, status: str) -> dict[str, Any]:
    extra = {"exit_status": status, "submission": patch}
    return {"role": "exit", "content": patch, "extra": extra}
