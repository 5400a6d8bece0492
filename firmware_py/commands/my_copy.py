"""`sideline my-copy`: show, check, import and export owner data."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable

from engine.verdicts import Sentence, say
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.commands.shared.output import json_line
from firmware_py.commands.shared.records import read_input
from firmware_py.commands.shared.table import COMMANDS
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import has_owner_data, owner_data_of
from firmware_py.i18n.translations import Translations

FAULTY = 2


def main(given: Arguments, translations: Translations) -> int:
    """Show, check, import or export the owner data of a game."""
    as_json = "json" in given
    match given.arguments:
        case []:
            raise UserError(say("my-copy.which-game", games=owner_data.games()))
        case [game, *_] if not has_owner_data(game):
            games = owner_data.games()
            raise UserError(with_suggestion(say("my-copy.no-game", given=game, games=games), game, games))
        case [game] | [game, "show"]:
            _show(game, translations, as_json=as_json)
        case [_, "check" | "import"]:
            raise UserError(say("my-copy.which-file"))
        case [game, "check", source]:
            return _check(game, source, translations, as_json=as_json)
        case [game, "import", source]:
            _import(game, source, translations)
        case [game, "export"]:
            sys.stdout.write(owner_data_of(game).write(owner_data.load(game)))
        case [_, verb, *_]:
            verbs = COMMANDS["my-copy"].verbs
            raise UserError(with_suggestion(say("my-copy.bad-verb", given=verb, verbs=verbs), verb, verbs))
    return 0


def _check(game: str, source: str, translations: Translations, *, as_json: bool) -> int:
    try:
        read_input(source)
        doubts = owner_data.doubts(game, owner_data.read_file(game, source), source)
    except UserError as error:
        if not as_json:
            raise
        sys.stdout.write(json_line({"file": source, "ok": False, "faults": [*map(translations.text, error.why)]}))
        return FAULTY
    if as_json:
        sys.stdout.write(json_line({"file": source, "ok": True, "doubts": [*map(translations.text, doubts)]}))
    else:
        _print([*doubts, say("my-copy.good", source=source)], translations)
    return 0


def _show(game: str, translations: Translations, *, as_json: bool) -> None:
    if as_json:
        data = tomllib.loads(owner_data_of(game).write(owner_data.load(game)))
        sys.stdout.write(json_line({"game": game, "file": owner_data.path_of(game), **data}))
        return
    for head, items in owner_data_of(game).show(owner_data.load(game)):
        _print([head], translations)
        _print(items, translations, indent="  ")
    _print([say("my-copy.file", path=owner_data.path_of(game))], translations)


def _import(game: str, source: str, translations: Translations) -> None:
    read_input(source)
    data, path = owner_data.read_file(game, source), owner_data.path_of(game)
    doubts = owner_data.doubts(game, data, source)
    try:
        old = owner_data.keep_old(game)
        owner_data.save(game, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(say("my-copy.cannot-write", path=path, reason=reason)) from None
    kept = [] if old is None else [say("my-copy.kept", path=old)]
    _print([*doubts, say("my-copy.imported", path=path), *kept], translations)


def _print(lines: Iterable[Sentence], translations: Translations, indent: str = "") -> None:
    for line in lines:
        sys.stdout.write(f"{indent}{translations.text(line)}\n")
