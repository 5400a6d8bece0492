"""The rules of a game for the page, from the short texts that the box quotes."""

from __future__ import annotations

import re

from firmware_py.i18n.translations import Translations, keys_of

RULE = re.compile(r"[A-Z]{1,2}-\d+")
OF_EVERY_GAME = re.compile(r"M-\d+")


def rules_of(game: str, translations: Translations) -> dict[str, object]:
    """Return every rule of a game, then those of undo and corrections, which hold in every game."""
    own = keys_of(game)
    ids = [key for key in translations.table if RULE.fullmatch(key) and key in own]
    ids += [key for key in translations.table if OF_EVERY_GAME.fullmatch(key)]
    return {
        "title": translations(f"{game}.name"),
        "about": translations(f"{game}.about"),
        "rules": [{"id": key, "text": translations.table[key]} for key in ids],
    }
