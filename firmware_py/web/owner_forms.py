"""House data on the page: told as JSON, and kept if it is good.

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

from engine.house import shown
from engine.insider.cards import CORNERS as CARD_CORNERS
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE
from engine.insider.cards import VALUES as TABLE_VALUES
from engine.insider.city import CORNERS, INNER, INSIDER, LENGTHS, LINKS, PLACES
from engine.insider.house import CELLARS, of_size
from engine.offline.house import MARKET_CARDS, NETS, SIZES, VALUES, doubts, house_values
from firmware_py.errors import UserError
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of

if TYPE_CHECKING:
    from engine.house import Place
    from engine.insider.house import House as InsiderHouse
    from engine.offline.house import House as OfflineHouse
    from firmware_py.i18n.translations import Translations

MOST_VALUES, DEEPEST, LONGEST, LARGEST = 1000, 6, 100, 10**6
"""Far more than any house has: values in all, values within values, letters of a text, and a number."""
MOST_TOLD = 20
"""Faults that are told one by one."""
NAME_LENGTH = 12
_PARTS = {"offline": {"map", "market"}, "insider": {"board", "cards"}}


def overview(translations: Translations) -> list[dict[str, Any]]:
    """Tell which games have house data, and how far each is known."""
    told = (tell(game, translations) for game in owner_data.GAMES)
    return [{key: house[key] for key in ("game", "name", "verified", "is_stand_in", "unknown")} for house in told]


def tell(game: str, translations: Translations) -> dict[str, Any]:
    """Tell all that an editor needs. Raises a `UserError` if the game has no house data.

    A file that is not good is told with its faults, beside the stand-in.
    """
    if game not in owner_data.GAMES:
        raise UserError(_no_game(game, translations))
    known = owner_data_of(game)
    try:
        house, faults = owner_data.load(game, translations), []
    except UserError as complaint:
        path = owner_data.path_of(game)
        house, faults = known.STAND_IN, str(complaint).replace(path, os.path.basename(path)).splitlines()
    form, unknown, limits = _OF_GAMES[game]
    return {
        "game": game,
        "name": translations(f"{game}.name"),
        "version": _version(game),
        "verified": known.is_verified(house) and not faults,
        "is_stand_in": house == known.STAND_IN,
        "faults": faults,
        "unknown": unknown(house, translations),
        "limits": limits(),
        "house": form(house),
    }


def keep(game: str, given: object, translations: Translations) -> list[str]:
    """Check what came from a browser, and keep it if it is good; gives every fault as a sentence with its place.

    What was there before is kept beside it. To be called where nothing else writes house data meanwhile.
    """
    if game not in owner_data.GAMES:
        return [_no_game(game, translations)]
    told = given if isinstance(given, dict) and not _is_too_much(given) else {}
    values = told.get("house")
    if (
        not isinstance(values, dict) or not values.keys() >= _PARTS[game]
    ):  # a part left out would become the stand-in
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
    return translations("house.no-game", given=shown(game), games=owner_data.GAMES)


def _version(game: str) -> str:
    """Name what lies on the disk; without a file the name is empty."""
    from hashlib import sha256

    try:
        with open(owner_data.path_of(game), "rb") as file:
            return sha256(file.read(owner_data.MOST_KILOBYTES * 1000 + 1)).hexdigest()[:NAME_LENGTH]
    except OSError:
        return ""


def _is_too_much(given: object) -> bool:
    """Tell whether it is so much or so deep that to check it, and to say what is wrong, would take long."""
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


def _said(game: str, faults: list[tuple[Place, Any]], translations: Translations) -> list[str]:
    places = {"offline": _place_in_offline, "insider": _place_in_insider}
    told = [
        translations("page.house-at", place=places[game](place, translations), why=translations.text(why))
        for place, why in faults
    ]
    more = len(told) - MOST_TOLD
    return told if more <= 0 else [*told[:MOST_TOLD], translations("page.house-more-faults", count=more)]


def _place_in_offline(place: Place, translations: Translations) -> str:
    match place:
        case ("map", str(net), *_) if net in NETS:
            return translations("page.house-net", net=net)
        case ("map", *_):
            return translations("page.house-map")
        case ("market", str(card), *_) if card in MARKET_CARDS:
            return translations("page.house-market-card", card=card)
        case ("market", *_):
            return translations("page.house-market")
        case _:
            return translations("offline.name")


def _place_in_insider(place: Place, translations: Translations) -> str:
    match place:
        case ("board", "links", str(path), *_) if path in _WAYS:
            return translations("page.house-path", path=path)
        case ("board", *_):
            return translations("page.house-board")
        case ("cards", int(at), "values", int(table)):
            card = translations("page.house-card", number=at + 1)
            return f"{card}, {translations('page.house-table', number=table + 1)}"
        case ("cards", int(at), *_):
            return translations("page.house-card", number=at + 1)
        case ("cards", *_):
            return translations("page.house-cards")
        case _:
            return translations("insider.name")


# --- Offline


def _unknown_of_offline(house: OfflineHouse, translations: Translations) -> list[str]:
    told = []
    if any(net.links is None for net in house.nets):
        told.append(translations("page.house-map-unlinked"))
    if not house.map_verified:
        told.append(translations("page.house-map-unverified"))
    if not house.market_verified:
        told.append(translations("page.house-market-unverified"))
    doubted = (translations.text(why) for _, why in doubts(house))
    return told + [f"{text[0].upper()}{text[1:]}." for text in doubted]


def _limits_of_offline() -> dict[str, Any]:
    return {"nets": list(NETS), "sites": _ends(SIZES), "market": list(MARKET_CARDS), "values": _ends(VALUES)}


# --- Insider

_WAYS = [f"{one}-{other}" for one, other in LINKS]


def _form_of_insider(house: InsiderHouse) -> dict[str, Any]:
    """Give a house as the values of a file, with every path by its name."""
    board = house.board
    cards = [
        {"values": list(entry.card.values), "corner": entry.card.corner, "verified": entry.verified}
        for entry in house.cards
    ]
    links = dict(zip(_WAYS, board.lengths, strict=True))
    return {"board": {"verified": board.verified, "cellar": board.cellar, "links": links}, "cards": cards}


def _unknown_of_insider(house: InsiderHouse, translations: Translations) -> list[str]:
    told = [] if house.board.verified else [translations("page.house-board-unverified")]
    unseen = sum(not entry.verified for entry in house.cards)
    if unseen:
        told.append(translations("page.house-cards-unverified", count=unseen))
    for size in EVERY_SIZE:
        known = len(of_size(house, size))
        if known < OF_EACH_SIZE:
            told.append(translations("page.house-of-size", size=size, known=known, most=OF_EACH_SIZE))
    return told


def _limits_of_insider() -> dict[str, Any]:
    return {
        "places": list(PLACES),
        "insider": PLACES[INSIDER],
        "homes": list(CORNERS),
        "inner": list(INNER),
        "squares": _ends(LENGTHS),
        "cellar": _ends(CELLARS),
        "tables": _ends(EVERY_SIZE),
        "of_each_size": OF_EACH_SIZE,
        "values": _ends(TABLE_VALUES),
        "corner": _ends(CARD_CORNERS),
    }


def _ends(allowed: range) -> list[int]:
    return [allowed[0], allowed[-1]]


_OF_GAMES: dict[str, Any] = {
    "offline": (house_values, _unknown_of_offline, _limits_of_offline),
    "insider": (_form_of_insider, _unknown_of_insider, _limits_of_insider),
}
"""By game: its data in the form of a file, what is still unknown, and what an editor may offer."""
