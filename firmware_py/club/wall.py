"""The tables as the pages show them: a small JSON for each table, in the language of each browser."""

from __future__ import annotations

from collections import Counter

from engine import GAMES
from firmware_py.club.club import Club
from firmware_py.club.messages import Seat, Table
from firmware_py.http.responses import as_json
from firmware_py.i18n.default_names import default_name
from firmware_py.i18n.translations import Translations, translations_of

DIGITS_SHOWN = 4
"""Of the id of a box, behind a name that two tables have."""


def title_of(game: str, translations: Translations) -> str:
    """Return the name of a game; one that this server does not know is called by its id."""
    return translations(f"{game}.name") if game in GAMES else game.capitalize()


def seat_name(game: str | None, seat: Seat, translations: Translations) -> str:
    """Return what a seat is called that has no player's name."""
    if game not in GAMES:
        return translations("home.player", seat=seat.seat)
    return default_name(game, seat.mark, translations)


class Wall:
    """Serializes the tables, each of them only when it has changed. For one thread."""

    def __init__(self, club: Club) -> None:
        """Start with an empty cache."""
        self._club = club
        self._cache: dict[tuple[str, str], tuple[object, str]] = {}
        self._parts: dict[str, tuple[int, dict[str, str]]] = {}
        """The version of the club and its tables, by language: all browsers of a language share them."""

    def parts(self, language: str) -> dict[str, str]:
        """Return every table as JSON, by a key that begins with `table-`."""
        version = self._club.version
        known = self._parts.get(language)
        if known is None or known[0] != version:
            known = self._parts[language] = (version, self._serialize(language))
        return known[1]

    def _serialize(self, language: str) -> dict[str, str]:
        tables = self._club.tables()
        names = Counter(table.table for table, _ in tables)
        parts = {}
        for order, (table, is_there) in enumerate(tables):
            now = (order, table, is_there, names[table.table] > 1)
            known = self._cache.get((language, table.box))
            if known is None or known[0] != now:
                known = (now, as_json(_table(*now, translations=translations_of(language))))
                self._cache[language, table.box] = known
            parts[f"table-{table.box}"] = known[1]
        return parts


def _table(
    order: int,
    table: Table,
    is_there: bool,  # noqa: FBT001 - all four are the key of the cache
    is_twin: bool,  # noqa: FBT001
    translations: Translations,
) -> dict[str, object]:
    game = table.game
    return {
        "box": table.box,
        "order": order,
        "name": f"{table.table} ({table.box[:DIGITS_SHOWN]})" if is_twin else table.table,
        "is_there": is_there,
        "status": table.status,
        "title": "" if game is None else title_of(game, translations),
        "acts": table.acts,
        "began": round(table.began),
        "seats": [
            seat._replace(name=seat.name or seat_name(game, seat, translations))._asdict() for seat in table.seats
        ],
    }
