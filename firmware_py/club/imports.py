"""Records of games that were played elsewhere, as results of the club."""

from __future__ import annotations

from engine import GAMES
from engine.advisor import opponent_of
from engine.match import Match
from engine.records import write_record
from engine.verdicts import say
from firmware_py.club.messages import DATE, ELSEWHERE, Player, Result, imported_id
from firmware_py.errors import UserError
from firmware_py.games.replay import games_of, play_record
from firmware_py.i18n.default_names import is_default_name
from firmware_py.mqtt.results import teams_of


def read_results(text: str, source: str) -> list[Result]:
    """Return a result for each game of a record. Raises a `UserError` if one is refused or not over."""
    found = []
    for number, (record, match) in enumerate(games_of(text, source), start=1):
        for line, act, refusal in play_record(record, match):
            if refusal is not None:
                why = say("club.refused-act", act=act, why=refusal.why)
                raise UserError(say("cli.in-line", source=source, line=line, why=why))
        if not match.standing().is_decided:
            raise UserError(say("club.not-over", source=source, number=number))
        found.append(_result(match))
    return found


def _result(match: Match[object]) -> Result:
    """Return the result of a match."""
    setup, standing = match.setup, match.standing()
    record = write_record(setup, match.log)
    teams, opponent = teams_of(setup), opponent_of(setup, GAMES[setup.game].levels)
    players = tuple(
        Player(
            seat,
            "" if is_default_name(name) else name,
            standing.points.get(seat, 0),
            seat in standing.winners,
            next((at for at, team in enumerate(teams, start=1) if seat in team), seat),
            is_box=opponent is not None and opponent[0] == seat,
        )
        for seat, name in enumerate(match.players, start=1)
    )
    date = setup.tags.get("Date", "")
    return Result(
        imported_id(record),
        len(match.log),
        is_withdrawn=False,
        box=ELSEWHERE,
        table=ELSEWHERE,
        game=setup.game,
        date=date if DATE.fullmatch(date) else "",
        players=players,
        record=record,
    )
