"""`rb report --out` on a synthetic grid of known rates: tables, figures, page, and the same bytes again."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reasoningbank.cli import main
from reasoningbank.core.errors import UserError
from reasoningbank.report.build import build
from reasoningbank.report.compare import compare
from reasoningbank.report.frame import find_runs, load_runs
from reasoningbank.report.stats import clustered, paired_difference, wilson
from tests.report.synthetic import RATES, Synthetic, shopping_grid, webarena_grid, write_run


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("grid")
    small = [replace(run, tasks=40, families=10, intended=187) for run in shopping_grid()]
    for run in small[:-6]:
        write_run(root, run)
    write_run(root, Synthetic(model="scripted", provider="scripted", tasks=12, families=4, memory="none"))
    return root


@pytest.fixture(scope="module")
def written(grid: Path) -> Path:
    out = grid.parent / "report"
    build(find_runs(grid), out)
    return out


def test_the_same_input_gives_the_same_bytes(grid: Path, written: Path, tmp_path: Path) -> None:
    build(find_runs(grid), tmp_path / "report")
    files = {p.relative_to(written) for p in written.rglob("*") if p.is_file()}
    assert files == {
        p.relative_to(tmp_path / "report") for p in (tmp_path / "report").rglob("*") if p.is_file()
    }
    for name in files - {Path("report.html")}:  # it links the run directories by relative paths
        assert (written / name).read_bytes() == (tmp_path / "report" / name).read_bytes(), name


@pytest.mark.parametrize("number", [1, 4, 5, 6, 7, 8, 13])
def test_every_figure_of_the_paper_is_drawn(written: Path, number: int) -> None:
    for form in ("png", "svg"):
        drawn = [p.name for p in (written / "figures").glob(f"figure*.{form}")]
        assert any(re.match(rf"figure{number}\b", name) for name in drawn), drawn


def test_tables_show_the_published_value_and_what_is_missing(written: Path) -> None:
    text = (written / "tables" / "table1.md").read_text()
    assert "49.7" in text and "paper" in text
    assert "memory=awm" in text  # the command that fills an empty cell
    latex = (written / "tables" / "table1.tex").read_text()
    assert latex.count(r"\toprule") == 1 and "SYNTHETIC" not in latex.split("caption")[0]


def test_a_scripted_backbone_is_never_set_beside_the_paper(written: Path) -> None:
    table = pd.read_csv(written / "tables" / "table1.csv")
    column = next(name for name in table if "backbone" in str(name).lower() or "model" in str(name).lower())
    scripted = table[table[column].astype(str).str.contains("scripted")]
    assert len(scripted)
    assert scripted["published"].isna().all() and scripted["difference"].isna().all()


def test_partial_runs_are_told(written: Path) -> None:
    assert (
        "40 of 187" in (written / "tables" / "table1.md").read_text()
        or "40/187" in (written / "tables" / "table1.md").read_text()
    )


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """400 simulated streams of known rates, families that differ: 95 % within binomial error."""
    draw = np.random.default_rng(11)
    families = pd.Series(np.repeat(np.arange(40), 4).astype(str))
    hits = {"wilson": 0, "clustered": 0, "paired": 0}
    for _ in range(400):
        own = draw.normal(0, 0.8, 40)[families.astype(int)]
        chance_a, chance_b = (1 / (1 + np.exp(-(shift + own))) for shift in (0.0, -0.5))
        won_a, won_b = draw.random(160) < chance_a, draw.random(160) < chance_b
        rate = wilson(int((draw.random(160) < 0.4).sum()), 160)
        hits["wilson"] += (rate.low or 0) <= 40 <= (rate.high or 0)
        truth = _expected(0.0)
        found = clustered(pd.Series(won_a, dtype=float), families)
        hits["clustered"] += (found.low or 0) <= truth <= (found.high or 0)
        pair = paired_difference(pd.Series(won_a, dtype=float) - pd.Series(won_b, dtype=float), families)
        hits["paired"] += (pair.low or 0) <= truth - _expected(-0.5) <= (pair.high or 0)
    for name, count in hits.items():
        assert 0.91 <= count / 400 <= 0.985, (name, count)


def _expected(shift: float) -> float:
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    values = 1 / (1 + np.exp(-(shift + 0.8 * points)))
    return float((weights * values).sum() / math.sqrt(2 * math.pi))


def test_lost_tasks_are_left_out_and_counted(tmp_path: Path) -> None:
    write_run(tmp_path, Synthetic(tasks=30, families=5, lost=6))
    built = build(find_runs(tmp_path), tmp_path / "report")
    assert built.page.exists()
    runs = pd.read_csv(tmp_path / "report" / "tables" / "runs.csv").iloc[0].astype(str)
    assert runs["lost"] == "6" and runs["pass@1 [95 %]"].startswith("41.7")  # 10 of 24


def test_two_runs_are_compared_task_by_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = write_run(tmp_path, Synthetic(tasks=50, families=9, rate=0.2))
    two = write_run(tmp_path, Synthetic(tasks=50, families=9, rate=0.8, memory="reasoningbank"))
    found = compare(one, two)
    assert found.tasks == 50 and found.difference.value > 0.3
    assert found.test.only_first > found.test.only_second
    assert len(found.flips) == found.test.only_first + found.test.only_second
    assert main(["compare", str(one), str(two)]) == 0
    assert "lost → won" in capsys.readouterr().out
    other = write_run(tmp_path, Synthetic(subset="admin", tasks=5, families=2))
    with pytest.raises(UserError, match="no scored task"):
        compare(one, other)


def test_the_frame_is_for_notebooks(grid: Path, tmp_path: Path) -> None:
    import reasoningbank

    frame = reasoningbank.load_runs(grid)
    assert {"run", "benchmark", "subset", "backbone", "memory", "seed", "score", "drawn"} <= set(frame)
    assert len(frame) == len(load_runs(str(grid)))


# the page, in a real browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    from playwright.sync_api import sync_playwright

    from envs.browser.chromium import find_chromium

    root = tmp_path_factory.mktemp("page")
    for memory, rate in (("none", 0.3), ("reasoningbank", 0.6)):
        write_run(root, Synthetic(tasks=12, families=4, memory=memory, rate=rate, details=True))
    built = build(find_runs(root), root / "report")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        opened = browser.new_page(viewport={"width": 390, "height": 800})
        problems: list[str] = []
        opened.on("pageerror", lambda error: problems.append(str(error)))
        opened.on(
            "request",
            lambda request: problems.append(request.url) if request.url.startswith("http") else None,
        )
        opened.goto(built.page.as_uri())
        yield opened, problems
        browser.close()


@pytest.mark.browser
def test_the_page_works_from_disk_and_runs_nothing_that_a_model_wrote(page: object) -> None:
    opened, problems = page  # type: ignore[misc]
    assert opened.title() == "ReasoningBank report"
    assert "Task 1 of shopping" in opened.inner_text("body")
    # a task opens by keyboard, with its steps, verdict and score
    opened.locator("#grid tbody tr", has_text="shopping.1").locator("button").first.focus()
    opened.keyboard.press("Enter")
    opened.locator("#detail[open]").wait_for()
    opened.get_by_role("button", name="Open all steps").click()
    told = opened.locator("#detail").text_content()
    assert "I look at page 0." in told and "It looks done." in told and "<script>" in told
    opened.keyboard.press("ArrowRight")
    opened.wait_for_function("location.hash.startsWith('#task-')")
    opened.keyboard.press("Escape")
    assert opened.title() == "ReasoningBank report"  # the planted scripts did not run
    assert problems == []


@pytest.mark.browser
def test_the_page_fits_a_narrow_screen(page: object) -> None:
    opened, _ = page  # type: ignore[misc]
    assert opened.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")


def test_the_grids_are_marked_as_synthetic() -> None:
    assert all(run.label.startswith("SYNTHETIC") for run in webarena_grid())
    assert set(RATES) == {"none", "synapse", "awm", "reasoningbank"}


def test_committed_runs_give_the_committed_tables(tmp_path: Path) -> None:
    """Issue 10; the README beside them works the main numbers by hand."""
    golden = Path(__file__).parent / "golden"
    build(find_runs(golden / "runs"), tmp_path)
    for path in sorted((golden / "tables").iterdir()):
        assert (tmp_path / "tables" / path.name).read_text() == path.read_text(), path.name
