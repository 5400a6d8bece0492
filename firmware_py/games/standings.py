"""The heading and the standing of a match, as text and as plain values."""

from __future__ import annotations

from engine.game import Standing
from engine.match import Match
from engine.verdicts import Sentence, say
from firmware_py.games.lookup import text_of
from firmware_py.i18n.translations import Translations


def heading(number: int, match: Match[object], translations: Translations) -> str:
    """Return a heading with the game of a record and its players."""
    players = ", ".join(match.players)
    return translations("cli.game", number=number, game=match.setup.game, players=players) + "\n"


def points(standing: Standing, names: tuple[str, ...]) -> str:
    """Return the players with their points; a player of two seats is listed once."""
    scored = (f"{name} {standing.points[seat]}" for seat, name in enumerate(names, start=1))
    return ", ".join(dict.fromkeys(scored))


def points_lines(standing: Standing, names: tuple[str, ...]) -> list[Sentence]:
    """Return a line for each player with the points; a player of two seats is listed once."""
    scored = {name: standing.points[seat] for seat, name in enumerate(names, start=1)}
    return [say("home.standing", label=name, points=count) for name, count in scored.items()]


def winners(standing: Standing, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the winners."""
    return tuple(dict.fromkeys(names[seat - 1] for seat in standing.winners))


def sheet_text(match: Match[object], translations: Translations) -> str:
    """Return the score sheet of a game that is over; empty if it has none."""
    standing = match.standing()
    if not standing.is_decided or "sheet" not in standing.details:
        return ""
    sheet = text_of(match.setup.game).sheet(match.state, translations.naming(match.names))
    return f"\n{sheet}\n\n" if sheet else ""


def standing_text(match: Match[object], translations: Translations, ended: Standing | None = None) -> str:
    """Return the standing of a match, or the result that was stored: points and, at the end, who won."""
    return result_text(match.setup.game, *standing_of(match, ended), translations)


def standing_of(match: Match[object], ended: Standing | None) -> tuple[Standing, tuple[str, ...]]:
    """Return the standing of a match and its names; if a different result was stored, that one."""
    if ended is None or agrees(match, ended):
        return match.standing(), match.names
    return ended, match.players


def standing_lines(game: str, standing: Standing, names: tuple[str, ...]) -> list[Sentence]:
    """Return a standing as lines for a dialog."""
    lines = [say("home.standing", label=say(f"{game}.points"), points=points(standing, names))]
    return [*lines, say("box.won", winners=winners(standing, names))] if standing.is_decided else lines


def agrees(match: Match[object], ended: Standing) -> bool:
    """Return whether a match, replayed now, has the stored result, for the seats that were stored."""
    now = match.standing()
    own = {seat: points for seat, points in now.points.items() if seat in ended.points}
    return now.is_decided and own == ended.points and set(ended.winners) == set(own) & set(now.winners)


def result_text(game: str, standing: Standing, names: tuple[str, ...], translations: Translations) -> str:
    """Return a standing as text: points and, at the end, who won."""
    label, scored = translations(f"{game}.points"), points(standing, names)
    if not standing.is_decided:
        return translations("cli.standing", label=label, points=scored) + "\n"
    return translations("cli.standing-won", label=label, points=scored, winners=winners(standing, names)) + "\n"


def standing_values(match: Match[object]) -> dict[str, object]:
    """Return the standing of a match as plain values."""
    standing = match.standing()
    return {
        "over": standing.over,
        **({"played_out": True} if standing.played_out else {}),
        "winners": list(standing.winners),
        "points": {str(seat): points for seat, points in standing.points.items()},
        **standing.details,
    }
