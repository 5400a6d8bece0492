"""`sideline house`: show, check, import and export owner data."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import has_owner_data, owner_data_of

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], translations: Translations) -> int:
    """Show, check, import or export the owner data of a game."""
    match arguments:
        case []:
            raise UserError(translations("house.which-game", games=owner_data.games()))
        case [game, *_] if not has_owner_data(game):
            raise UserError(translations("house.no-game", given=game, games=owner_data.games()))
        case [game] | [game, "show"]:
            _show(game, translations)
        case [_, "check" | "import"]:
            raise UserError(translations("house.which-file"))
        case [game, "check", source]:
            _, doubts = owner_data.check_file(game, source, translations)
            sys.stdout.write("\n".join([*doubts, translations("house.good", source=source)]) + "\n")
        case [game, "import", source]:
            _import(game, source, translations)
        case [game, "export"]:
            sys.stdout.write(owner_data_of(game).write(owner_data.load(game, translations)))
        case _:
            raise UserError(translations("cli.bad-option", given=" ".join(arguments[1:]), command="house"))
    return 0


def _show(game: str, translations: Translations) -> None:
    data = owner_data.load(game, translations)
    sys.stdout.write(owner_data_of(game).show(data, translations))
    sys.stdout.write(translations("house.file", path=owner_data.path_of(game)) + "\n")


def _import(game: str, source: str, translations: Translations) -> None:
    (data, doubts), path = owner_data.check_file(game, source, translations), owner_data.path_of(game)
    try:
        old = owner_data.keep_old(game)
        owner_data.save(game, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(translations("house.cannot-write", path=path, reason=reason)) from None
    sys.stdout.write("\n".join([*doubts, translations("house.imported", path=path)]) + "\n")
    if old is not None:
        sys.stdout.write(translations("house.kept", path=old) + "\n")
