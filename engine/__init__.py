"""The rules. Pure: no I/O, no clock, no hardware, no chance of its own; the standard library only.

`GAMES` lists the games. What can be said of one without its rules is there at once; the rules are loaded
when somebody asks for them, so that a box starts as fast with four games as with one.

>>> print(GAMES["inside"].title, GAMES["inside"].seats)
Inside (Gigamic) range(2, 3)
>>> rules = GAMES["inside"].rules()
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own costs more to import than everything here
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine.game import Rules


class Game:
    """A game that the box knows."""

    __slots__ = ("name", "rules", "seats", "title")

    def __init__(self, name: str, title: str, seats: range, rules: Callable[[], Rules[Any]]) -> None:
        """Name a game, who can play it, and where its rules are."""
        self.name = name
        self.title = title
        self.seats = seats
        self.rules = rules


def _inside() -> Rules[Any]:
    from engine import inside

    return inside


def _insider() -> Rules[Any]:
    from engine import insider

    return insider


def _offline() -> Rules[Any]:
    from engine import offline

    return offline


def _online() -> Rules[Any]:
    from engine import online

    return online


GAMES = {
    game.name: game
    for game in (
        Game("insider", "Insider (Piatnik)", range(2, 5), _insider),
        Game("inside", "Inside (Gigamic)", range(2, 3), _inside),
        Game("offline", "Offline (franjos)", range(2, 5), _offline),
        Game("online", "Online (Internet card game)", range(2, 7), _online),
    )
}
