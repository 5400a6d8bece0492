"""`sideline show`: draw the position after the last act of a record."""

from __future__ import annotations

import sys
from functools import partial

from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.commands.shared.records import for_each_record, play_all
from firmware_py.games.lookup import text_of
from firmware_py.games.standings import heading, standing_text, standing_values
from firmware_py.i18n.translations import Translations


def main(given: Arguments, translations: Translations) -> int:
    """Print the position; return 1 if an act of the record was refused."""
    as_json = "json" in given
    return for_each_record(given, translations, partial(_draw, translations=translations, as_json=as_json))


def _draw(source: str, labels: dict[str, str], translations: Translations, *, as_json: bool) -> int:
    """Draw the position after each game of one record."""
    any_refused = False
    for number, match, refused in play_all(source, translations):
        named = translations.naming(match.names)
        drawing, asked = text_of(match.setup.game).draw(match.state, named), named.text(match.ask().what)
        if as_json:
            values = {"name": match.setup.game, "players": match.players, "refused": refused, "asks": asked}
            values |= {"seats": match.ask().seats, "drawing": drawing.splitlines()}
            sys.stdout.write(json_line({**labels, "game": number, **values, "standing": standing_values(match)}))
        else:
            sys.stdout.write(heading(number, match, translations))
            sys.stdout.write(f"{drawing}\n\n{asked}\n{standing_text(match, translations)}")
        any_refused = any_refused or refused > 0
    return int(any_refused)
