"""`sideline games`: list the games."""

from __future__ import annotations

import sys

from engine import GAMES, Game
from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.i18n.translations import Translations


def main(given: Arguments, translations: Translations) -> int:
    """Print each game with its number of players and a description."""
    if "json" in given:
        for game in GAMES.values():
            sys.stdout.write(json_line(_values(game, translations)))
        return 0
    for game in GAMES.values():
        seats = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
        about = translations(f"{game.name}.about")
        sys.stdout.write(f"{game.name:10}{game.title}, {translations('cli.seats', seats=seats)}\n{'':10}{about}\n")
    return 0


def _values(game: Game, translations: Translations) -> dict[str, object]:
    """Return what is known of a game as plain values."""
    options = [
        {
            "name": option.tag.lower(),
            "values": option.values,
            "players": [*option.seats],
            "only_if": option.only_if,
        }
        for option in game.options
    ]
    return {
        "name": game.name,
        "title": game.title,
        "players": [*game.seats],
        "about": translations(f"{game.name}.about"),
        "levels": game.levels,
        "options": options,
    }
