"""How deep the tests go.

`make test` tries a fixed sample of what is long, `make test-all` (`pytest --full`) tries everything. A test, or a
case of a test, that is only in the full run has the mark `slow`.
"""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

_FAST_SHARE = 5
"""The fast run tries one in so many of Hypothesis' examples."""
EXAMPLES = 100
"""How many examples Hypothesis tries of a property that says nothing else."""

_full = False


def set_full(*, full: bool) -> None:
    """Choose the full run, before any test is imported."""
    global _full  # noqa: PLW0603 - one choice for the whole process, made once by conftest.py
    _full = full


def depth(fast: int, *, full: int) -> int:
    """Return how often a test repeats something inside, in the run that goes on now."""
    return full if _full else fast


def examples(full: int = EXAMPLES) -> int:
    """Return how many examples Hypothesis tries, in the run that goes on now."""
    return depth(full // _FAST_SHARE, full=full)


def seeds(full: int, *, fast: int) -> list[Any]:
    """Return the seeds from 0 on as parameters; all after the first few are slow."""
    return slow_unless(range(full), range(fast))


def slow_unless(values: Iterable[Any], fast: Collection[Any]) -> list[Any]:
    """Return values as parameters; all that are not among the fast ones are slow."""
    return [value if value in fast else pytest.param(value, marks=pytest.mark.slow) for value in values]
