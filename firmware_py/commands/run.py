"""`sideline run`: the box itself. For now without hardware, in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine import GAMES
from engine.game import Setup
from engine.records import write_record
from firmware_py.complaint import Complaint
from firmware_py.options import read_options

if TYPE_CHECKING:
    from firmware_py.words import Words

GAME = "inside"
LONGEST_NAME = 16
"""Characters that the title bar of the prompt can show."""


def main(arguments: list[str], words: Words) -> int:
    """Play in this terminal until the person leaves."""
    options, _ = read_options("run", arguments, ["players="], words, records=0)
    players = _names(options.get("--players"), words)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Complaint(words("terminal.none"))

    from drivers.terminal import Terminal
    from firmware_py.box import Box
    from firmware_py.terminal_box import run

    box = Box(GAMES[GAME].rules(), Setup(GAME, players), words)
    with Terminal() as terminal:
        run(box, terminal)
    if box.match.log:  # there is no journal yet: what was played is given back as a record
        sys.stdout.write(write_record(box.match.setup, box.match.log))
    return 0


def _names(given: str | None, words: Words) -> tuple[str, ...]:
    if given is None:
        return words("inside.player-light"), words("inside.player-dark")
    names = tuple(name.strip() for name in given.split(","))
    seats = GAMES[GAME].seats
    if len(names) not in seats or not all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names):
        raise Complaint(words("terminal.names", seats=seats[0], most=LONGEST_NAME))
    return names
