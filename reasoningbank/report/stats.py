"""Intervals and tests (docs/statistics.md). SciPy computes; what it has is not written anew."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 2000
POWER = 0.8
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rate:
    """A proportion in per cent with its 95 % Wilson interval; n is its denominator."""

    percent: float | None
    low: float | None
    high: float | None
    successes: int
    n: int


def wilson(successes: int, n: int) -> Rate:
    """Wilson score interval. Everything but the counts is None for n = 0."""
    from scipy.stats import binomtest

    if n == 0:
        return Rate(None, None, None, 0, 0)
    interval = binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return Rate(100 * successes / n, 100 * interval.low, 100 * interval.high, successes, n)


@dataclass(frozen=True)
class Mean:
    """A mean over tasks; the interval is None where fewer than two families or tasks are there."""

    value: float
    low: float | None
    high: float | None
    se: float | None
    n: int
    families: int


def clustered(values: pd.Series[float], families: pd.Series[str]) -> Mean:
    """Mean of one number a task, standard error clustered by task family, t interval with G - 1 df.

    The sandwich estimator of an intercept-only regression with the G / (G - 1) correction
    (Liang and Zeger 1986; Miller 2024, "Adding error bars to evals", section 2.2).
    """
    from scipy.stats import t

    y = values.to_numpy(float)
    n, mean = len(y), float(y.mean())
    codes, names = pd.factorize(families.to_numpy())
    sums = np.bincount(codes, y - mean, len(names))
    g = len(names)
    if g < 2:
        return Mean(mean, None, None, None, n, g)
    se = math.sqrt(g / (g - 1) * float(sums @ sums)) / n
    reach = float(t.ppf((1 + CONFIDENCE) / 2, g - 1)) * se
    return Mean(mean, mean - reach, mean + reach, se, n, g)


@dataclass(frozen=True)
class Difference:
    """First minus second over the tasks that both have, percentage points or steps or dollars."""

    value: float
    low: float | None
    high: float | None
    n: int
    families: int


def paired_difference(differences: pd.Series[float], families: pd.Series[str]) -> Difference:
    """Mean of one difference a task; the interval resamples whole families. Missing ones are left out."""
    known = differences.notna().to_numpy()
    delta, clusters = differences.to_numpy(float)[known], families.to_numpy()[known]
    if not len(delta):
        return Difference(math.nan, None, None, 0, 0)
    codes, names = pd.factorize(clusters)
    sums = np.bincount(codes, delta, len(names)).astype(float)
    low, high = _bootstrap(sums, np.bincount(codes, minlength=len(names)).astype(float))
    return Difference(float(delta.mean()), low, high, len(delta), len(names))


def _bootstrap(sums: Floats, counts: Floats) -> tuple[float | None, float | None]:
    """Percentile interval of sum(sums) / sum(counts) over resampled families."""
    from scipy.stats import bootstrap

    if len(sums) < 2:
        return None, None
    found = bootstrap(
        (sums, counts),
        lambda s, c, axis: s.sum(axis) / c.sum(axis),
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(0),  # the same input gives the same bytes
    ).confidence_interval
    return float(found.low), float(found.high)


@dataclass(frozen=True)
class McNemar:
    """Tasks that only one of two streams solved, and the exact two-sided p."""

    only_first: int
    only_second: int
    n: int
    p: float


def mcnemar(first: pd.Series[bool], second: pd.Series[bool]) -> McNemar:
    """Exact McNemar test of one stream against another (indices are tasks)."""
    from scipy.stats import binomtest

    common = first.index.intersection(second.index)
    a, b = first[common].to_numpy(bool), second[common].to_numpy(bool)
    only_first, only_second = int((a & ~b).sum()), int((b & ~a).sum())
    discordant = only_first + only_second
    p = float(binomtest(only_first, discordant).pvalue) if discordant else 1.0
    return McNemar(only_first, only_second, len(common), p)


def detectable(n: int, discordance: float) -> float | None:
    """The smallest paired difference (points) that n tasks find with power 0.8 at the 5 % level.

    Connor's formula for McNemar's test; `discordance` is the share of tasks that only one method
    solves. None when even the largest possible difference would not be found.
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    if n == 0 or discordance <= 0:
        return None
    alpha, power = norm.ppf((1 + CONFIDENCE) / 2), norm.ppf(POWER)

    def lacking(d: float) -> float:
        needed = alpha * math.sqrt(discordance) + power * math.sqrt(max(discordance - d * d, 0.0))
        return float(d * math.sqrt(n) - needed)

    most = min(discordance, math.sqrt(discordance))
    if lacking(most) < 0:
        return None
    return 100 * float(brentq(lacking, 0.0, most))
