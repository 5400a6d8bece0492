"""A finished match as a message: who played, how it ended, and its record."""

from __future__ import annotations

from engine import GAMES
from engine.acts import quote
from engine.advisor import opponent_of
from engine.game import Setup
from engine.records import write_record
from engine.verdicts import BadSetup
from firmware_py.i18n.default_names import default_names, is_default_name
from firmware_py.i18n.translations import translations_of
from firmware_py.mqtt.table_state import FORMAT
from firmware_py.storage.results import MatchResult

NAME = "name"
"""The verb of the act that gives a seat another name: `name 2 "Dora"`."""


def result_json(result: MatchResult, *, names: bool, language: str) -> dict[str, object]:
    """Return a result as plain values, without what belongs to the box: its id, its name, the time."""
    setup, teams = result.setup, teams_of(result.setup)
    opponent = opponent_of(setup, GAMES[setup.game].levels) if setup.game in GAMES else None
    players = []
    for seat in result.seats:
        is_named = names and not is_default_name(seat.name)
        players.append(
            {
                **seat._replace(name=seat.name if is_named else "")._asdict(),
                "team": next((at for at, team in enumerate(teams, start=1) if seat.seat in team), seat.seat),
                "is_box": opponent is not None and opponent[0] == seat.seat,
            }
        )
    return {
        "format": FORMAT,
        "match": result.number,
        "revision": result.revision,
        "game": setup.game,
        "date": result.date,
        "minutes": result.minutes,
        "players": players,
        "record": record_of(result, names=names, language=language),
    }


def record_of(result: MatchResult, *, names: bool, language: str) -> str:
    """Return the record of a match; without names, players are called after their seats."""
    setup, lines = result.setup, result.lines
    if not names:
        players = default_names(setup, translations_of(language), len(setup.players))
        called = {str(seat): name for seat, name in enumerate(players, start=1)}
        setup = setup._replace(players=players)
        lines = tuple(_unnamed(line, called) for line in lines)
    return write_record(setup, ()) + "".join(f"{line}\n" for line in lines)


def _unnamed(line: str, called: dict[str, str]) -> str:
    """Return an act without a name in it; it stays an act, because an undo after it counts on that."""
    verb, seat = (*line.split(" "), "")[:2]
    return f"{verb} {seat} {quote(called.get(seat, '?'))}" if verb == NAME else line


def teams_of(setup: Setup) -> list[tuple[int, ...]]:
    """Return the seats of each team; none if everybody plays for themselves.

    >>> from engine.game import Setup
    >>> teams_of(Setup("inside", ("Anna", "Ben")))
    []
    """
    if setup.game not in GAMES:
        return []
    rules = GAMES[setup.game].rules()
    try:
        parties = rules.standing(rules.start(setup)).details.get("parties")
    except BadSetup:  # it was begun under other rules
        return []
    found = parties if isinstance(parties, list) else []
    return [tuple(party["seats"]) for party in found if isinstance(party, dict) and "seats" in party]
