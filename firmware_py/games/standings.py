"""What is said of a match as a whole: its heading and its standing, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Standing
    from engine.match import Match
    from firmware_py.i18n.translations import Translations


def heading(number: int, match: Match[Any], translations: Translations) -> str:
    """Name a game of a record and its players."""
    players = ", ".join(match.players)
    return translations("cli.game", number=number, game=match.setup.game, players=players) + "\n"


def points(standing: Standing, names: tuple[str, ...]) -> str:
    """List the players with their points; who plays two seats is listed once."""
    scored = (f"{name} {standing.points[seat]}" for seat, name in enumerate(names, start=1))
    return ", ".join(dict.fromkeys(scored))


def winners(standing: Standing, names: tuple[str, ...]) -> tuple[str, ...]:
    """Name those who have won."""
    return tuple(dict.fromkeys(names[seat - 1] for seat in standing.winners))


def sheet_text(match: Match[Any], translations: Translations) -> str:
    """Write the score sheet of a game that is over, if it has one."""
    standing = match.standing()
    if not standing.is_decided or "sheet" not in standing.details:
        return ""
    from firmware_py.games.lookup import text_of

    sheet = text_of(match.setup.game).sheet(match.state, translations.naming(match.names))
    return f"\n{sheet}\n\n" if sheet else ""


def standing_text(match: Match[Any], translations: Translations, ended: Standing | None = None) -> str:
    """Say how a match stands, or how it has ended if that was noted: points and, at the end, who won."""
    return result_text(match.setup.game, *standing_of(match, ended), translations)


def standing_of(match: Match[Any], ended: Standing | None) -> tuple[Standing, tuple[str, ...]]:
    """Give how a match stands and who plays each seat; if it was noted to have ended otherwise, that."""
    if ended is None or agrees(match, ended):
        return match.standing(), match.names
    return ended, match.players


def standing_lines(game: str, standing: Standing, names: tuple[str, ...], translations: Translations) -> list[str]:
    """Say a standing in lines for the panel."""
    told = [f"{translations(f'{game}.points')}: {points(standing, names)}"]
    return [*told, translations("box.won", winners=winners(standing, names))] if standing.is_decided else told


def agrees(match: Match[Any], ended: Standing) -> bool:
    """Tell whether a match ends today as it was noted then, for each player's own seat."""
    now = match.standing()
    own = {seat: points for seat, points in now.points.items() if seat in ended.points}
    return now.is_decided and own == ended.points and set(ended.winners) == set(own) & set(now.winners)


def result_text(game: str, standing: Standing, names: tuple[str, ...], translations: Translations) -> str:
    """Say a standing: points and, at the end, who won."""
    label, scored = translations(f"{game}.points"), points(standing, names)
    if not standing.is_decided:
        return translations("cli.standing", label=label, points=scored) + "\n"
    return translations("cli.standing-won", label=label, points=scored, winners=winners(standing, names)) + "\n"


def standing_json(number: int, match: Match[Any]) -> str:
    """Write how a match stands as a line of JSON, the last of each game."""
    standing = match.standing()
    values = {
        "over": standing.over,
        **({"played_out": True} if standing.played_out else {}),
        "winners": list(standing.winners),
        "points": {str(seat): points for seat, points in standing.points.items()},
        **standing.details,
    }
    return json_line({"game": number, "standing": values})


def json_line(values: Mapping[str, object]) -> str:
    """Write values as one line of JSON."""
    from json import dumps

    return dumps(values, ensure_ascii=False) + "\n"
