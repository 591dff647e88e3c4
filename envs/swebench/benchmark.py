"""The SWE-bench adapter: an issue in, a patch out; the tests that decide stay behind `environment()`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, cast

from envs.swebench import library
from envs.swebench.agent.templates import Templates, templates
from envs.swebench.config import SWEBenchConfig
from envs.swebench.environment import SWEEnvironment
from envs.swebench.grading.grade import LOCAL, OFFICIAL, Grader
from envs.swebench.rows import Row, dataset_hash, load, select
from envs.swebench.sandboxes import choose
from envs.swebench.store import Status, Store, cache_folder
from reasoningbank.core.config import AgentConfig
from reasoningbank.core.errors import UserError
from reasoningbank.core.protocols import LLM, Agent, Environment, Policy
from reasoningbank.core.types import Task

LABELS = {"official": OFFICIAL, "local": LOCAL, "sb_cli": "predictions only (sb-cli)", "none": "not graded"}
_SHOWN = 3


class SWEBench:
    """Instances in the order of the data. The query of a task is its problem statement."""

    Config = SWEBenchConfig
    name = "swebench"
    domain = "code"
    instances = None

    def __init__(self, config: SWEBenchConfig) -> None:
        self._config = config
        self.subset, self.max_steps = config.subset, config.max_steps
        self.store = Store(cache_folder(config.cache))
        self.rows = self._gradable(select(_rows(config), config))
        self.dataset_hash = dataset_hash(self.rows)

    def unsuited(self, memory: str) -> UserError | None:
        """Why a memory method is not for this benchmark (section 4.1 of the paper)."""
        if memory != "awm" or self._config.allow_awm:
            return None
        return UserError(
            "the paper has no AWM on SWE-bench: its workflows are sequences of web actions",
            "memory=awm",
            "choose memory=none, synapse or reasoningbank; benchmark.allow_awm=true runs it all the same",
        )

    def check(self) -> None:
        """Raises `UserError` for missing packages, sandbox, templates or preparation.

        Prepares the packaged sample on first use (seconds, no network).
        """
        library.mini()
        if find_spec("swebench") is None:
            raise library.missing(ImportError("No module named 'swebench'"))
        self._templates()
        choose.check(self._config)
        if self.needs_preparing():
            self._check_prepared()

    def tasks(self) -> Sequence[Task]:
        return [
            Task(row.instance_id, self.subset, row.problem_statement, family=row.repo, site=row.repo)
            for row in self.rows
        ]

    def environment(self, slot: int, matcher: LLM) -> Environment:
        from envs.swebench.sandboxes.open import opener

        found = opener(choose.sandbox(self._config), self.store)
        rows = {row.instance_id: row for row in self.rows}
        # its score is None when this run grades nothing
        return cast(Environment, SWEEnvironment(self._config, rows, found, self.grader()))

    def agent(self, llm: LLM, settings: AgentConfig) -> Agent | None:
        from envs.swebench.agent.bridge import MiniAgent

        return MiniAgent(llm, self._config, settings, self._templates())

    def action_space(self, short: bool) -> str:
        return "one bash command, run in a new shell in /testbed"

    def parse_action(self, action: str) -> str | None:
        return None if action.strip() else "it is empty"

    def policy(self) -> Policy:
        from envs.swebench.sample.policy import SamplePolicy

        return SamplePolicy()

    def versions(self) -> dict[str, Any]:
        return {
            **library.versions(),
            "agent": self._config.agent,
            "templates": self._templates().digest,
            "sandbox": choose.sandbox(self._config),
            "grading": LABELS[choose.grading(self._config)],
        }

    def grader(self) -> Grader | None:
        """None when this run hands out predictions only."""
        from envs.swebench.grading.local import LocalGrader
        from envs.swebench.grading.official import OfficialGrader

        seconds = self._config.grading_seconds
        match choose.grading(self._config):
            case "local":
                return LocalGrader(self.store, seconds)
            case "official":
                return OfficialGrader(self.store, seconds, choose.sandbox(self._config) == "modal")
        return None

    def needs_preparing(self) -> bool:
        """Whether this run works on prepared checkouts rather than images."""
        inside = choose.sandbox(self._config) in ("bubblewrap", "none")
        return inside or choose.grading(self._config) == "local"

    def _templates(self) -> Templates:
        return templates(self._config.agent, self._config.templates)

    def _gradable(self, rows: list[Row]) -> list[Row]:
        if not self._config.only_gradable:
            return rows
        if found := [row for row in rows if (status := self.store.status(row)) and status.gradable]:
            return found
        raise UserError(
            f"none of the {len(rows)} instances can be graded here",
            "benchmark.only_gradable=true",
            "run rb swebench prepare with the same benchmark overrides first",
        )

    def _check_prepared(self) -> None:
        if self.subset == "sample":
            from envs.swebench.sample.prepare import prepare_missing

            prepare_missing(self.rows, self.store, self._config.grading_seconds)
        must_grade = choose.grading(self._config) == "local"
        unfit = [row for row in self.rows if not _fit(self.store.status(row), must_grade)]
        if unfit:
            some = ", ".join(row.instance_id for row in unfit[:_SHOWN])
            status = self.store.status(unfit[0])
            why = f" ({unfit[0].instance_id}: {status.reason})" if status and status.reason else ""
            raise UserError(
                f"{len(unfit)} of {len(self.rows)} instances are not ready on this machine: {some}"
                + ("…" if len(unfit) > _SHOWN else "")
                + why,
                str(self.store.root),
                "rb swebench prepare with the same overrides; benchmark.only_gradable=true runs the others",
            )


def _fit(status: Status | None, must_grade: bool) -> bool:
    return status is not None and (status.gradable if must_grade else bool(status.python))


def _rows(config: SWEBenchConfig) -> list[Row]:
    if config.data is not None:
        return load(config.data)
    from envs.swebench.sample.rows import rows

    return rows()
