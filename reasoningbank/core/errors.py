"""The error family. Each member says who is at fault, and the runner acts on that alone."""

from __future__ import annotations

import errno
import os


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


def of_file_system(error: OSError) -> UserError | None:
    """A full disk, a file in a folder's place, a folder that is not the user's; None for anything else."""
    what = os.strerror(error.errno) if error.errno else ""
    if error.errno == errno.ENOSPC:
        remedy = "make room and run the same command again: what is committed is kept"
        return UserError(f"the disk is full: {what}", str(error.filename or "the run directory"), remedy)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST):
        remedy = "give another path, or the right to use this one"
        return UserError(f"the path cannot be used: {what}", str(error.filename or ""), remedy)
    return None


class InfrastructureError(HarnessError):
    """The world failed (browser, site, container, network, model outage): never the agent's fault."""


class FatalModelError(UserError):
    """The model cannot be used at all (bad key, no quota, unknown name): the run stops at once."""


class ModelRefusal(HarnessError):
    """The provider refused this request (content filter, context overflow): the task's own outcome."""


class BudgetExceeded(HarnessError):
    """A limit of the task was reached (tokens, cost, wall time): the rollout ends and is scored."""
