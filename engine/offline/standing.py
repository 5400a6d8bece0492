"""How a game of Offline stands, in a form that fits into JSON: the score sheet, and where the tiles are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Standing
from engine.offline.house import MARKET_CARDS, NETS
from engine.offline.scoring import Account, Field, sheet_of, winners_of
from engine.offline.state import Phase
from engine.offline.tiles import CATEGORIES, LETTERS, NAMES, NONE, OF_A_CATEGORY

if TYPE_CHECKING:
    from engine.offline.state import State


def standing(state: State) -> Standing:
    """Tell the score as far as it is known, and the sheet that it comes from."""
    sheet = sheet_of(state)
    points = {account.seat: account.points for account in sheet.accounts}
    details: dict[str, object] = {
        "phase": state.phase.value,
        "turn": state.turn,
        "bag": state.bag,
        "display": [NAMES[tile] for tile in state.display],
        "offline": [NAMES[tile] for tile in state.offline],
        "hand": NAMES[state.hand] if state.hand != NONE else None,
        "out": [NAMES[tile] for tile in state.out],
        "left": sorted(state.left),
        "sites": {
            name: NAMES[tile] for name, place in state.places.items() if (tile := state.tile(place)) != NONE
        },
        "sheet": {
            net: {
                category: None if field is None else _field_details(field)
                for category, field in zip(CATEGORIES, row, strict=True)
            }
            for net, row in zip(NETS, sheet.fields, strict=True)
        },
        "accounts": {str(account.seat): _account_details(account) for account in sheet.accounts},
        "analysed": {
            str(seat): {"card": MARKET_CARDS[analysis.card], "tile": NAMES[analysis.tile]}
            for seat, analysis in zip(state.seats, state.analysed, strict=True)
            if analysis is not None
        },
        "verified": {"map": state.deal.map_verified, "market": state.deal.market_verified},
    }
    is_telling = state.phase is Phase.END and not state.is_over
    return Standing(state.is_over, winners_of(state), points, details, is_telling)


def _field_details(field: Field) -> dict[str, object]:
    return {
        "leads": LETTERS[field.lead.kind] if field.lead.kind != NONE else None,
        "count": field.lead.tiles,
        "times": field.size,
        "points": field.points,
        "seat": field.seat or None,
    }


def _account_details(account: Account) -> dict[str, object]:
    bonus = account.bonus
    return {
        "points": account.points,
        "cards": {
            category: {
                "card": LETTERS[earning.kind],
                "nets": {NETS[field.net]: field.points for field in earning.fields},
                "times": earning.times,
                "points": earning.points,
            }
            for category, earning in zip(CATEGORIES, account.earnings, strict=False)
        },
        "bonus": None
        if bonus is None
        else {
            "card": MARKET_CARDS[bonus.card],
            "tile": NAMES[bonus.tile],
            "pays": {
                CATEGORIES[kind // OF_A_CATEGORY]: value
                for kind, value in zip(bonus.kinds, bonus.values, strict=True)
            },
            "points": bonus.points,
        },
    }
