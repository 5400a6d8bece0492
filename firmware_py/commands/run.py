"""`sideline run`: the box itself. For now without hardware, in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine import GAMES, Game
from engine.game import Setup
from engine.records import write_record
from engine.verdicts import BadSetup
from firmware_py.complaint import Complaint
from firmware_py.options import read_options

if TYPE_CHECKING:
    from firmware_py.box import Box
    from firmware_py.words import Words

LONGEST_NAME = 15
"""Characters that fit wherever the panel shows a name."""
DEFAULT = "insider"
INTERRUPTED = 130
PLAYERS = {
    "inside": ("inside.player-light", "inside.player-dark"),
    "insider": ("insider.player-red", "insider.player-yellow", "insider.player-green"),
    "offline": ("offline.player-1", "offline.player-2"),
    "online": ("online.player-1", "online.player-2"),
}
"""What players are called who give no names."""


def main(arguments: list[str], words: Words) -> int:
    """Play in this terminal until the person leaves."""
    options, rest = read_options("run", arguments, ["players=", "tags="], words, records=range(2))
    game = rest[0] if rest else DEFAULT
    if game not in GAMES:
        raise Complaint(words("record.unknown-game", given=game, games=tuple(GAMES)))
    players = _names(GAMES[game], options.get("--players"), words)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Complaint(words("terminal.none"))

    from drivers.terminal import Terminal
    from firmware_py.terminal_box import run

    box = new_box(game, players, _tags(options.get("--tags"), words), words)
    status = 0
    try:
        with Terminal() as terminal:
            run(box, terminal)
    except KeyboardInterrupt:
        status = INTERRUPTED
    played = [match for match in (*box.finished, box.match) if match.log]
    if played:  # there is no journal yet: what was played is given back as a record
        sys.stdout.write("\n".join(write_record(match.setup, match.log) for match in played))
    return status


def new_box(game: str, players: tuple[str, ...], tags: dict[str, str], words: Words) -> Box:
    """Make the box for a game, with what is known of the owner's own."""
    from importlib import import_module

    from firmware_py import houses
    from firmware_py.box import Box

    rules = GAMES[game].rules()
    setup, memory = Setup(game, players, tags=tags), None
    if game in houses.GAMES:
        house, own = houses.load(game, words), import_module(f"firmware_py.houses.{game}")
        setup, memory = setup._replace(tags={**tags, **own.tags(house)}), own.memory(house)
    try:
        return Box(rules, setup, words, memory=memory)
    except BadSetup as error:
        raise Complaint(words.text(error.why)) from None


def _tags(given: str | None, words: Words) -> dict[str, str]:
    """Read options of a game as a record would have them: `Parties=trios, Limit=30`."""
    pairs = [pair.partition("=") for pair in given.split(",")] if given else []
    if not all(sign and name.strip().isidentifier() for name, sign, _ in pairs):
        raise Complaint(words("terminal.tags"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _names(game: Game, given: str | None, words: Words) -> tuple[str, ...]:
    if given is None:
        return tuple(words(key) for key in PLAYERS[game.name])
    names = tuple(name.strip() for name in given.split(","))
    if len(names) not in game.seats or not all(
        0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names
    ):
        key = "terminal.names" if len(game.seats) == 1 else "terminal.names-between"
        raise Complaint(words(key, least=game.seats[0], seats=game.seats[-1], most=LONGEST_NAME))
    return names
