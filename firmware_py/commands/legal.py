"""`sideline legal`: list the legal acts after the last act of a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_py.commands.options import read_options
from firmware_py.games.standings import heading, json_line
from firmware_py.storage.replay import play_all

if TYPE_CHECKING:
    from firmware_py.i18n.translations import Translations


def main(arguments: list[str], translations: Translations) -> int:
    """Print the legal acts; return 1 if an act of the record was refused."""
    options, (source,) = read_options("legal", arguments, ["json"])
    games = list(play_all(source, translations))
    for number, match, _ in games:
        acts = sorted(map(str, match.legal()))
        if "--json" in options:
            sys.stdout.write(json_line({"game": number, "legal": acts}))
            continue
        if len(games) > 1:
            sys.stdout.write(heading(number, match, translations))
        sys.stdout.write("\n".join(acts or [translations("cli.none-lawful")]) + "\n")
    return int(any(refused for _, _, refused in games))
