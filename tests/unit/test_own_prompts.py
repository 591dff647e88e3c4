"""Prompts of the user's own go before ours; the authors' are read out of a clone, not run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasoningbank.compose import compose
from reasoningbank.core import prompts
from reasoningbank.core.errors import UserError
from reasoningbank.report.settings import deviations
from reasoningbank.runner.naming import method_name

SCRIPT = Path(__file__).parents[2] / "scripts" / "import_prompts.py"
VALUES = {"max_items": 3, "domain": "web", "reviewed": False}


@pytest.fixture(autouse=True)
def _ours_again() -> Iterator[None]:
    yield
    prompts.use(None)


def _write(folder: Path, texts: dict[str, str]) -> str:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


def test_a_file_replaces_the_prompt_of_its_name_and_no_other(tmp_path: Path) -> None:
    ours, failure = (
        prompts.render("memory", "success", **VALUES),
        prompts.render("memory", "failure", **VALUES),
    )
    before = prompts.hashes()
    prompts.use(_write(tmp_path, {"memory/success.j2": "At most {{ max_items }}."}))
    assert prompts.render("memory", "success", **VALUES) == "At most 3."
    assert prompts.render("memory", "failure", **VALUES) == failure
    changed = {name for name, digest in prompts.hashes().items() if digest != before[name]}
    assert changed == {"memory/success.j2"}
    prompts.use(None)
    assert prompts.render("memory", "success", **VALUES) == ours


def test_ours_can_be_added_to(tmp_path: Path) -> None:
    ours = prompts.render("memory", "failure", **VALUES)
    prompts.use(_write(tmp_path, {"memory/failure.j2": '{% include "ours/failure.j2" %}\n\nBe brief.'}))
    assert prompts.render("memory", "failure", **VALUES) == f"{ours}\nBe brief."


def test_a_piece_that_prompts_share_is_replaced_in_all_of_them(tmp_path: Path) -> None:
    prompts.use(_write(tmp_path, {"memory/format.j2": "AS A LIST"}))
    assert all(
        "AS A LIST" in prompts.render("memory", name, **VALUES) for name in ("success", "failure", "contrast")
    )


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({}, ["no prompt of yours was found", "memory/success.j2"]),
        ({"memory/sucess.j2": "x"}, ["memory/sucess.j2", "did you mean memory/success.j2?"]),
        ({"memory/success.j2": "{% if %}"}, ["memory/success.j2 is no Jinja template", "{% raw %}"]),
    ],
)
def test_what_cannot_be_used_is_told_before_anything_is_paid(
    tmp_path: Path, texts: dict[str, str], words: list[str]
) -> None:
    with pytest.raises(UserError) as error:
        prompts.use(_write(tmp_path, texts))
    assert all(word in str(error.value) for word in words)
    assert len(str(error.value).splitlines()) == 3


def test_they_stand_in_the_runs_name_and_beside_its_numbers(tmp_path: Path) -> None:
    config = compose([f"prompts={tmp_path}/authors", "memory=reasoningbank"])
    assert method_name(config) == "reasoningbank-prompts-authors"
    assert "prompts=authors" in deviations(config.model_dump(mode="json"))


CLONE = {
    "WebArena/prompts/memory_instruction.py": (
        'raise SystemExit("never run")\n'
        'SUCCESSFUL_SI = """\nweb success {curly} {{ x }}\n"""\nFAILED_SI = "web failure"\n'
        'PARALLEL_SI = "contrast"\n'
    ),
    "third_party/src/minisweagent/memory/instruction.py": (
        'SUCCESSFUL_SI = "code success"\nFAILED_SI = "code failure"\n'
    ),
    "WebArena/prompts/autoeval_prompts.py": (
        'def other():\n    system_msg = "no"\n'
        'def build_text_eval_prompt(cap):\n    system_msg = "the judge"\n'
    ),
    "WebArena/agents/legacy/agent.py": 'x = "a" + "Below are some memory items."\n',
}


def _imported(clone: Path, out: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, clone, out], capture_output=True, text=True, timeout=60)


def test_the_authors_prompts_are_read_from_a_clone_without_running_it(tmp_path: Path) -> None:
    _write(tmp_path / "clone", CLONE)
    done = _imported(tmp_path / "clone", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    prompts.use(str(tmp_path / "out"))
    assert prompts.render("memory", "success", **VALUES) == "web success {curly} {{ x }}"
    assert prompts.render("memory", "failure", **VALUES | {"domain": "code"}) == "code failure"
    assert prompts.render("memory", "contrast", **VALUES) == "contrast"
    assert prompts.render("judge", "system", domain="web", strict=True) == "the judge"
    assert "Status:" in prompts.render("judge", "system", domain="code", strict=False)
    injected = prompts.render("agents", "memory", memory="NOTES")
    assert injected.startswith("Below are some memory items.") and "<memory>\nNOTES\n</memory>" in injected


def test_another_folder_is_told_in_three_lines(tmp_path: Path) -> None:
    done = _imported(tmp_path, tmp_path / "out")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3 and "memory_instruction.py" in done.stderr
    assert not (tmp_path / "out").exists()
