"""What could not exist: more tiles or cards than there are. Acts and corrections ask the same questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.offline.owner_data import NETS
from engine.offline.tiles import FEATURES, NONE, OF_A_TYPE, SHOWING, type_name
from engine.verdicts import Impossible, Sentence, player, say

if TYPE_CHECKING:
    from engine.offline.state import State


def check_cards(state: State, seat: int, kinds: tuple[int, ...]) -> None:
    """Raise `Impossible` if somebody else has shown one of these preference cards: each exists once (OF-5)."""
    for other, cards in zip(state.seats, state.cards, strict=True):
        for kind in cards or ():
            if other != seat and kind in kinds:
                raise Impossible(say("offline.card-taken", card=type_name(kind), who=player(other)), "OF-5")


def check_count(state: State, net: int, category: int, kinds: tuple[int, ...], count: int) -> None:
    """Raise `Impossible` if a net has not so many sites, or the game not so many tiles of a type."""
    room = state.deal.rooms[net]
    if count > room:
        raise Impossible(no_room(state, "offline.too-many", net, NETS[net]), "OF-2")
    if not all(_fit(count if kinds else 0, other) for other in others_of(state, net, category)):
        raise Impossible(say("offline.lead-unlike", net=NETS[net]), "OF-16")
    if kinds and count > unled(state, net, category, kinds[0]):
        raise Impossible(say("offline.sixteen", card=type_name(kinds[0]), most=OF_A_TYPE), "OF-1")


def others_of(state: State, net: int, category: int) -> list[int]:
    """List with how many tiles the other categories of a net are led; 0 is a tie."""
    told = (lead for at, lead in enumerate(state.leads[net]) if at != category)
    return [max(lead.tiles, 0) for lead in told if lead is not None]


def _fit(one: int, other: int) -> bool:
    """Return whether two leads can be of one net: beside n tiles that lead there are 3 (n - 1) others at most."""
    low, high = sorted((one, other))
    return high != 1 if low == 0 else high <= 4 * low - 3


def can_lead(state: State, net: int, category: int, kind: int, count: int) -> bool:
    """Return whether so many tiles of a type can lead in a net."""
    most = min(state.deal.rooms[net], unled(state, net, category, kind))
    return count <= most and all(_fit(count, other) for other in others_of(state, net, category))


def unled(state: State, net: int, category: int, kind: int) -> int:
    """Count the tiles of a type that were not told and do not lead in another net."""
    told = [row[category] for other, row in enumerate(state.leads) if other != net]
    leading = sum(lead.tiles for lead in told if lead is not None and lead.kind == kind)
    return OF_A_TYPE - leading - (state.seen & SHOWING[kind]).bit_count()


def check_sixteen(state: State, tile: int) -> None:
    """Raise `Impossible` if with a tile there were more of one of its types than the game has (OF-1)."""
    for category, kind in enumerate(FEATURES[tile] if tile != NONE else ()):
        if not unled(state, NONE, category, kind):
            raise Impossible(say("offline.sixteen", card=type_name(kind), most=OF_A_TYPE), "OF-1")


def no_room(state: State, key: str, net: int, given: str) -> Sentence:
    """Return how many sites a net has, and what that rests on."""
    size = state.deal.rooms[net]
    if not state.deal.uses_map:
        return say("offline.seven-sites", given=given, size=size)
    ending = "" if state.deal.map_verified else "-unverified"
    return say(f"{key}{ending}", given=given, net=NETS[net], size=size)
