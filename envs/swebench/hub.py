"""The test split of a data set on the hub, kept in the hub client's own cache."""

from __future__ import annotations

from pathlib import Path

from reasoningbank.core.errors import UserError

# what `rows.load` reads in a folder
FILES = ["data/test-*.parquet", "test*.parquet"]


def folder(name: str) -> Path:
    """Where the files of `name` (`owner/name`) lie. Without a network what was fetched before is taken.

    Raises `UserError`.
    """
    try:
        from huggingface_hub import snapshot_download
    except ImportError as error:
        raise UserError(
            "the package `huggingface_hub` is not installed",
            f"benchmark.data={name}",
            "pip install 'reasoningbank-harness[swebench]', or give a local file",
        ) from error
    try:
        return Path(snapshot_download(name, repo_type="dataset", allow_patterns=FILES))
    except Exception as error:
        # the client raises what its transport does
        raise UserError(
            f"the data cannot be had from the hub: {_reason(error)}",
            f"benchmark.data={name}",
            "check the name and the network, or download its test split elsewhere and give the .parquet file",
        ) from error


def _reason(error: Exception) -> str:
    """The first cause by name, and the hub's status if it answered: the client's own words fill a screen."""
    cause: BaseException = error
    while cause.__cause__:
        cause = cause.__cause__
    response = getattr(cause, "response", None)
    status = f", status {response.status_code}" if response is not None else ""
    return f"{type(cause).__name__}{status}"
