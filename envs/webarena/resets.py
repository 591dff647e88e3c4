"""Putting an instance of the sites back to its seeded state."""

from __future__ import annotations

import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from envs.webarena.deployment import Reset
from reasoningbank.core.errors import InfrastructureError, UserError

READY = "Ready for duty!"
STARTED, ALREADY_RUNNING = 200, 418
POLL_S = 10.0
REQUEST_LIMIT_S = 60.0


def reset_instance(reset: Reset, instance: int, poll_s: float = POLL_S) -> None:
    """Runs the hook and waits until it is done. Raises `InfrastructureError`."""
    if reset.command:
        _run(reset, instance)
    else:
        _ask_endpoint(reset, reset.endpoints[instance], poll_s)


def reset_all(reset: Reset, instances: int) -> None:
    """All instances at once. Raises `UserError`: on sites in an unknown state no number is worth having."""
    with ThreadPoolExecutor(instances) as executor:
        running = [executor.submit(reset_instance, reset, instance) for instance in range(instances)]
    failed = [error for future in running if (error := future.exception())]
    if failed:
        raise UserError(
            f"{len(failed)} of {instances} instances could not be reset: {failed[0]}",
            "the reset hook of the deployment",
            "mend it and give the same command again: what is done is kept; or benchmark.reset=none",
        )


def _run(reset: Reset, instance: int) -> None:
    command = [part.replace("{instance}", str(instance)) for part in reset.command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=reset.limit_s)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InfrastructureError(f"reset of instance {instance}: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-400:]
        raise InfrastructureError(f"reset of instance {instance} ended with {done.returncode}: {said}")


def _ask_endpoint(reset: Reset, base: str, poll_s: float) -> None:
    end = time.monotonic() + reset.limit_s
    status, said = _get(f"{base}/reset")
    if status not in (STARTED, ALREADY_RUNNING):
        raise InfrastructureError(f"{base}/reset answered {status}: {said[:200]}")
    while True:
        status, said = _get(f"{base}/status")
        if status == 200 and said.strip() == READY:
            return
        if time.monotonic() > end:
            raise InfrastructureError(f"{base} was not ready after {reset.limit_s:g} s: {said[:200]!r}")
        time.sleep(poll_s)


def _get(url: str) -> tuple[int, str]:
    import requests

    try:
        answer = requests.get(url, timeout=REQUEST_LIMIT_S)
    except requests.RequestException as error:
        raise InfrastructureError(f"{url} does not answer: {type(error).__name__}") from error
    return answer.status_code, answer.text
