"""How a game of Insider stands: the steps, who has won, and every evaluation with its arithmetic."""

from __future__ import annotations

from engine.game import Standing
from engine.insider.publicity import account, rounds_of
from engine.insider.state import State


def standing_with(state: State, more: dict[str, object]) -> Standing:
    """Return the standing of both depths, with more details of one."""
    inn, end = state.inn, state.inn.end
    points = dict(zip(state.seats, inn.steps, strict=True))
    details: dict[str, object] = {
        "card": None if inn.card is None else {"values": list(inn.card.values), "corner": inn.card.corner},
        "tables": [seat or None for seat in inn.tables],
        "evaluations": inn.evaluations,
        "turn": state.turn,
        "owed": {str(seat): turns for seat, turns in zip(state.seats, state.owed, strict=True)},
        "rumours": sorted(inn.rumours),
        "left": sorted(inn.left),
        "cellar": {"step": inn.cellar, "verified": state.verified},
        "rounds": _rounds(state),
        **more,
    }
    if end is not None and (end.earlier or end.after < inn.evaluations):
        details["won_earlier"] = {"after": end.after, "winners": list(end.winners)}
    return Standing(end is not None, end.winners if end else (), points, details)


def _rounds(state: State) -> list[dict[str, object]]:
    inn = state.inn
    return [
        {
            "card": {"values": list(evaluated.card.values), "corner": evaluated.card.corner},
            "tables": [seat or None for seat in evaluated.tables],
            "gains": [
                {**gain._asdict(), "tables": list(gain.tables), "values": list(gain.values)} for gain in gains
            ],
        }
        for evaluated, (gains, _, _) in zip(
            rounds_of(inn.history), account(inn.history, len(inn.steps), inn.cellar)[1:], strict=True
        )
    ]
