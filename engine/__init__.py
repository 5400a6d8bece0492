"""The rules. Pure: no I/O, no clock, no hardware, no chance of its own; the standard library only.

`GAMES` lists the games; the rules of one are loaded when somebody asks for them. A game is a module that fulfils
`Rules` (in `game`): its state is an immutable value, an act is a sentence (`acts`), undo is the state before.
`Match` is a game with its log: undo, redo, amend, overrule. `records` reads and writes games as text, `steps` says
how keys lead to an act, `verdicts` has sentences and refusals, an `Advisor` plays a game. Anybody may call it.

>>> from engine.acts import read_act
>>> from engine.game import Setup
>>> rules = GAMES["inside"].rules()
>>> state = rules.play(rules.start(Setup("inside", ("Anna", "Ben"))), read_act("1 place L310"))
>>> rules.judge(state, read_act("2 place D210")).rule, len(rules.legal(state)), rules.standing(state).over
('ID-2', 28, False)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from engine.advisor import Advisor
from engine.game import Rules


class GameOption(NamedTuple):
    """What can be agreed on before a game: a tag of its setup and the values, the default first.

    >>> GameOption("Market", ("printed", "per-player"), only_if=("Mode", "expert")).is_asked(3, {"Mode": "expert"})
    True
    """

    tag: str
    values: tuple[str, ...]
    seats: Collection[int] = range(1, 10)
    """With how many players it is asked."""
    only_if: tuple[str, str] | None = None
    """Another tag and the value that it has to have."""
    is_for_each: bool = False
    """Every player takes another of the values, and the tag has them all, seat 1 first."""

    def is_asked(self, players: int, tags: Mapping[str, str]) -> bool:
        """Return whether there is something to choose."""
        return players in self.seats and (self.only_if is None or tags.get(self.only_if[0]) == self.only_if[1])


class Game(NamedTuple):
    """A game that the box knows; everything else about it lies in the folder of its name."""

    name: str
    title: str
    seats: range
    usual_players: int
    """How many play if nobody says it."""
    options: tuple[GameOption, ...] = ()
    begins: int | None = None
    """The seat that begins, if the rules say so."""
    orderless: tuple[str, str] | None = None
    """The tag and its value with which it does not matter who begins."""
    seat_names: tuple[str, ...] = ()
    """What seats are called that have no player's name: `NAME.player-light` is the sentence for `light`.

    Without them seats are numbered. With an option `Colours` the players choose from its colours, and those are
    the seat names (`engine/colours.py`).
    """
    dice_verb: str | None = None
    """The verb of an act that tells what dice show: `1 roll 3 5`."""
    time_limit: tuple[str, str] | None = None
    """The tag with the agreed minutes, if they are a number, and the verb of the act that ends the game."""
    levels: tuple[str, ...] = ()
    """Those of the opponent, the weakest first, if the box can play the game (`engine/advisor.py`)."""

    def rules(self) -> Rules[object]:
        """Load the rules; tests prove, with mypy's help, that they fulfil the contract."""
        module: Any = import_module(f"{__name__}.{self.name}")
        rules: Rules[object] = module
        return rules

    def advisor(self, **limits: int) -> Advisor[Any]:
        """Load what plays the game and make an advisor; the game must have levels."""
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
            usual_players=3,
            options=(
                GameOption("Depth", ("stair", "board")),
                GameOption("Colours", ("red", "yellow", "green", "blue"), is_for_each=True),
                GameOption("Homes", ("a1", "a5", "e1", "e5"), only_if=("Depth", "board"), is_for_each=True),
            ),
            seat_names=("red", "yellow", "green", "blue"),
            dice_verb="roll",
        ),
        Game(
            "inside",
            "Inside (Gigamic)",
            range(2, 3),
            usual_players=2,
            begins=1,
            seat_names=("light", "dark"),
            levels=("beginner", "easy", "medium", "hard", "perfect"),
        ),
        Game(
            "offline",
            "Offline (franjos)",
            range(2, 5),
            usual_players=2,
            options=(
                GameOption("Depth", ("board", "score")),
                GameOption("Mode", ("basic", "expert")),
                GameOption("Market", ("printed", "per-player"), only_if=("Mode", "expert")),
            ),
            orderless=("Depth", "score"),
        ),
        Game(
            "online",
            "Online (Internet card game)",
            range(2, 7),
            usual_players=2,
            options=(
                GameOption("Parties", ("teams", "single"), seats=(4,)),
                GameOption("Parties", ("teams", "trios"), seats=(6,)),
                GameOption("Goals", ("6 4 2 2", "3 2 1 1", "8 6 3 3")),
                GameOption("Limit", ("none", "30", "45", "60", "90")),
                GameOption("Line", ("at-once", "next-turn")),
            ),
            time_limit=("Limit", "time"),
        ),
    )
}
