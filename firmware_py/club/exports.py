"""Results for others: CSV for spreadsheets, JSON for programs, and the JSON that the score app BG Stats reads."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from uuid import NAMESPACE_URL, uuid5

from engine import GAMES
from firmware_py.club.store import Stored

COLUMNS = ("id", "date", "table", "game", "minutes", "seat", "player", "team", "points", "won", "box")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for a formula."""
MIDNIGHT = "00:00:00"


def as_csv(results: Iterable[Stored]) -> str:
    """Return a line for each player of each result."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for result in results:
        for player in result.players:
            about = (result.id, result.day, _cell(result.place), result.game, result.minutes)
            own = (
                player.seat,
                _cell(player.name),
                player.team,
                player.points,
                int(player.won),
                int(player.is_box),
            )
            writer.writerow((*about, *own))
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def as_json(results: Iterable[Stored]) -> str:
    """Return all results with everything that is known of them."""
    listed = [
        {**result._asdict(), "players": [player._asdict() for player in result.players]} for result in results
    ]
    return json.dumps({"format": 1, "results": listed}, ensure_ascii=False, indent=1)


def as_bg_stats(results: Sequence[Stored]) -> str:
    """Return named results as BG Stats exports and reads them: tables that are joined by numbers."""
    named = [result for result in results if all(player.name for player in result.players)]
    players = _numbered(player.name for result in named for player in result.players)
    games = _numbered(result.game for result in named)
    places = _numbered(result.place for result in named)
    plays = [
        {
            "uuid": _uuid("match", result.id),
            "playDate": f"{result.day} {MIDNIGHT}",
            "entryDate": result.received[:19].replace("T", " "),
            "modificationDate": result.received[:19].replace("T", " "),
            "durationMin": result.minutes,
            "gameRefId": games[result.game],
            "locationRefId": places[result.place],
            "usesTeams": _uses_teams(result),
            "manualWinner": True,
            "ignored": False,
            "rounds": 0,
            "playerScores": [
                {
                    "playerRefId": players[player.name],
                    "score": str(player.points),
                    "winner": player.won,
                    "newPlayer": False,
                    "startPlayer": False,
                    "seatOrder": player.seat,
                    "rank": 0,
                    "team": str(player.team) if _uses_teams(result) else "",
                }
                for player in result.players
            ],
        }
        for result in named
    ]
    tables = {
        "players": [
            {"id": number, "uuid": _uuid("player", name), "name": name, "isAnonymous": False, "bggUsername": ""}
            for name, number in players.items()
        ],
        "locations": [
            {"id": number, "uuid": _uuid("location", name), "name": name} for name, number in places.items()
        ],
        "games": [
            {
                "id": number,
                "uuid": _uuid("game", name),
                "name": GAMES[name].title if name in GAMES else name,
                "bggId": 0,
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
            }
            for name, number in games.items()
        ],
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(tables, ensure_ascii=False, indent=1)


def _uses_teams(result: Stored) -> bool:
    return len({player.team for player in result.players}) < len(result.players)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), start=1)}


def _uuid(kind: str, name: str) -> str:
    """Return an id that is the same in every export, so that a second import adds nothing twice."""
    return str(uuid5(NAMESPACE_URL, f"sideline:{kind}:{name}")).upper()
