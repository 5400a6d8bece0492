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
    from collections.abc import Collection, Mapping
    from typing import Any

    from engine.advisor import Advisor
    from engine.game import Rules


class Option:
    """What can be agreed on before a game: a tag of its setup and the values, the default first.

    >>> Option("Market", ("printed", "per-player"), only_if=("Mode", "expert")).is_asked(3, {"Mode": "expert"})
    True
    """

    __slots__ = ("is_for_each", "only_if", "seats", "tag", "values")

    def __init__(
        self,
        tag: str,
        values: tuple[str, ...],
        seats: Collection[int] = range(1, 10),
        only_if: tuple[str, str] | None = None,
        *,
        is_for_each: bool = False,
    ) -> None:
        """Name an option; with how many players it is asked, and which other tag has to have which value.

        If it is for each player, every player takes another of the values, and the tag has them all, seat 1 first.
        """
        self.tag = tag
        self.values = values
        self.seats = seats
        self.only_if = only_if
        self.is_for_each = is_for_each

    def is_asked(self, players: int, tags: Mapping[str, str]) -> bool:
        """Return whether there is something to choose."""
        return players in self.seats and (self.only_if is None or tags.get(self.only_if[0]) == self.only_if[1])


class Game:
    """A game that the box knows; everything else about it lies in the folder of its name."""

    __slots__ = (
        "begins",
        "dice_verb",
        "levels",
        "name",
        "options",
        "seat_names",
        "seats",
        "time_limit",
        "title",
        "usual_players",
    )

    def __init__(  # noqa: PLR0913 - most of them by name
        self,
        name: str,
        title: str,
        seats: range,
        *options: Option,
        begins: int | None = None,
        usual_players: int | None = None,
        seat_names: tuple[str, ...] = (),
        dice_verb: str | None = None,
        time_limit: tuple[str, str] | None = None,
        levels: tuple[str, ...] = (),
    ) -> None:
        """Name a game, who can play it, and what can be agreed on; everything else may be left out.

        `begins` is the seat that begins if the rules say so, `usual_players` how many play if nobody says it.
        `seat_names` are what seats are called that have no player's name: `NAME.player-light` is the sentence for
        `light`; without them seats are numbered. With an option `Colours` the players choose from its colours, and
        those are the seat names (`engine/colours.py`). `dice_verb` is the verb of an act that tells what dice
        show: `1 roll 3 5`. `time_limit` is the tag that has the minutes that were agreed on, if they are a number,
        and the verb of the act of the table that ends the game after them. `levels` are those of the opponent, the
        weakest first, if the box can play the game: `engine/advisor.py` says what that needs.
        """
        self.name = name
        self.title = title
        self.seats = seats
        self.options = options
        self.begins = begins
        self.usual_players = seats[0] if usual_players is None else usual_players
        self.seat_names = seat_names
        self.dice_verb = dice_verb
        self.time_limit = time_limit
        self.levels = levels

    def rules(self) -> Rules[object]:
        """Load the rules; tests prove, with mypy's help, that they fulfil the contract."""
        from importlib import import_module

        module: Any = import_module(f"{__name__}.{self.name}")
        rules: Rules[object] = module
        return rules

    def advisor(self, **limits: int) -> Advisor[Any]:
        """Load what plays the game and make an advisor; the game must have levels."""
        from importlib import import_module

        module: Any = import_module(f"{__name__}.{self.name}.search")
        advisor: Advisor[Any] = module.Advisor(**limits)
        return advisor


GAMES = {
    game.name: game
    for game in (
        Game(
            "insider",
            "Insider (Piatnik)",
            range(2, 5),
            Option("Depth", ("stair", "board")),
            Option("Colours", ("red", "yellow", "green", "blue"), is_for_each=True),
            Option("Homes", ("a1", "a5", "e1", "e5"), only_if=("Depth", "board"), is_for_each=True),
            usual_players=3,
            seat_names=("red", "yellow", "green", "blue"),
            dice_verb="roll",
        ),
        Game(
            "inside",
            "Inside (Gigamic)",
            range(2, 3),
            begins=1,
            seat_names=("light", "dark"),
            levels=("beginner", "easy", "medium", "hard", "perfect"),
        ),
        Game(
            "offline",
            "Offline (franjos)",
            range(2, 5),
            Option("Depth", ("board", "score")),
            Option("Mode", ("basic", "expert")),
            Option("Market", ("printed", "per-player"), only_if=("Mode", "expert")),
        ),
        Game(
            "online",
            "Online (Internet card game)",
            range(2, 7),
            Option("Parties", ("teams", "single"), seats=(4,)),
            Option("Parties", ("teams", "trios"), seats=(6,)),
            Option("Goals", ("6 4 2 2", "3 2 1 1", "8 6 3 3")),
            Option("Limit", ("none", "30", "45", "60", "90")),
            time_limit=("Limit", "time"),
        ),
    )
}
