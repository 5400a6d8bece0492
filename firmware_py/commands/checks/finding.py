"""What `sideline doctor` finds about a part."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from engine.verdicts import Sentence, say


class Finding(NamedTuple):
    """A part, and what is wrong with it."""

    part: str
    """The end of its translation key, after `part.`."""
    why: Sentence | None
    """None if it works."""
    remedy: Sentence
    detail: str = ""
    """What the system or a library says about it, in English."""
    name: Sentence | None = None
    """What it is called, if there is more to say than its name."""


def together(faults: Iterable[Sentence]) -> Sentence | None:
    """Return several faults as one sentence; None if there are none."""
    known = list(faults)
    return reduce(lambda first, then: say("doctor.both", first=first, then=then), known) if known else None
