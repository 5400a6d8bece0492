"""What the log of Nim tells besides its acts: a heap that is empty now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.nim import State

    from engine.verdicts import Sentence


def consequences(before: State, after: State, _seat: int | None) -> list[Sentence]:
    """Return which heap an act has emptied."""
    heaps = enumerate(zip(before.heaps, after.heaps, strict=True), start=1)
    return [say("nim.heap", heap=heap, count=now) for heap, (was, now) in heaps if was > now == 0]


def retold(told: Sequence[Sentence], _state: State, _number: int) -> list[Sentence]:
    """Return the same: Nim has no rounds."""
    return list(told)
