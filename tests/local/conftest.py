"""A cache folder and a package folder of the test's own."""

from __future__ import annotations

from tests.embed.conftest import cache, packages

__all__ = ["cache", "packages"]
