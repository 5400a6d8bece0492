"""The score: who leads in each net and category, what that pays in the basic and in the expert game, who has won.

A sheet is like the block in the box: nets down, three categories across; then each preference card with its nets,
and the bonus of each market analysis. `standing` gives it in a form that fits into JSON.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.game import Standing
from engine.offline.limits import is_early
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.state import Lead, Phase, State
from engine.offline.tiles import CATEGORIES, FEATURES, LETTERS, NAMES, NONE, OF_A_CATEGORY, types_of

ENOUGH = 4
"""Tiles of a type in one net that make an analysis right (OF-22)."""


class Field(NamedTuple):
    """One field of the block: who leads in a net, in one category."""

    net: int
    lead: Lead
    seat: int
    """Who holds the card; 0 if nobody does, or nobody has said so."""
    size: int
    """The number that multiplies: the sites of the net in the expert game, else 1 (OF-20)."""

    @property
    def points(self) -> int:
        """What it pays (OF-16, OF-20)."""
        return self.lead.tiles * self.size if self.lead.kind != NONE else 0


class Earning(NamedTuple):
    """What one preference card brings."""

    kind: int
    fields: tuple[Field, ...]
    """The nets where it leads."""
    times: int
    """The number of those nets in the expert game, else 1 (OF-21)."""

    @property
    def points(self) -> int:
        """What it pays in all."""
        return sum(field.points for field in self.fields) * self.times


class Bonus(NamedTuple):
    """What a market analysis brings (OF-22)."""

    card: int
    tile: int
    kinds: tuple[int, ...]
    """The features that pay."""
    values: tuple[int, ...]
    """What is paid: the lowest value of the card for the first, and so on."""

    @property
    def points(self) -> int:
        """What it pays in all."""
        return sum(self.values)


class Account(NamedTuple):
    """All that one player gets."""

    seat: int
    earnings: tuple[Earning, ...]
    """One for each preference card; none while they are hidden."""
    bonus: Bonus | None

    @property
    def points(self) -> int:
        """The player's score."""
        return sum(earning.points for earning in self.earnings) + (self.bonus.points if self.bonus else 0)


class Sheet(NamedTuple):
    """The whole block."""

    fields: tuple[tuple[Field | None, ...], ...]
    """By net and category; None where nothing is known."""
    accounts: tuple[Account, ...]
    """By seat."""


@lru_cache(maxsize=4096)
def leads_in(tiles: tuple[int, ...]) -> tuple[Lead, ...]:
    """Find who leads in a net with tiles, by category (OF-16).

    >>> from engine.offline.tiles import TILES
    >>> leads_in(tuple(TILES[name] for name in ("YEB", "YDB", "YEM", "YDM", "RFB")))
    (Lead(kind=1, tiles=4), Lead(kind=-1, tiles=2), Lead(kind=11, tiles=3))
    """
    return tuple(_lead(tiles, category) for category in range(len(CATEGORIES)))


def _lead(tiles: tuple[int, ...], category: int) -> Lead:
    shown = [FEATURES[tile][category] for tile in tiles if tile != NONE]
    counts = {kind: shown.count(kind) for kind in types_of(category)}
    most = max(counts.values())
    first = [kind for kind, count in counts.items() if count == most]
    return Lead(first[0] if len(first) == 1 else NONE, most)


def leads_of(state: State) -> tuple[tuple[Lead | None, ...], ...]:
    """Return the leads of every net: from the tiles that lie there, else as they were told."""
    return tuple(
        told if tiles.count(NONE) == len(tiles) else leads_in(tiles)
        for tiles, told in zip(state.nets, state.leads, strict=True)
    )


def sheet_of(state: State) -> Sheet:
    """Return the score, as far as it is known."""
    leads, is_expert = leads_of(state), state.deal.is_expert
    holders = {kind: seat for seat, cards in zip(state.seats, state.cards, strict=True) for kind in cards or ()}
    fields = tuple(
        tuple(
            None
            if lead is None
            else Field(net, lead, holders.get(lead.kind, 0), state.size(net) if is_expert else 1)
            for lead in row
        )
        for net, row in enumerate(leads)
    )
    known = [field for row in fields for field in row if field is not None]
    return Sheet(fields, tuple(_account(state, seat, known) for seat in state.seats))


def _account(state: State, seat: int, known: list[Field]) -> Account:
    cards = state.cards[seat - 1]
    if cards is None:
        return Account(seat, (), None)
    earnings = []
    for kind in cards:
        leading = tuple(field for field in known if field.lead.kind == kind)
        earnings.append(Earning(kind, leading, len(leading) if state.deal.is_expert else 1))
    return Account(seat, tuple(earnings), _bonus(state, seat, known))


def _bonus(state: State, seat: int, known: list[Field]) -> Bonus | None:
    """Return the bonus of an analysis, once all market cards before it were taken (OF-19).

    Four of a type in a net of at most seven sites always lead there.
    """
    analysis, cards = state.analysed[seat - 1], state.cards[seat - 1]
    if analysis is None or cards is None or is_early(state, analysis.card):
        return None
    strong = {field.lead.kind for field in known if field.lead.tiles >= ENOUGH}
    kinds = tuple(kind for kind in FEATURES[analysis.tile] if kind in strong and kind not in cards)
    return Bonus(analysis.card, analysis.tile, kinds, state.deal.values[analysis.card][: len(kinds)])


def winners_of(state: State) -> tuple[int, ...]:
    """Return who has won, once everything is known; a tie is shared (OF-17)."""
    if not state.is_over:
        return ()
    accounts = sheet_of(state).accounts
    most = max(account.points for account in accounts)
    return tuple(account.seat for account in accounts if account.points == most)


def standing(state: State) -> Standing:
    """Return the score as far as it is known, and the sheet that it comes from."""
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
