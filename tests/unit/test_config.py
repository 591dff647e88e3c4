"""Mistakes on the command line: three lines with the nearest right word, and no traceback."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from reasoningbank.compose import compose, config_dir
from reasoningbank.core.errors import UserError

# grids of runs, which `rb plan` reads; and whole configurations, which are generated
NO_GROUPS = ("experiment", "reference")


@pytest.mark.parametrize(
    ("override", "what", "remedy"),
    [
        ("memory.kk=2", "unknown key memory.kk", "memory.k"),
        ("+memory.kk=2", "unknown key memory.kk", "memory.k"),
        ("jugde.strict=true", "unknown key jugde.strict", "judge.strict"),
        ("memory.k=-1", "memory.k", "another value"),
        ("benchmark.max_steps=many", "benchmark.max_steps", "another value"),
        ("memory=reasoningbnak", "no memory=reasoningbnak", "reasoningbank"),
        ("benchmark=pocketarena/shoping", "no benchmark=pocketarena/shoping", "pocketarena/shopping"),
        ("llm=gemini-2.5-flsh", "no llm=gemini-2.5-flsh", "gemini-2.5-flash"),
        ("benchmark.subset=books", "benchmark.subset", "another value"),
        ("memory.name=mine", "no memory named 'mine'", "package.module:Class"),
        ("memory.name='no.such.module:Thing'", "cannot be loaded", "check the path"),
        ("memory.k=[", "", ""),
    ],
)
def test_a_mistake_is_named_and_mended(override: str, what: str, remedy: str) -> None:
    with pytest.raises(UserError) as caught:
        compose([override])
    told = str(caught.value)
    assert what in told and remedy in told
    assert len(told.splitlines()) <= 3


@pytest.mark.parametrize(
    "option",
    [
        f"{path.relative_to(config_dir()).parts[0]}={path.relative_to(config_dir()).with_suffix('')}".replace(
            f"={path.relative_to(config_dir()).parts[0]}/", "="
        )
        for path in sorted(config_dir().glob("*/**/*.yaml"))
        if path.stem not in ("base", "replay", "litellm", "openai_compatible", "custom")
        and path.parent.name not in NO_GROUPS
    ],
)
def test_every_option_of_every_group_composes(option: str) -> None:
    group, _, name = option.partition("=")
    names = {p.stem for p in config_dir().joinpath(group).rglob("*.yaml")}
    assert name.split("/")[-1] in names or "." in name
    compose([option])


def test_every_key_of_every_group_has_a_comment_above_it() -> None:
    for path in config_dir().rglob("*.yaml"):
        if path.parent.name in NO_GROUPS:
            continue
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        for above, line in itertools.pairwise(lines):
            key = line.split(":")[0]
            if ":" in line and not line.lstrip().startswith(("#", "-")) and key.strip() != "defaults":
                assert above.lstrip().startswith("#"), f"{path}: {line}"


def test_the_command_says_it_in_three_lines_and_exits_with_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "reasoningbank.run", "memory.kk=2"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == "" and len(done.stderr.splitlines()) <= 3
    assert "did you mean memory.k" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_missing_key_is_told_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reasoningbank.run import run

    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    with pytest.raises(UserError, match="GEMINI_API_KEY"):
        run(compose(["llm=gemini-2.5-flash", "embedder=hashed", f"run.output_root={tmp_path}"]))
    assert list(tmp_path.iterdir()) == []


def test_a_role_may_have_a_backbone_of_its_own() -> None:
    config = compose(["llm@judge.llm=gemini-2.5-pro"])
    assert config.judge.llm is not None and config.judge.llm.model == "gemini/gemini-2.5-pro"
    assert config.memory.llm is None
