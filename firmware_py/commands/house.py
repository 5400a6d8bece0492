"""`sideline house`: shows, checks, imports and exports what an owner has read off their own box."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from firmware_py import houses
from firmware_py.complaint import Complaint

if TYPE_CHECKING:
    from firmware_py.words import Words


def main(arguments: list[str], words: Words) -> int:
    """Do what is asked for."""
    match arguments:
        case []:
            raise Complaint(words("house.which-game", games=houses.GAMES))
        case [game, *_] if game not in houses.GAMES:
            raise Complaint(words("house.no-game", given=game, games=houses.GAMES))
        case [game] | [game, "show"]:
            _show(game, words)
        case [_, "check" | "import"]:
            raise Complaint(words("house.which-file"))
        case [game, "check", source]:
            _, doubts = houses.check_file(game, source, words)
            sys.stdout.write("\n".join([*doubts, words("house.good", source=source)]) + "\n")
        case [game, "import", source]:
            _import(game, source, words)
        case [game, "export"]:
            sys.stdout.write(import_module(f"firmware_py.houses.{game}").write(houses.load(game, words)))
        case _:
            raise Complaint(words("cli.bad-option", given=" ".join(arguments[1:]), command="house"))
    return 0


def _show(game: str, words: Words) -> None:
    house = houses.load(game, words)
    sys.stdout.write(import_module(f"firmware_py.houses.{game}").show(house, words))
    sys.stdout.write(words("house.file", path=houses.path_of(game)) + "\n")


def _import(game: str, source: str, words: Words) -> None:
    (house, doubts), path = houses.check_file(game, source, words), houses.path_of(game)
    try:
        old = houses.keep_old(game)
        houses.save(game, house)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Complaint(words("house.cannot-write", path=path, reason=reason)) from None
    sys.stdout.write("\n".join([*doubts, words("house.imported", path=path)]) + "\n")
    if old is not None:
        sys.stdout.write(words("house.kept", path=old) + "\n")
