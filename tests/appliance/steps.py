"""What a proof consists of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tests.appliance.box import Box

AnyBox = TypeVar("AnyBox", bound=Box)
Steps = tuple[tuple[str, Callable[[AnyBox], None]], ...]
"""What is claimed, and what tries it, one after the other on the same box."""


def prove(box: AnyBox, steps: Steps[AnyBox]) -> None:
    """Try one step after the other; the first that fails is the last."""
    for claim, tried in steps:
        with box.machine.report.step(claim):
            tried(box)
