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
    from typing import Any

    from engine.game import Rules


class Game:
    """A game that the box knows; everything else about it lies in the folder of its name."""

    __slots__ = ("name", "seats", "title")

    def __init__(self, name: str, title: str, seats: range) -> None:
        """Name a game, and who can play it."""
        self.name = name
        self.title = title
        self.seats = seats

    def rules(self) -> Rules[Any]:
        """Load the rules; tests prove, with mypy's help, that they fulfil the contract."""
        from importlib import import_module

        module: Any = import_module(f"{__name__}.{self.name}")
        rules: Rules[Any] = module
        return rules


GAMES = {
    game.name: game
    for game in (
        Game("insider", "Insider (Piatnik)", range(2, 5)),
        Game("inside", "Inside (Gigamic)", range(2, 3)),
        Game("offline", "Offline (franjos)", range(2, 5)),
        Game("online", "Online (Internet card game)", range(2, 7)),
    )
}
