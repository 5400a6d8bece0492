"""`sideline games`: list the games."""

from __future__ import annotations

import sys

from engine import GAMES
from firmware_py.errors import UserError

TYPE_CHECKING = False  # see firmware_py.i18n.translations
if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], translations: Translations) -> int:
    """Print each game with its number of players and a description."""
    if arguments:
        from engine.verdicts import say  # imported late: it takes longer than the list

        raise UserError(say("cli.bad-option", given=arguments[0], command="games"))
    for game in GAMES.values():
        seats = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
        about = translations(f"{game.name}.about")
        sys.stdout.write(f"{game.name:10}{game.title}, {translations('cli.seats', seats=seats)}\n{'':10}{about}\n")
    return 0
