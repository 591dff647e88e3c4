"""A task as the dataset's files have it; fields that are not needed are not looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from envs.mind2web.files import GET_IT
from reasoningbank.core.errors import UserError


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore")


class DataCandidate(_Loose):
    backend_node_id: str


class DataOperation(_Loose):
    """`op` is normalised in the data: hovering and the enter key are clicks."""

    op: Literal["CLICK", "TYPE", "SELECT"]
    value: str = ""


class DataAction(_Loose):
    action_uid: str
    cleaned_html: str
    raw_html: str = ""
    operation: DataOperation
    pos_candidates: list[DataCandidate]
    neg_candidates: list[DataCandidate]


class DataTask(_Loose):
    annotation_id: str
    website: str
    domain: str
    subdomain: str
    confirmed_task: str
    action_reprs: list[str]
    actions: list[DataAction]


def read_task(record: Any, path: Path) -> DataTask:
    """One element of a file. Raises `UserError` for another set, or another form."""
    if isinstance(record, dict) and "actions" not in record and "action_uid" in record:
        raise UserError(
            "this is Multimodal-Mind2Web (one row an action): fewer tasks than Mind2Web, another set",
            str(path),
            GET_IT,
        )
    try:
        task = DataTask.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(
            f"a task is not as Mind2Web has them: {where}: {first['msg']}", str(path), GET_IT
        ) from None
    if not task.actions or len(task.actions) != len(task.action_reprs):
        raise UserError(
            f"task {task.annotation_id} has {len(task.actions)} actions "
            f"and {len(task.action_reprs)} descriptions",
            str(path),
            GET_IT,
        )
    return task
