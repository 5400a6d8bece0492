"""`sideline house`: shows, checks, imports and exports what an owner has read off their own box."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], words: Translations) -> int:
    """Do what is asked for."""
    match arguments:
        case []:
            raise UserError(words("house.which-game", games=owner_data.GAMES))
        case [game, *_] if game not in owner_data.GAMES:
            raise UserError(words("house.no-game", given=game, games=owner_data.GAMES))
        case [game] | [game, "show"]:
            _show(game, words)
        case [_, "check" | "import"]:
            raise UserError(words("house.which-file"))
        case [game, "check", source]:
            _, doubts = owner_data.check_file(game, source, words)
            sys.stdout.write("\n".join([*doubts, words("house.good", source=source)]) + "\n")
        case [game, "import", source]:
            _import(game, source, words)
        case [game, "export"]:
            sys.stdout.write(owner_data_of(game).write(owner_data.load(game, words)))
        case _:
            raise UserError(words("cli.bad-option", given=" ".join(arguments[1:]), command="house"))
    return 0


def _show(game: str, words: Translations) -> None:
    house = owner_data.load(game, words)
    sys.stdout.write(owner_data_of(game).show(house, words))
    sys.stdout.write(words("house.file", path=owner_data.path_of(game)) + "\n")


def _import(game: str, source: str, words: Translations) -> None:
    (house, doubts), path = owner_data.check_file(game, source, words), owner_data.path_of(game)
    try:
        old = owner_data.keep_old(game)
        owner_data.save(game, house)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(words("house.cannot-write", path=path, reason=reason)) from None
    sys.stdout.write("\n".join([*doubts, words("house.imported", path=path)]) + "\n")
    if old is not None:
        sys.stdout.write(words("house.kept", path=old) + "\n")
