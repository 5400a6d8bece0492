"""What the log of Nim tells besides its acts: a heap that is empty now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verdicts import say
from firmware_py.games.contract import retold_as_it_was

if TYPE_CHECKING:
    from engine.nim import State

    from engine.verdicts import Sentence


def consequences(before: State, after: State, _seat: int | None) -> list[Sentence]:
    """Return which heap an act has emptied."""
    heaps = enumerate(zip(before.heaps, after.heaps, strict=True), start=1)
    return [say("nim.heap", heap=heap, count=now) for heap, (was, now) in heaps if was > now == 0]


retold = retold_as_it_was
