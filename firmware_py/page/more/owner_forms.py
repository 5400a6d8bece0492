"""Owner data on the page: sent as JSON, checked and saved when it comes back.

The JSON has the structure of the TOML files, so the checks of `games.owner_data` are the only ones. What comes
back may be anything: its size is checked first, then its content; then it is written.

    sent      {"owner_data": {"map": {"verified": false, "A": {"sites": 7, "links": ["A1-A2", …]}, …}}, …}
    received  {"version": the version that was sent, "owner_data": {...}}

The version is a hash of the file that the person has seen. The file may change meanwhile (the box learns
evaluation cards, or a second phone edits it): then saving is refused with a message.
"""

from __future__ import annotations

import os
from hashlib import sha256

from engine.acts import shown
from engine.values import KeyPath
from engine.verdicts import Sentence, say
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import has_owner_data, owner_data_of, owner_form_of
from firmware_py.i18n.translations import Translations

MOST_VALUES, MOST_LEVELS, LONGEST_TEXT, LARGEST_NUMBER = 3000, 6, 100, 10**6
"""Far more than any owner data has: values in total, nesting, length of a text, absolute value of a number."""
MOST_FAULTS = 20
"""Faults that are listed one by one; of the others only their number."""
NAME_LENGTH = 12


def overview(translations: Translations) -> list[dict[str, object]]:
    """Return the games that have owner data, and whether it was compared with the real game."""
    found = []
    for game in owner_data.games():
        data, faults = _loaded(game, translations)
        is_checked = owner_data_of(game).is_checked(data) and not faults
        found.append({"game": game, "name": translations(f"{game}.name"), "verified": is_checked})
    return found


def form_of(game: str, translations: Translations) -> dict[str, object]:
    """Return everything that the editor needs. Raises a `UserError` if the game has no owner data.

    If the file has faults, they are listed and the form has the placeholder.
    """
    if not has_owner_data(game):
        raise UserError(_no_game(game))
    data, faults = _loaded(game, translations)
    page = owner_form_of(game)
    return {
        "game": game,
        "version": _version(game),
        "is_placeholder": data == owner_data_of(game).PLACEHOLDER,
        "faults": faults,
        "unknown": page.unknown(data, translations),
        "limits": page.limits(),
        "owner_data": page.form(data),
    }


def _loaded(game: str, translations: Translations) -> tuple[object, list[str]]:
    """Return the saved owner data; if the file has faults, the placeholder and the faults."""
    try:
        return owner_data.load(game), []
    except UserError as error:
        path = owner_data.path_of(game)
        faults = [translations.text(fault).replace(path, os.path.basename(path)) for fault in error.why]
        return owner_data_of(game).PLACEHOLDER, faults


def save(game: str, given: object, translations: Translations) -> list[str]:
    """Check the data from a browser and save it; return the faults as texts, empty if it was saved.

    The old file is kept as a copy. Call it in the program's thread: nothing else may write owner data meanwhile.
    """
    if not has_owner_data(game):
        return [translations.text(_no_game(game))]
    received = given if isinstance(given, dict) and not _is_too_large(given) else {}
    values = received.get("owner_data")
    if not isinstance(values, dict) or not values.keys() >= owner_form_of(game).PARTS:
        return [translations("page.my-copy-no-data")]
    data, faults = owner_data_of(game).read(values)
    if faults:
        return _fault_texts(game, faults, translations)
    if received.get("version") != _version(game):
        return [translations("page.my-copy-changed-elsewhere")]
    try:
        if owner_data.look(game) != data:  # saving the same again would replace the copy of the old file
            owner_data.keep_old(game)
            owner_data.save(game, data)
    except (OSError, ValueError) as error:  # ValueError: the old file is not text
        return [translations("my-copy.cannot-save", reason=getattr(error, "strerror", None) or str(error))]
    return []


def _no_game(game: str) -> Sentence:
    return say("my-copy.no-game", given=shown(game), games=owner_data.games())


def _version(game: str) -> str:
    """Return a hash of the file; empty if there is none."""
    try:
        with open(owner_data.path_of(game), "rb") as file:
            return sha256(file.read(owner_data.MOST_KILOBYTES * 1000 + 1)).hexdigest()[:NAME_LENGTH]
    except OSError:
        return ""


def _is_too_large(given: object) -> bool:
    """Return whether a value is so large or so deeply nested that checking it would take long."""
    values, level = 0, [given]
    for _ in range(MOST_LEVELS):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                below += value
            elif (isinstance(value, str) and len(value) > LONGEST_TEXT) or (
                isinstance(value, int) and abs(value) > LARGEST_NUMBER
            ):
                return True
        values += len(below)
        if values > MOST_VALUES:
            return True
        level = below
    return bool(level)


# --- faults


def _fault_texts(game: str, faults: list[tuple[KeyPath, Sentence]], translations: Translations) -> list[str]:
    name_of = owner_form_of(game).place_name
    texts = [
        translations("page.my-copy-at", place=name_of(place, translations), why=translations.text(why))
        for place, why in faults
    ]
    more = len(texts) - MOST_FAULTS
    return texts if more <= 0 else [*texts[:MOST_FAULTS], translations("page.my-copy-more-faults", count=more)]
