"""The score of Online: downloads against the goals, who has won, gain and loss (ON-35)."""

from __future__ import annotations

from engine.game import Standing
from engine.online.cards import CATEGORIES, NAMES, NONE, OBSTRUCTIONS
from engine.online.legal import legal
from engine.online.state import State, party_number


def standing(state: State) -> Standing:
    """Return the downloads of each party against its goal, what blocks it, and at the end the score (ON-35)."""
    deal, end = state.deal, state.end
    points = {seat: sum(state.party(seat).piles) for seat in state.seats}
    winners = tuple(seat for seat in state.seats if end is not None and deal.party_of[seat - 1] in end.winners)
    details: dict[str, object] = {
        "parties": [_party_details(state, at) for at in range(len(state.parties))],
        "bank": state.bank,
        "discards": [NAMES[card] if card != NONE else None for card in state.discards],
        "hands": {str(seat): count for seat, count in zip(state.seats, state.hands, strict=True)},
        "owed": {str(seat): turns for seat, turns in zip(state.seats, state.owed, strict=True)},
        "turn": state.turn,
        "phase": state.phase.value,
        "left": sorted(state.left),
        "shuffles": state.shuffles,
    }
    if end is not None:
        details["score"] = score(state)
        details["next_first"] = next(seat for seat in winners if seat not in state.left)
    is_telling = end is not None and bool(legal(state))
    return Standing(end is not None and not is_telling, winners, points, details, is_telling)


def _party_details(state: State, at: int) -> dict[str, object]:
    party, deal = state.parties[at], state.deal
    top = party.line_top
    names = [NAMES[card] for card in CATEGORIES]
    return {
        "seats": list(deal.parties[at]),
        "line": [NAMES[card] for card in party.line],
        "memory": [NAMES[card] for card in party.memory],
        "is_up": party.is_up,
        "blocked_by": NAMES[top] if top in OBSTRUCTIONS else None,
        "downloaded": dict(zip(names, party.piles, strict=True)),
        "goals": dict(zip(names, deal.goals, strict=True)),
        "secured": [name for name, is_secured in zip(names, party.secured, strict=True) if is_secured],
    }


def notes_losses(state: State) -> bool:
    """Return whether losers note what they lack: with three parties or more (ON-35)."""
    return bool(state.parties[2:])


def score(state: State) -> dict[str, dict[str, int | None]]:
    """Note gain and loss of each party, by its lowest seat; a gain is unknown until all hands are reported."""
    deal, end = state.deal, state.end
    assert end is not None
    losing = [
        seat for seat in state.seats if deal.party_of[seat - 1] not in end.winners and seat not in state.left
    ]
    held = [state.holds[seat - 1] for seat in losing]
    gain = None if any(count < 0 for count in held) else sum(held)
    table: dict[str, dict[str, int | None]] = {}
    for at, party in enumerate(state.parties):
        won = at in end.winners
        missing = sum(deal.goals) - sum(party.piles)
        loss = missing if not won and notes_losses(state) else 0
        table[str(party_number(state, at))] = {"gain": gain if won else 0, "loss": loss}
    return table
