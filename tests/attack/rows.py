"""The rows of the attacks: what is promised, what was measured, and whether the promise was kept."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

PROMISE_WIDTH = 66


class Row(NamedTuple):
    """One promise and what an attack has measured."""

    promise: str
    """What must hold, with its limit: `moves lost after a kill: 0`."""
    figure: str
    """What was measured: `0 of 8,248 in 400 kills`."""
    is_kept: bool


def table(results: Sequence[tuple[str, Row]]) -> Iterator[str]:
    """Yield the lines of a table of attacks and their rows."""
    yield f"{'attack':10}{'promise':{PROMISE_WIDTH}}{'kept':6}measured"
    for attack, row in results:
        yield f"{attack:10}{row.promise:{PROMISE_WIDTH}}{'yes' if row.is_kept else 'NO':6}{row.figure}"
