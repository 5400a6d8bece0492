"""Owner data on the page: told as JSON, and kept if it is good.

What goes to the browser and what comes back has the form of the TOML files, so the checks of `games.owner_data`
are the only ones. What comes back may be anything: it is measured first, then checked, then written.

    told    {"house": {"map": {"verified": false, "A": {"sites": 7, "links": ["A1-A2", ...]}, ...}, ...}, ...}
    given   {"version": what was told, "house": {...}}

The version names the file that a person has seen. A box learns evaluation cards while people edit, and there may
be two phones: who would save over something unseen is told so first.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from engine.owner_data import shown
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import has_owner_data, owner_data_of, owner_form_of

if TYPE_CHECKING:
    from engine.owner_data import Place
    from engine.verdicts import Sentence
    from firmware_py.i18n.translations import Translations

MOST_VALUES, DEEPEST, LONGEST, LARGEST = 1000, 6, 100, 10**6
"""Far more than any house has: values in all, values within values, letters of a text, and a number."""
MOST_TOLD = 20
"""Faults that are told one by one."""
NAME_LENGTH = 12


def overview(translations: Translations) -> list[dict[str, object]]:
    """Return the games that have owner data, and whether somebody has compared it with a copy of the game."""
    told = []
    for game in owner_data.games():
        house, faults = _loaded(game, translations)
        is_verified = owner_data_of(game).is_verified(house) and not faults
        told.append({"game": game, "name": translations(f"{game}.name"), "verified": is_verified})
    return told


def tell(game: str, translations: Translations) -> dict[str, object]:
    """Return all that an editor needs. Raises a `UserError` if the game has no owner data.

    A file that is not good is told with its faults, beside the stand-in.
    """
    if not has_owner_data(game):
        raise UserError(_no_game(game, translations))
    house, faults = _loaded(game, translations)
    page = owner_form_of(game)
    return {
        "game": game,
        "version": _version(game),
        "is_stand_in": house == owner_data_of(game).STAND_IN,
        "faults": faults,
        "unknown": page.unknown(house, translations),
        "limits": page.limits(),
        "house": page.form(house),
    }


def _loaded(game: str, translations: Translations) -> tuple[Any, list[str]]:
    """Return the owner data on the disk; if it is not good the placeholder, with every fault of the file."""
    try:
        return owner_data.load(game, translations), []
    except UserError as complaint:
        path = owner_data.path_of(game)
        faults = str(complaint).replace(path, os.path.basename(path)).splitlines()
        return owner_data_of(game).STAND_IN, faults


def keep(game: str, given: object, translations: Translations) -> list[str]:
    """Check what came from a browser, and keep it if it is good; gives every fault as a sentence with its place.

    What was there before is kept beside it. To be called where nothing else writes house data meanwhile.
    """
    if not has_owner_data(game):
        return [_no_game(game, translations)]
    told = given if isinstance(given, dict) and not _is_too_much(given) else {}
    values = told.get("house")
    if not isinstance(values, dict) or not values.keys() >= owner_form_of(game).PARTS:
        return [translations("page.house-no-data")]
    house, faults = owner_data_of(game).read(values)
    if faults:
        return _said(game, faults, translations)
    if told.get("version") != _version(game):
        return [translations("page.house-changed-elsewhere")]
    try:
        if owner_data.look(game) != house:  # the same once more would push out what was there before
            owner_data.keep_old(game)
            owner_data.save(game, house)
    except (OSError, ValueError) as error:  # a file that is no text is a ValueError
        return [translations("house.cannot-save", reason=getattr(error, "strerror", None) or str(error))]
    return []


def _no_game(game: str, translations: Translations) -> str:
    return translations("house.no-game", given=shown(game), games=owner_data.games())


def _version(game: str) -> str:
    """Name what lies on the disk; without a file the name is empty."""
    from hashlib import sha256

    try:
        with open(owner_data.path_of(game), "rb") as file:
            return sha256(file.read(owner_data.MOST_KILOBYTES * 1000 + 1)).hexdigest()[:NAME_LENGTH]
    except OSError:
        return ""


def _is_too_much(given: object) -> bool:
    """Return whether it is so much or so deep that to check it, and to say what is wrong, would take long."""
    values, level = 0, [given]
    for _ in range(DEEPEST):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                below += value
            elif (isinstance(value, str) and len(value) > LONGEST) or (
                isinstance(value, int) and abs(value) > LARGEST
            ):
                return True
        values += len(below)
        if values > MOST_VALUES:
            return True
        level = below
    return bool(level)


# --- faults


def _said(game: str, faults: list[tuple[Place, Sentence]], translations: Translations) -> list[str]:
    name_of = owner_form_of(game).place_name
    told = [
        translations("page.house-at", place=name_of(place, translations), why=translations.text(why))
        for place, why in faults
    ]
    more = len(told) - MOST_TOLD
    return told if more <= 0 else [*told[:MOST_TOLD], translations("page.house-more-faults", count=more)]
