"""Matches and players for the page: the list of matches, the leaderboard, and names that change."""

from __future__ import annotations

from collections.abc import Sequence

from engine.verdicts import Sentence, say
from firmware_py.games.drawing.plot import number as number_text
from firmware_py.i18n.default_names import LONGEST_NAME_ON_PANEL, is_default_name, is_person
from firmware_py.i18n.translations import Translations
from firmware_py.outside import BadValue, fields, text
from firmware_py.page.more.statistics import statistics
from firmware_py.storage.entries import MINUTE_MS
from firmware_py.storage.journal import Entry, Result, Status
from firmware_py.storage.reader import JournalReader

MOST_MATCHES = 200
HOUR_MINUTES = 60
NAME = text(200)


def overview(journal: JournalReader, translations: Translations) -> dict[str, object]:
    """Return all players with what they have won, and the latest matches."""
    results = journal.results()
    by_match: dict[int, list[Result]] = {}
    for result in results:
        by_match.setdefault(result.match, []).append(result)
    started, durations = journal.started(), journal.durations()
    every = journal.entries()
    return {
        "players": _players(journal, results, translations),
        "matches": [
            _match(
                entry,
                by_match.get(entry.number, ()),
                started.get(entry.number, entry.date),
                duration(durations.get(entry.number, 0), translations),
                translations,
            )
            for entry in every[:MOST_MATCHES]
        ],
        "statistics": statistics(journal, results, every, translations),
    }


def duration(milliseconds: int, translations: Translations) -> str:
    """Return a time as hours and minutes; empty if it is less than a minute.

    >>> from firmware_py.i18n.translations import Translations
    >>> [duration(minutes * MINUTE_MS, Translations("en")) for minutes in (0, 42, 90)]
    ['', '42 min', '1 h 30 min']
    """
    hours, minutes = divmod(milliseconds // MINUTE_MS, HOUR_MINUTES)
    if hours:
        return translations("page.hours", hours=hours, minutes=minutes)
    return translations("page.minutes", minutes=minutes) if minutes else ""


def _match(
    entry: Entry, results: Sequence[Result], date: str, lasted: str, translations: Translations
) -> dict[str, object]:
    winners = tuple(dict.fromkeys(result.player for result in results if result.won))
    points = ", ".join(dict.fromkeys(f"{result.player} {number_text(result.points)}" for result in results))
    won = translations("box.won", winners=winners) if winners else translations("page.unfinished")
    game = f"{entry.setup.game}.name"
    return {
        "number": entry.number,
        "title": translations(game) if game in translations.table else entry.setup.game,
        "date": date,
        "players": ", ".join(entry.players),
        "result": f"{won} {points}".strip(),
        "duration": lasted,
        "can_go_on": entry.status in {Status.OPEN, Status.PARKED},
    }


def _players(
    journal: JournalReader, results: Sequence[Result], translations: Translations
) -> list[dict[str, object]]:
    """Return the players: those with the most wins first, those without a match last."""
    names = [name for name in journal.names() if is_person(name)]
    also: dict[str, list[str]] = {}
    for name, player in journal.people.aliases.items():
        also.setdefault(player, []).append(name)
    found = []
    for name in names:
        own = [result for result in results if result.player == name]
        games = dict.fromkeys(result.game for result in own)
        found.append(
            {
                "name": name,
                "also": sorted(also.get(name, ())),
                "games": len(own),
                "wins": sum(result.won for result in own),
                "by_game": [
                    _by_game([result for result in own if result.game == game], translations) for game in games
                ],
            }
        )
    return sorted(found, key=lambda one: (not one["games"], -int(str(one["wins"])), int(str(one["games"]))))


def _by_game(own: Sequence[Result], translations: Translations) -> dict[str, object]:
    key = f"{own[0].game}.name"
    return {
        "title": translations(key) if key in translations.table else own[0].game,
        "games": len(own),
        "wins": sum(result.won for result in own),
        "best": max(result.points for result in own),
    }


def change_name(journal: JournalReader, given: object) -> Sentence | None:
    """Rename a player, merge two, or separate them again; return what is wrong with the request."""
    try:
        name, to = fields(given, name=NAME, to=NAME).values()
    except BadValue:
        return say("page.no-action")
    if name == to and name in journal.people.aliases:
        journal.people.separate(name)
        return None
    new = " ".join(to.split())
    if not new or not new.isprintable() or is_default_name(new) or name not in journal.names():
        return say("page.no-action")
    if len(new) > LONGEST_NAME_ON_PANEL:
        return say("page.name-long", name=new, most=LONGEST_NAME_ON_PANEL)
    journal.people.rename(name, new)
    return None
