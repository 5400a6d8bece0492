"""How a game at `board` depth stands."""

from __future__ import annotations

from engine.game import Standing
from engine.insider.board.walking import at_home
from engine.insider.scoring import standing_with
from engine.insider.state import State, town_of


def standing(state: State) -> Standing:
    """Return the standing with where everything is around the restaurant."""
    return standing_with(state, _details(state))


def _details(state: State) -> dict[str, object]:
    town = town_of(state)
    names = town.plan.names
    return {
        "pawns": {str(seat): [names[spot] for spot in town.pawns[seat - 1]] for seat in state.seats},
        "home": {str(seat): at_home(state, seat) for seat in state.seats},
        "out": sorted(names[spot] for spot in town.outs),
        "hands": {str(seat): town.hands[seat - 1] for seat in state.seats},
        "pile": town.pile,
        "discards": town.discards,
        "points_left": town.points,
        "phase": "guard" if town.power is not None else town.phase.value,
    }
