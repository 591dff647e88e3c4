"""Record a run's model calls as JSON lines, and replay the whole run from them without a network.

A line is found by its request and by where it was asked (seed, task, rollout), so the order of
threads does not matter. Identical requests of one pass over a rollout are told apart by counting;
a later pass (after a crash or an infrastructure failure) replaces the earlier one's lines.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from reasoningbank.core.errors import FatalModelError, ModelRefusal, UserError
from reasoningbank.core.types import Message, Purpose, Reply
from reasoningbank.llm import wire
from reasoningbank.llm.cache import hit
from reasoningbank.llm.context import Scope, scope
from reasoningbank.llm.nearest import difference, nearest

if TYPE_CHECKING:
    from reasoningbank.llm import CheckedLLM

_WRITING = threading.Lock()
_PARTS = {"model", "label", "occurrence", "request"}  # of a line


@dataclass(frozen=True)
class Request:
    """What a line is found by. No sampling default and no model: a replay needs neither."""

    seed: int
    task: str
    rollout: int | None
    purpose: str
    sample: int
    temperature: float | None
    max_tokens: int | None
    messages: list[Message]


class _Occurrences:
    """Counts identical requests within one pass over a rollout (one bound `Scope`)."""

    def __init__(self) -> None:
        self._seen: WeakKeyDictionary[Scope, Counter[str]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def next(self, key: str) -> int:
        with self._lock:
            counter = self._seen.setdefault(scope(), Counter())
            counter[key] += 1
            return counter[key] - 1


class RecordingLLM:
    """Passes calls on, and appends each answer or refusal to the cassette at `path`."""

    def __init__(self, inner: CheckedLLM, path: str, seed: int) -> None:
        self.name, self.label = inner.name, inner.label
        self._inner, self._path, self._seed = inner, Path(path).expanduser(), seed
        self._occurrences = _Occurrences()

    def check(self) -> None:
        """Also raises `UserError` when the cassette cannot be written."""
        self._inner.check()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.open("a").close()
        except OSError as error:
            raise UserError(
                f"the cassette cannot be written: {error}",
                f"llm.record={self._path}",
                "give a path that can be written, or llm.record=null",
            ) from None

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The inner model's reply. Outages are not recorded: a replay has none."""
        request = _request(self._seed, messages, purpose, sample, temperature, max_tokens)
        occurrence = self._occurrences.next(wire.digest(asdict(request)))
        try:
            reply = self._inner.complete(
                messages, purpose=purpose, sample=sample, temperature=temperature, max_tokens=max_tokens
            )
        except ModelRefusal as error:
            self._append(request, occurrence, {"refusal": str(error)})
            raise
        self._append(request, occurrence, {"reply": wire.to_json(reply)})
        return reply

    def _append(self, request: Request, occurrence: int, answer: dict[str, Any]) -> None:
        line = {
            "model": self.name,
            "label": self.label,
            "occurrence": occurrence,
            "request": asdict(request),
            **answer,
        }
        data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        # the roles of a run may share one file, so the lock is the module's
        with _WRITING:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, 2)
                    if file.read(1) != b"\n":  # a line torn by a crash
                        file.write(b"\n")
                file.write(data)


class ReplayLLM:
    """Answers from a cassette alone. With `model`, only from what that model said."""

    def __init__(self, path: str, *, seed: int, model: str | None = None) -> None:
        self._path, self._seed = Path(path).expanduser(), seed
        recorded = _lines(self._path)
        lines = [line for line in recorded if model in (None, line["model"])]
        self._wanted, self._models = model, {line["model"] for line in recorded}
        self._requests = [line["request"] for line in lines]
        self._answers: dict[str, dict[int, dict[str, Any]]] = {}
        for line in lines:
            self._answers.setdefault(wire.digest(line["request"]), {})[line["occurrence"]] = line
        self._occurrences = _Occurrences()
        self.name = "replay/" + "+".join(sorted({line["model"] for line in lines}))
        self.label = "replay of recorded replies: " + "; ".join(sorted({line["label"] for line in lines}))

    def check(self) -> None:
        """Raises `UserError` when the cassette, which was read already, holds nothing to answer with."""
        if not self._requests:
            raise _nothing_recorded(self._path, self._wanted, self._models)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        purpose: Purpose,
        sample: int = 0,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """The recorded reply, or the recorded `ModelRefusal`. `FatalModelError` when there is none."""
        request = asdict(_request(self._seed, messages, purpose, sample, temperature, max_tokens))
        key = wire.digest(request)
        answers = self._answers.get(key)
        if answers is None:
            raise self._missing(request)
        # asked more often than recorded (an extra infrastructure retry): the last answer stays
        line = answers.get(self._occurrences.next(key), answers[max(answers)])
        if "refusal" in line:
            raise ModelRefusal(line["refusal"])
        return hit(wire.from_json(line["reply"]))

    def _missing(self, request: dict[str, Any]) -> FatalModelError:
        closest = nearest(request, self._requests)
        what = f"a {request['purpose']} request of task {request['task']!r} is not in the cassette"
        if closest is not None:
            what += f"; from the nearest recorded request to this one:\n{difference(closest, request)}"
        return FatalModelError(
            what,
            f"llm.cassette={self._path}",
            "undo what changed the request, or record again with a live model and llm.record=PATH",
        )


def _request(
    seed: int,
    messages: Sequence[Message],
    purpose: Purpose,
    sample: int,
    temperature: float | None,
    max_tokens: int | None,
) -> Request:
    here = scope()
    return Request(
        seed, here.task, here.rollout, str(purpose), sample, temperature, max_tokens, list(messages)
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    """All whole lines. A line torn by a crash is left out: its call was never answered. `UserError`."""
    try:
        raw = path.read_bytes().splitlines()
    except OSError as error:
        raise UserError(
            f"the cassette cannot be read: {error.strerror}",
            f"llm.cassette={path}",
            "give the file that a run with llm.record=PATH has written",
        ) from None
    found = []
    for line in raw:
        try:
            read = json.loads(line)
        except ValueError:
            continue
        if isinstance(read, dict) and read.keys() >= _PARTS:
            found.append(read)
    return found


def _nothing_recorded(path: Path, model: str | None, models: set[str]) -> UserError:
    if model is not None and models:
        return UserError(
            f"the cassette holds nothing that {model} said",
            f"llm.cassette={path} holds replies of {', '.join(sorted(models))}",
            "choose one of these with llm.model=…, or leave llm.model out",
        )
    return UserError(
        "the cassette holds no recorded call: it is empty, damaged or another file",
        f"llm.cassette={path}",
        "give the file that a run with llm.record=PATH has written",
    )
