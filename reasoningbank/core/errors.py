"""The error family. Each member says who is at fault, and the runner acts on that alone."""

from __future__ import annotations


class HarnessError(Exception):
    """Root of all errors raised on purpose."""


class UserError(HarnessError):
    """A mistake that the user can mend: shown as what, where and what to do, without a traceback."""

    def __init__(self, what: str, where: str = "", remedy: str = "") -> None:
        super().__init__(what, where, remedy)  # whole, so that it survives pickling
        self.what, self.where, self.remedy = what, where, remedy

    def __str__(self) -> str:
        labelled = (("error", self.what), ("where", self.where), ("to do", self.remedy))
        return "\n".join(f"{label}: {text}" for label, text in labelled if text)


class InfrastructureError(HarnessError):
    """The world failed (browser, site, container, network, model outage): never the agent's fault."""


class FatalModelError(UserError):
    """The model cannot be used at all (bad key, no quota, unknown name): the run stops at once."""


class ModelRefusal(HarnessError):
    """The provider refused this request (content filter, context overflow): the task's own outcome."""


class BudgetExceeded(HarnessError):
    """A limit of the task was reached (tokens, cost, wall time): the rollout ends and is scored."""
