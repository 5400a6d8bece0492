"""`sideline legal`: list the legal acts after the last act of a record."""

from __future__ import annotations

import sys
from functools import partial

from firmware_py.commands.shared.options import Arguments
from firmware_py.commands.shared.output import json_line
from firmware_py.commands.shared.records import for_each_record, play_all
from firmware_py.games.standings import heading
from firmware_py.i18n.translations import Translations


def main(given: Arguments, translations: Translations) -> int:
    """Print the legal acts; return 1 if an act of the record was refused."""
    as_json = "json" in given
    return for_each_record(given, translations, partial(_list, translations=translations, as_json=as_json))


def _list(source: str, labels: dict[str, str], translations: Translations, *, as_json: bool) -> int:
    """List the legal acts after each game of one record."""
    games = list(play_all(source, translations))
    for number, match, _ in games:
        acts = sorted(map(str, match.legal()))
        if as_json:
            sys.stdout.write(json_line({**labels, "game": number, "legal": acts}))
            continue
        if len(games) > 1:
            sys.stdout.write(heading(number, match, translations))
        sys.stdout.write("\n".join(acts or [translations("cli.none-allowed")]) + "\n")
    return int(any(refused for _, _, refused in games))
