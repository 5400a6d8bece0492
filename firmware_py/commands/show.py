"""`sideline show`: draw the position after the last act of a record."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from firmware_py.commands.records import for_each_record
from firmware_py.games.lookup import text_of
from firmware_py.games.standings import heading, standing_text
from firmware_py.storage.replay import play_all

if TYPE_CHECKING:
    from firmware_py.commands.options import Given
    from firmware_py.i18n.translations import Translations


def main(given: Given, translations: Translations) -> int:
    """Print the position; return 1 if an act of the record was refused."""
    return for_each_record(given, translations, partial(_draw, translations=translations))


def _draw(source: str, _labels: dict[str, str], translations: Translations) -> int:
    """Draw the position after each game of one record."""
    any_refused = False
    for number, match, refused in play_all(source, translations):
        named = translations.naming(match.names)
        drawing = text_of(match.setup.game).draw(match.state, named)
        sys.stdout.write(heading(number, match, translations))
        sys.stdout.write(f"{drawing}\n\n{named.text(match.ask().what)}\n{standing_text(match, translations)}")
        any_refused = any_refused or refused > 0
    return int(any_refused)
