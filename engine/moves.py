"""Moves of a game in the log of a match: which acts are moves, and how many stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.acts import Act
from engine.game import MATCH_VERBS
from engine.match import REDO, UNDO, inner_of


def is_move(act: Act) -> bool:
    """Return whether an act is a move of the game, and not one of the match, such as an undo or a correction.

    >>> from engine.acts import read_act
    >>> [is_move(read_act(line)) for line in ("1 draw", "amend 1 roll 3 5", "undo", "1 hint", "fix turn 2")]
    [True, True, False, False, False]
    """
    return inner_of(act).verb not in MATCH_VERBS


def running_counts(log: Iterable[Act]) -> Iterator[int]:
    """Yield after each act how many moves of the game stand; what was undone or amended does not count.

    >>> from engine.acts import read_act
    >>> log = ("1 roll 3 4", "amend 1 roll 3 5", "1 stop", "1 hint", "undo", "redo", "undo", "fix turn 2")
    >>> list(running_counts(map(read_act, log)))
    [1, 1, 2, 2, 1, 2, 1, 1]
    """
    standing: list[bool] = []
    undone: list[bool] = []
    count = 0
    for act in log:
        if act == UNDO:
            undone.append(standing.pop())
            count -= undone[-1]
        elif act == REDO:
            standing.append(undone.pop())
            count += standing[-1]
        elif act.verb != "hint":
            if act.verb == "amend":
                count -= standing.pop()
            standing.append(is_move(act))
            count += standing[-1]
            undone.clear()
        yield count


def count_moves(log: Iterable[Act]) -> int:
    """Return how many moves of the game stand after a log.

    >>> from engine.acts import read_act
    >>> count_moves([read_act("1 draw")]), count_moves([])
    (1, 0)
    """
    *_, count = 0, *running_counts(log)
    return count
