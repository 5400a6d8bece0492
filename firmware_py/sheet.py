"""The standing of a match, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.match import Match
    from firmware_py.words import Words


def standing_text(match: Match[Any], words: Words) -> str:
    """Say how a match stands: points and, at the end, who won."""
    standing = match.standing()
    points = ", ".join(f"{name} {standing.points[seat]}" for seat, name in enumerate(match.players, start=1))
    label = words(f"{match.setup.game}.points")
    if not standing.over:
        return words("cli.standing", label=label, points=points) + "\n"
    winners = tuple(match.players[seat - 1] for seat in standing.winners)
    return words("cli.standing-won", label=label, points=points, winners=winners) + "\n"


def standing_json(number: int, match: Match[Any]) -> str:
    """Write how a match stands as a line of JSON, the last of each game."""
    from json import dumps

    standing = match.standing()
    values = {
        "over": standing.over,
        "winners": list(standing.winners),
        "points": {str(seat): points for seat, points in standing.points.items()},
        **standing.details,
    }
    return dumps({"game": number, "standing": values}, ensure_ascii=False) + "\n"
