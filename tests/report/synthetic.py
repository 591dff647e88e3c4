"""SYNTHETIC run directories: real files through the harness's own records, from known rates.

Every backbone label says that the run is synthetic, so that none of it can pass for a result.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from reasoningbank.core.types import (
    Experience,
    Extraction,
    Hit,
    Label,
    MemoryItem,
    ModelCall,
    Outcome,
    Purpose,
    Reply,
    Retrieval,
    Score,
    Selection,
    Step,
    Task,
    Trajectory,
    Usage,
    Verdict,
)
from reasoningbank.runner.records import result_rows, task_files, to_csv
from reasoningbank.runner.rollout import RolloutResult
from reasoningbank.runner.wave import Finished, Place

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0"
    "00000301010018dd8db00000000049454e44ae426082"
)
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> & ]]> \u2028"
THEMES = ("find the list", "check the identifier", "use the filter", "compare the totals")


@dataclass(frozen=True)
class Synthetic:
    """One run to make up. `rate` is the typical task's chance; families and tasks vary around it."""

    benchmark: str = "webarena"
    subset: str = "shopping"
    tasks: int = 187
    families: int = 45
    intended: int | None = None
    model: str = "gemini/gemini-2.5-flash"
    provider: str = "litellm"
    memory: str = "none"
    rate: float = 0.4
    steps: float = 8.0
    seed: int = 0
    k: int = 1
    matts: str = "none"
    judge_accuracy: float = 0.75
    lost: int = 0
    details: bool = False  # pages and screenshots for the task browser
    metrics: tuple[str, ...] = ()
    config: Mapping[str, Any] = field(default_factory=dict)  # more keys, dotted

    @property
    def label(self) -> str:
        return f"SYNTHETIC {self.model}"


def chances(run: Synthetic) -> np.ndarray:
    """Each task's true chance. The same tasks are hard for every method."""
    draw = np.random.default_rng(zlib.crc32(f"{run.benchmark}/{run.subset}".encode()))
    family = draw.normal(0, 1.0, run.families)
    own = draw.normal(0, 0.5, run.tasks)
    logit = math.log(run.rate / (1 - run.rate))
    return 1 / (1 + np.exp(-(logit + family[np.arange(run.tasks) % run.families] + own)))


def config_of(run: Synthetic, root: Path) -> dict[str, Any]:
    """A resolved configuration as the harness writes it, in its main keys."""
    learns = run.memory != "none"
    sources = "success" if run.memory in ("synapse", "awm") else "success_and_failure"
    config: dict[str, Any] = {
        "seed": run.seed,
        "run": {"name": "synthetic", "output_root": str(root)},
        "benchmark": {"name": run.benchmark, "subset": run.subset, "max_steps": 30},
        "llm": {"provider": run.provider, "model": run.model, "temperature": 0.7},
        "embedder": {"provider": "litellm", "model": "gemini/gemini-embedding-001"},
        "memory": {"name": run.memory, **({"k": 1, "sources": sources} if learns else {})},
        "judge": {"name": "llm", "strict": False},
        "matts": {"name": run.matts, "k": run.k},
        "runner": {"protocol": "stream", "wave": 1, "order": "dataset"},
    }
    for dotted, value in run.config.items():
        section = config
        *way, last = dotted.split(".")
        for part in way:
            section = section.setdefault(part, {})
        section[last] = value
    return config


def write_run(root: Path, run: Synthetic) -> Path:
    """Writes the run directory; returns its path."""
    words = [run.memory, run.matts, str(run.k), *map(str, run.config.values())]
    name = "-".join([run.benchmark, run.subset, run.model.replace("/", "_"), *words, f"seed{run.seed}"])
    folder = root / name
    (folder / "tasks").mkdir(parents=True)
    rows, lines, pool = [], [], []
    for position, finished in enumerate(_stream(run)):
        made = [{**row, "backbone": run.label} for row in result_rows(finished, run.seed)]
        rows += made
        lines.append(
            {
                "task_id": finished.place.task.id,
                "position": position,
                "wave": position,
                "rows": made,
                "outcome": made[0]["outcome"],
                "detail": "",
                "experiences": [],
            }
        )
        if run.details:
            _write_files(folder / "tasks" / finished.place.task.id, task_files(finished))
        pool += [] if finished.lost else [_plain(past) for past in finished.extraction.experiences]
    (folder / "config.yaml").write_text(yaml.safe_dump(config_of(run, root), sort_keys=False))
    manifest = {
        "backbone": run.label,
        "fingerprint": f"{zlib.crc32(name.encode()):08x}",
        "benchmark": {"name": run.benchmark, "subset": run.subset, "tasks": run.intended or run.tasks},
        "roles": {},
        "identity": {},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "ledger.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "results.csv").write_text(to_csv(rows))
    (folder / "pool.json").write_text(
        json.dumps(
            {"backbone": run.label, "schema": 2, "embedder": "hashed-bag-of-words-512", "experiences": pool}
        )
    )
    return folder


def _plain(past: Experience) -> dict[str, Any]:
    from pydantic import TypeAdapter

    plain: dict[str, Any] = TypeAdapter(Experience).dump_python(past, mode="json")
    return plain


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _stream(run: Synthetic) -> list[Finished]:
    draw = np.random.default_rng(
        zlib.crc32(f"{run.memory}{run.seed}{run.matts}{run.model}{run.config}".encode())
    )
    finished: list[Finished] = []
    truth = chances(run)
    for i in range(run.tasks):
        task = Task(
            f"{run.subset}.{i}",
            run.subset,
            f"Task {i} of {run.subset}: {THEMES[i % 4]} {HOSTILE if i == 1 else ''}",
            str(i % run.families),
            run.subset,
        )
        lost = i < run.lost
        results = tuple(_rollout(run, task, r, truth[i], draw, lost) for r in range(run.k))
        finished.append(_finish(run, Place(task, i, i), results, draw, finished))
    return finished


def _finish(
    run: Synthetic,
    place: Place,
    results: tuple[RolloutResult, ...],
    draw: np.random.Generator,
    past: list[Finished],
) -> Finished:
    learns, lost = run.memory != "none", results[0].failed
    retrieval, extraction, selection = Retrieval(), Extraction(), None
    if learns and place.position > 2:
        source = past[int(draw.integers(place.position))].place.task
        text = f"## {THEMES[place.position % 4]}\nLook at every page. {HOSTILE if run.details else ''}"
        retrieval = Retrieval(text, (Hit(source.id, source.query, 0.8),))
    if learns and not lost:
        label = results[0].verdict.label if results[0].verdict else Label.FAILURE
        theme = THEMES[place.position % 4]
        item = MemoryItem(
            f"{theme} {place.position}", f"How to {theme}.", f"In each task, {theme} before the answer."
        )
        experience = Experience(
            place.task.id, place.task.query, (label,), (item,), "", place.wave, place.position
        )
        call = ModelCall(Purpose.EXTRACT, (), Reply("", Usage(1300, 260, cost=0.0004)))
        extraction = Extraction((experience,), (call,))
    if run.k > 1 and not lost:
        best = [r for r, result in enumerate(results) if result.score and result.score.success]
        picked = best[0] if best and draw.random() < 0.7 else int(draw.integers(run.k))
        selection = Selection(picked, tuple(range(run.k)))
    return Finished(place, retrieval, results, extraction, selection)


def _rollout(
    run: Synthetic, task: Task, rollout: int, chance: float, draw: np.random.Generator, lost: bool
) -> RolloutResult:
    won = bool(draw.random() < chance)
    length = 1 + int(draw.poisson(max(run.steps - 1 + (0 if won else 1.5), 0.1)))
    right = bool(draw.random() < run.judge_accuracy)
    if lost:
        gone = Trajectory(task.id, rollout, (), "", "", "", Outcome.INFRASTRUCTURE_ERROR, "the site was down")
        return RolloutResult(gone, None, None, (), ("the site was down",))
    usage = Usage(4200, 120, cost=0.0013)
    steps = tuple(
        Step(
            j,
            (f"RootWebArea 'Shop'\n\t[{j}] link 'Orders'\n" + HOSTILE + "\n\tStaticText 'x'" * 40)
            if run.details
            else "",
            "http://shop/orders",
            f"I look at page {j}.",
            f"click('{j}')",
            "" if j else "nothing happened",
            (ModelCall(Purpose.ACT, (), Reply("", usage)),),
        )
        for j in range(min(length, 30))
    )
    trajectory = Trajectory(task.id, rollout, steps, "the last page", "http://shop", "42", Outcome.ANSWERED)
    verdict = Verdict(
        Label.SUCCESS if won == right else Label.FAILURE,
        f"It looks done. {HOSTILE}" if run.details else "It looks done.",
        "llm",
        (ModelCall(Purpose.JUDGE, (), Reply("", Usage(2000, 180, cost=0.0006))),),
    )
    metrics = {name: float(np.clip(chance + 0.1 * draw.normal(), 0, 1)) for name in run.metrics}
    pictures = (PIXEL,) * len(steps) if run.details else ()
    return RolloutResult(trajectory, Score(float(won), f"expected 42 {HOSTILE}", metrics), verdict, pictures)


SIZES = {"shopping": 187, "admin": 182, "gitlab": 180, "reddit": 106, "multi": 29}
RATES = {"none": 0.38, "synapse": 0.40, "awm": 0.43, "reasoningbank": 0.49}


def webarena_grid(seeds: int = 1, model: str = "gemini/gemini-2.5-flash") -> list[Synthetic]:
    """Table 1's runs for one backbone, MaTTS with them."""
    runs = []
    for subset, size in SIZES.items():
        for seed in range(seeds):
            base = Synthetic(subset=subset, tasks=size, families=max(size // 4, 5), model=model, seed=seed)
            runs += [replace(base, memory=memory, rate=rate) for memory, rate in RATES.items()]
            runs.append(replace(base, memory="reasoningbank", rate=0.52, matts="parallel", k=5))
    return runs


def shopping_grid() -> list[Synthetic]:
    """The runs of figures 4, 5, 7, 8 and 13 on WebArena-Shopping, beside Table 1's."""
    base = Synthetic()
    runs = [replace(base, memory=m, rate=r) for m, r in RATES.items()]
    for memory, rate in RATES.items():
        runs.append(replace(base, memory=memory, rate=rate + 0.02, matts="parallel", k=5))
        other = "success_and_failure" if memory in ("synapse", "awm") else "success"
        if memory != "none":
            runs.append(replace(base, memory=memory, rate=rate - 0.02, config={"memory.sources": other}))
    for scaling in ("parallel", "sequential"):
        for k in (2, 3, 5):
            for memory, suffix in (("reasoningbank", ""), ("reasoningbank", "_no_aggregation"), ("none", "")):
                rate = RATES[memory] + 0.01 * k - (0.01 if suffix else 0)
                if (memory, scaling + suffix, k) in (
                    ("reasoningbank", "parallel", 5),
                    ("none", "parallel", 5),
                ):
                    continue
                rollouts = k if scaling == "parallel" else 1
                runs.append(
                    replace(
                        base,
                        memory=memory,
                        rate=rate,
                        matts=scaling + suffix,
                        k=rollouts,
                        config={"matts.k": k},
                    )
                )
    for accuracy in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        judge = {"judge.name": "simulated", "judge.accuracy": accuracy}
        runs.append(replace(base, memory="reasoningbank", rate=0.49, judge_accuracy=accuracy, config=judge))
    for k in (2, 3, 4):
        runs.append(replace(base, memory="reasoningbank", rate=0.49 - 0.015 * k, config={"memory.k": k}))
    for seed in (0, 1, 2):
        for memory in ("none", "reasoningbank"):
            shuffled = {"runner.order": "shuffled"}
            runs.append(replace(base, memory=memory, rate=RATES[memory], seed=seed, config=shuffled))
    return runs
