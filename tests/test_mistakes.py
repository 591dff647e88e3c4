"""The likeliest mistakes: said in three lines with a remedy, exit code 2, no traceback, nothing written."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from reasoningbank.cli import main as rb
from tests.mistakes import (
    HOLLOW_BENCHMARK,
    HOLLOW_MEMORY,
    OLD_ROW,
    RUN,
    TOY,
    Mistake,
    Scene,
    absent,
    another_seed,
    edited,
    file,
    folder,
    locked,
    no_browser,
    no_such_browser,
    pool,
    variable,
)

WEBARENA = "run benchmark=webarena/shopping llm=gemini-2.5-flash embedder=hashed"
SITES = f"{WEBARENA} benchmark.deployment=sites.yaml"
MIND2WEB = "run benchmark=mind2web/test_task benchmark.data=data embedder=hashed"
SWEBENCH = "run benchmark=swebench/sample embedder=hashed"
ROWS = "run benchmark=swebench/verified embedder=hashed benchmark.data"
FROZEN = "run TOY runner.protocol=frozen runner.bank"
MINE = "run TOY memory=custom memory.name"
BENCH = "run TOY benchmark.name"
HOSTED = "run TOY llm=gemini-2.5-flash"
SCORES = "data/scores_all_data.pkl"

MISTAKES = [
    # the command itself
    Mistake("no command", "", "COMMAND"),
    Mistake("unknown command", "rnu benchmark=pocketarena/smoke", "did you mean run?"),
    Mistake("run left out", "benchmark=pocketarena/smoke", "rb run benchmark=pocketarena/smoke"),
    Mistake("spaces around =", "run memory.k = 2", "without spaces"),
    Mistake("a key with dashes", "run --limit 3", "runner.limit=3"),
    Mistake("several values without -m", "run seed=0,1,2", "rb run -m seed=0,1,2"),
    Mistake("unquoted signs", "run TOY runner.tasks=^x", "\"runner.tasks='^x'\""),
    Mistake("an open bracket", "run runner.tasks=[1,2", "close its bracket"),
    # keys and groups
    Mistake("typo in a key", "run memory.kk=2", "did you mean memory.k=…?"),
    Mistake("typo in an added key", "run +memory.kk=2", "did you mean memory.k?"),
    Mistake("typo in a group", "run memroy=none", "did you mean memory=…?"),
    Mistake("typo in an option", "run memory=reasoningbnak", "did you mean 'reasoningbank'?"),
    Mistake("a benchmark without its subset", "run benchmark=webarena", "did you mean 'webarena/all'?"),
    Mistake("unknown llm", "run llm=gemini-2.5-flsh", "did you mean 'gemini-2.5-flash'?"),
    Mistake("unknown subset", "run benchmark.subset=books", "'shopping'"),
    Mistake("a word for a number", "run memory.k=two", "memory.k='two'"),
    Mistake("memory.k below 0", "run memory.k=-1", "greater than or equal to 0"),
    Mistake("no rollouts", "run matts=parallel matts.k=0", "matts.k=0"),
    Mistake("half a rollout", "run matts=parallel matts.k=1.5", "valid integer"),
    Mistake("k without scaling", "run matts.k=3", "choose matts=parallel"),
    Mistake("accuracy above 1", "run judge=simulated judge.accuracy=1.3", "judge.accuracy=1.3"),
    Mistake("a word for a seed", "run seed=abc", "seed='abc'"),
    Mistake("negative temperature", "run llm.temperature=-0.1", "llm.temperature=-0.1"),
    Mistake("no workers", "run engine.workers=0", "engine.workers=0"),
    Mistake("an empty wave", "run runner.wave=0", "runner.wave=0"),
    # models and keys
    Mistake("no key", HOSTED, "export GEMINI_API_KEY=…"),
    Mistake("empty key", HOSTED, "GEMINI_API_KEY is not set", variable("GEMINI_API_KEY", "")),
    Mistake("blank key", HOSTED, "GEMINI_API_KEY is not set", variable("GEMINI_API_KEY", "  ")),
    Mistake("a key for its name", f"{HOSTED} llm.api_key_env=AIzaSyNobodys", "takes the name of an"),
    Mistake("a key in the command", f"{HOSTED} llm.api_key=x", "did you mean llm.api_key_env"),
    Mistake("no model", "run TOY llm=litellm", "give it as provider/name"),
    Mistake("unknown provider", "run TOY llm=litellm llm.model=gemni/flash", "did you mean gemini/…?"),
    Mistake("no model server", "run TOY llm=gemma-3-12b llm.api_base=http://localhost:9/v1", "start the"),
    Mistake("embedder without key", "run TOY embedder=gemini-embedding-001", "export GEMINI_API_KEY"),
    Mistake("unknown embedder", "run TOY embedder=minilm", "hashed, local"),
    Mistake(
        "too dear",
        "run benchmark=mind2web_sample llm=gemini-2.5-flash embedder=hashed run.max_cost=0.001",
        "raise run.max_cost",
        variable("GEMINI_API_KEY", "x"),
    ),
    Mistake("no cassette", "run TOY llm=replay", "llm.cassette is not set"),
    Mistake("lost cassette", "run TOY llm=replay llm.cassette=calls.jsonl", "No such file"),
    Mistake(
        "damaged cassette",
        "run TOY llm=replay llm.cassette=calls.jsonl",
        "holds no recorded call",
        file("calls.jsonl", "{\nnot JSON\n"),
    ),
    Mistake(
        "another file for a cassette", f"run TOY llm=replay llm.cassette={RUN}/usage.jsonl", "no recorded"
    ),
    # WebArena
    Mistake("no deployment", WEBARENA, "WA_SHOPPING=http://…"),
    Mistake("no deployment file", SITES, "No such file"),
    Mistake("deployment that is no YAML", SITES, "line 1, column 9", file("sites.yaml", "sites: [")),
    Mistake("empty deployment", SITES, "such as `sites:`", file("sites.yaml")),
    Mistake(
        "unknown site", SITES, "no such site: shop;", file("sites.yaml", "sites: {shop: {urls: http://a}}")
    ),
    Mistake("address without urls", SITES, "`urls:`", file("sites.yaml", "sites: {shopping: 'http://a'}")),
    Mistake(
        "address without scheme", WEBARENA, "http:// or https://", variable("WA_SHOPPING", "localhost:7770")
    ),
    Mistake(
        "nothing that resets",
        f"{WEBARENA} benchmark.reset=wave",
        "WA_FULL_RESET",
        variable("WA_SHOPPING", "http://a"),
    ),
    # Mind2Web
    Mistake("no data", MIND2WEB, "there is no Mind2Web data"),
    Mistake("a wrong folder", MIND2WEB, "scores are missing", folder("data")),
    Mistake("data without the split", MIND2WEB, "no JSON files", file(SCORES)),
    Mistake("the multimodal set", MIND2WEB, "Multimodal", file("data/data/test_task-00000-of-00003.parquet")),
    Mistake(
        "sequential without ReAct", "run benchmark=mind2web_sample matts=sequential", "choose matts=parallel"
    ),
    # SWE-bench
    Mistake("awm on swebench", f"{SWEBENCH} memory=awm", "no AWM on SWE-bench"),
    Mistake("old rows", f"{ROWS}=old.json", "before swebench 5", file("old.json", OLD_ROW)),
    Mistake("no rows", f"{ROWS}=rows.json", "there is no such file"),
    Mistake("rows that are none", f"{ROWS}=rows.json", "a row is not", file("rows.json", "[1]")),
    Mistake("bad regex", f"{SWEBENCH} benchmark.match=\"'('\"", "not a regular expression"),
    Mistake("bad slice", f"{SWEBENCH} benchmark.slice=first", "first:last"),
    Mistake(
        "unknown instance", f"{SWEBENCH} benchmark.ids=[django__django-1]", "no instance 'django__django-1'"
    ),
    Mistake("export of another run", f"swebench export {RUN}", "no run of SWE-bench"),
    Mistake("preparing another benchmark", "swebench prepare benchmark=webarena/all", "is not SWE-bench"),
    # a bank, tasks, a run directory
    Mistake("no bank", f"{FROZEN}=nowhere.json", "the bank cannot be read"),
    Mistake("bank that is no JSON", f"{FROZEN}=pool.json", "no JSON", file("pool.json", "hello")),
    Mistake("bank of another embedder", f"{FROZEN}=pool.json", "another embedder", pool(embedder="MiniLM")),
    Mistake("bank made by hand", f"{FROZEN}=pool.json", "cannot be read", pool(experiences=[{"x": 1}])),
    Mistake("frozen without a bank", "run TOY runner.protocol=frozen", "give both"),
    Mistake("shuffled without a bank", "run TOY memory=shuffled", "runner.protocol=frozen"),
    Mistake("unknown task", "run TOY runner.tasks=[99]", "no task 99"),
    Mistake("regex for no task", "run TOY \"runner.tasks='^x'\"", "no task is selected"),
    Mistake("changed configuration", "run TOY memory.temperature=0.5", "1.0 → 0.5"),
    Mistake("two processes", "run TOY", "another process", locked),
    Mistake("pool by hand", "run TOY", "changed by hand", edited("pool.json", "Press", "Pat"), late=True),
    Mistake("ledger by hand", "run TOY", "line 1", edited("ledger.jsonl", '"wave":', '"wave" 9'), late=True),
    Mistake("ledger by hand, seen", "status outputs", "line 1", edited("ledger.jsonl", ": 0", ": O")),
    Mistake("damaged manifest", "run TOY", "is damaged", edited("manifest.json", "{", "")),
    Mistake("no place for the run", "run TOY run.output_root=here", "run.output_root=…", file("here")),
    # what the user brings
    Mistake("no folder of prompts", "run TOY prompts=mine", "no such folder"),
    Mistake("unknown prompt", "run TOY prompts=mine", "memory/success.j2?", file("mine/memory/sucess.j2")),
    Mistake(
        "unknown name in a prompt",
        "run TOY prompts=mine",
        "nobody",
        file("mine/agents/memory.j2", "{{nobody}}"),
    ),
    Mistake("memory that is nowhere", f"{MINE}=nowhere.mine:Mine", "No module named 'nowhere'"),
    Mistake("memory without the class", f"{MINE}=mine_a:Mine", "no attribute 'Mine'", file("mine_a.py")),
    Mistake(
        "memory without keys", f"{MINE}=mine_b:Mine", "MemoryConfig", file("mine_b.py", "class Mine: ...")
    ),
    Mistake(
        "memory without methods", f"{MINE}=mine_c:Mine", "retrieve, extract", file("mine_c.py", HOLLOW_MEMORY)
    ),
    Mistake("memory that breaks", f"{MINE}=mine_d:Mine", "mine_d.py, line 1", file("mine_d.py", "1 / 0")),
    Mistake("memory by its file", f"{MINE}=./mine.py:Mine", "package.module:Class"),
    Mistake("benchmark that is nowhere", f"{BENCH}=nowhere.mine:Mine", "No module named 'nowhere'"),
    Mistake("benchmark without the class", f"{BENCH}=mine_e:Mine", "no attribute 'Mine'", file("mine_e.py")),
    Mistake(
        "benchmark without methods", f"{BENCH}=mine_f:Mine", "tasks", file("mine_f.py", HOLLOW_BENCHMARK)
    ),
    Mistake("custom without a name", "run benchmark=custom", "benchmark.name=module:Class"),
    # this machine
    Mistake("no browser", "run benchmark=pocketarena/smoke embedder=hashed", "no Chromium", no_browser),
    Mistake("no such browser", "doctor benchmark=pocketarena/smoke", "RB_CHROMIUM", no_such_browser),
    Mistake(
        "webarena not installed", "run benchmark=pocketarena/smoke", "harness[webarena]", absent("oscar")
    ),
    Mistake("mind2web not installed", "run benchmark=mind2web_sample", "harness[mind2web]", absent("lxml")),
    Mistake("swebench not installed", SWEBENCH, "harness[swebench]", absent("swebench")),
    Mistake("local not installed", "run TOY llm=local", "harness[local]", absent("xllamacpp")),
    Mistake("ray not installed", "run TOY engine=ray", "harness[ray]", absent("ray"), late=True),
    Mistake(
        "doctor at a wrong address",
        "doctor TOY llm=openai_compatible llm.api_base=http://localhost:9/v1",
        "no model server",
        code=1,
    ),
    # reading runs
    Mistake("report on nothing", "report empty", "there is no run here", folder("empty")),
    Mistake("report on no folder", "report nowhere", "no such folder"),
    Mistake("report into a file", "report outputs --out here", "Not a directory", file("here")),
    Mistake("status of no folder", "status nowhere", "no such folder"),
    Mistake("runs with nothing in common", f"compare {RUN} other", "no scored task", another_seed),
    Mistake("one run compared", f"compare {RUN}", "second"),
    Mistake("no pool shown", "bank show nowhere", "there is no bank"),
    Mistake("no pool searched", "bank search empty lamp", "there is no bank", folder("empty")),
    Mistake("unknown task of a bank", f"bank show {RUN} --task 99", "left nothing"),
    Mistake("unknown experiment", "plan experiment=table9", "did you mean 'table6'?"),
    Mistake("experiment as one run", "run experiment=table1", "rb run -m experiment=table1"),
    Mistake("estimate from nothing", "estimate --from nowhere", "no usage.jsonl"),
    Mistake("rescoring another benchmark", f"rescore {RUN} benchmark.fuzzy=exact", "cannot be scored again"),
    Mistake("serving another benchmark", "serve webarena", "pocketarena"),
]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output root of a run of two tasks."""
    root = tmp_path_factory.mktemp("finished") / "outputs"
    words = [*shlex.split(TOY), "memory=reasoningbank", "runner.limit=2", f"run.output_root={root}"]
    assert rb(["run", *words]) == 0
    return root


@pytest.fixture
def scene(tmp_path: Path, finished: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    for name in os.environ:
        if name.endswith("_API_KEY") or name.startswith("WA_") or name in ("RB_CHROMIUM", "MIND2WEB_DATA"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(finished.parent / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    shutil.copytree(finished, tmp_path / "outputs")
    monkeypatch.chdir(tmp_path)
    return Scene(tmp_path, monkeypatch)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_mistake_is_told_in_three_lines_and_costs_nothing(
    mistake: Mistake, scene: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = mistake.set_up(scene)
    before = _files(scene.folder, mistake.late)
    try:
        code = rb(shlex.split(mistake.words.replace("TOY", TOY)))
    except SystemExit as left:  # argparse
        code = int(left.code or 0)
    del kept
    out, err = capsys.readouterr()
    assert code == mistake.code, out + err
    assert "Traceback" not in out + err
    told = err if mistake.code == 2 else out
    what, where, remedy = told.rpartition("error: ")[2].strip().splitlines()
    assert where.startswith("where: ") and remedy.startswith("to do: ")
    assert mistake.told in f"{what}\n{where}\n{remedy}"
    assert _files(scene.folder, mistake.late) == before


def _files(folder: Path, late: bool) -> dict[str, bytes]:
    """All files with what they hold; the lock holds nothing."""
    rewritten = {"config.yaml", "manifest.json", "summary.json"} if late else set()
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(p): p.read_bytes() for p in found if p.name not in {".lock", *rewritten}}
