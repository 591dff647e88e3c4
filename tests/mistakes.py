"""What a user can get wrong, as data: the command, what it must say, and the scene that it finds."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

TOY = (
    "benchmark=custom benchmark.name='tests.toy:Toy' benchmark.subset=all llm=scripted embedder=hashed "
    "run.progress=off"
)
RUN = "outputs/default/tests.toy-Toy-all/scripted/reasoningbank/seed0"
# an old row of SWE-bench; a memory method and a benchmark without methods
OLD_ROW = '[{"instance_id": "a__b-1", "repo": "a/b"}]'
HOLLOW_MEMORY = (
    "from reasoningbank.memory.config import MemoryConfig as Config_\n"
    "class Mine:\n    Config = Config_\n    def __init__(self, config, parts): ...\n"
)
HOLLOW_BENCHMARK = (
    "from reasoningbank.core.config import BenchmarkConfig as Config_\n"
    "class Mine:\n    Config = Config_\n    def __init__(self, config): ...\n"
)


@dataclass(frozen=True)
class Scene:
    """A folder of its own, which is the current one, with a finished run of two tasks at `RUN`."""

    folder: Path
    patch: pytest.MonkeyPatch

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    @property
    def run(self) -> Path:
        return self.folder / RUN


SetUp = Callable[[Scene], object]  # what it returns is kept until the command has ended


@dataclass(frozen=True)
class Mistake:
    """`words` follow `rb`; `TOY` and `RUN` in them stand for those above. `told` must be said.

    `late`: found only once the run's folder is open, so that its configuration is written anew.
    """

    name: str
    words: str
    told: str
    set_up: SetUp = lambda scene: None
    code: int = 2
    late: bool = False


def file(name: str, text: str = "") -> SetUp:
    return lambda scene: scene.write(name, text)


def folder(name: str) -> SetUp:
    return lambda scene: (scene.folder / name).mkdir(parents=True)


def variable(name: str, value: str) -> SetUp:
    return lambda scene: scene.patch.setenv(name, value)


def absent(module: str) -> SetUp:
    """As if the package were not installed."""
    return lambda scene: scene.patch.setitem(sys.modules, module, None)


def edited(name: str, before: str, after: str) -> SetUp:
    """A file of the run, changed by hand."""

    def edit(scene: Scene) -> None:
        text = (scene.run / name).read_text()
        assert before in text
        (scene.run / name).write_text(text.replace(before, after, 1))

    return edit


def pool(**changed: object) -> SetUp:
    """`pool.json`: the run's, with other values."""

    def write(scene: Scene) -> None:
        held = json.loads((scene.run / "pool.json").read_text())
        scene.write("pool.json", json.dumps({**held, **changed}))

    return write


def another_seed(scene: Scene) -> None:
    shutil.copytree(scene.run, scene.folder / "other")
    config = scene.folder / "other" / "config.yaml"
    config.write_text(config.read_text().replace("seed: 0", "seed: 1"))


def locked(scene: Scene) -> object:
    from filelock import FileLock

    lock = FileLock(scene.run / ".lock")
    lock.acquire()
    return lock


def no_browser(scene: Scene) -> None:
    from envs.browser.chromium import find_chromium

    find_chromium.cache_clear()
    scene.patch.setenv("PATH", "")
    scene.patch.setenv("PLAYWRIGHT_BROWSERS_PATH", "nowhere")


def no_such_browser(scene: Scene) -> None:
    no_browser(scene)
    scene.patch.setenv("RB_CHROMIUM", "/nowhere/chromium")
