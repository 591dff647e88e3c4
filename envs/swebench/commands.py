"""`rb swebench ACTION`: preparing instances, and what becomes of a finished run."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "prepare SWE-bench instances; export, grade or submit a finished run"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _prepare(
        actions.add_parser("prepare", help="build checkouts and environments, and prove that they grade")
    )
    status = actions.add_parser("status", help="which of the chosen instances can be graded here")
    status.set_defaults(work="status")
    export = actions.add_parser("export", help="preds.json and the leaderboard's folder of a run")
    export.add_argument("folder", type=Path, help="a run directory (the one with results.csv)")
    export.add_argument("--out", type=Path, help="folder to write to; default: FOLDER/swebench")
    grade = actions.add_parser("grade", help="grade the patches of a run that were not graded")
    grade.add_argument("folder", type=Path, help="a run directory (the one with results.csv)")
    grade.add_argument("--grading", choices=("local", "official"), required=True)
    submit = actions.add_parser(
        "submit", help="hand the predictions of a run to the hosted evaluation (sb-cli)"
    )
    submit.add_argument("folder", type=Path, help="a run directory (the one with results.csv)")
    submit.add_argument("--run-id", help="name of the submission; default: from the run directory")


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    """0: done; 1: some instances cannot be graded. Raises `UserError`."""
    from reasoningbank.core.errors import UserError

    if overrides and given.action not in ("prepare", "status"):
        raise UserError(
            f"{given.action} takes no overrides",
            " ".join(overrides),
            "its settings come from the run directory",
        )
    match given.action:
        case "prepare":
            from envs.swebench.prepare.command import prepare_all

            return prepare_all(given, overrides)
        case "status":
            from envs.swebench.prepare.command import show

            return show(overrides)
        case "export":
            from envs.swebench.export.command import export

            return export(given.folder, given.out)
        case "grade":
            from envs.swebench.export.grading import grade

            return grade(given.folder, given.grading)
    from envs.swebench.export.command import submit

    return submit(given.folder, given.run_id)


def _prepare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mirrors",
        action="append",
        default=[],
        metavar="PLACE",
        help="folder of repositories or address to fetch them from; may be repeated; default: GitHub",
    )
    parser.add_argument(
        "--freezes",
        metavar="PLACE",
        help="a clone of SWE-bench/SWE-bench, or its address; default: GitHub",
    )
    parser.add_argument("--again", action="store_true", help="also what is prepared already")
    parser.add_argument("--jobs", type=int, default=1, help="instances at once (default: 1)")
