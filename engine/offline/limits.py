"""What could not exist: more tiles or cards than there are. Acts and corrections ask the same questions."""

from __future__ import annotations

from engine.offline.owner_data import MARKET_CARDS, NETS, SHEET_SIZES
from engine.offline.state import State
from engine.offline.tiles import FEATURES, NONE, OF_A_TYPE, SHOWING, type_name
from engine.verdicts import Impossible, Sentence, player, say


def check_cards(state: State, seat: int, kinds: tuple[int, ...]) -> None:
    """Raise `Impossible` if somebody else has shown one of these preference cards: each exists once (OF-5)."""
    for other, cards in zip(state.seats, state.cards, strict=True):
        for kind in cards or ():
            if other != seat and kind in kinds:
                raise Impossible(say("offline.card-taken", card=type_name(kind), who=player(other)), "OF-5")


def check_market(state: State, seat: int, card: int) -> None:
    """Raise `Impossible` if a player cannot have a market card: they are taken in their order (OF-19)."""
    free = free_cards(state, seat)
    if not free:
        raise Impossible(say("offline.no-card-free"), "OF-19")
    if card in {NONE, *free}:
        return
    others = _taken(state, but=seat)
    if card in state.deal.market and card not in others:
        first = _skipped(state, others | {card})[0]
        raise Impossible(say("offline.card-skipped", card=MARKET_CARDS[card], first=MARKET_CARDS[first]), "OF-19")
    raise Impossible(say("offline.card-not-free", cards=tuple(MARKET_CARDS[other] for other in free)), "OF-19")


def free_cards(state: State, seat: int) -> list[int]:
    """List the market cards that a player can have: others are left who can have taken all before it (OF-19)."""
    others = _taken(state, but=seat)
    idle = state.deal.seats - 1 - len(others)
    free = (card for card in state.deal.market if card not in others)
    return [card for card in free if len(_skipped(state, others | {card})) <= idle]


def is_early(state: State, card: int) -> bool:
    """Return whether a market card before this one was not taken; then this one does not count (OF-19)."""
    return min(_skipped(state, _taken(state)), default=card) < card


def _taken(state: State, but: int = 0) -> set[int]:
    made = enumerate(state.analysed, start=1)
    return {analysis.card for seat, analysis in made if analysis is not None and seat != but}


def _skipped(state: State, taken: set[int]) -> list[int]:
    """List the market cards that were not taken though a later one was."""
    return [card for card in state.deal.market if card not in taken and card < max(taken, default=NONE)]


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
    if not state.deal.is_board and not state.deal.map_verified and NETS[net] not in SHEET_SIZES:
        return say("offline.seven-sites", given=given, size=size)
    ending = "-unverified" if state.deal.is_board and not state.deal.map_verified else ""
    return say(f"{key}{ending}", given=given, net=NETS[net], size=size)
