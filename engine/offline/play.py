"""What acts do to a game of Offline.

`understood` reads an act and refuses what a state cannot hold; `judge` adds what would not be legal.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import Act
from engine.game import check_stop, who_quits
from engine.offline.corrections import fix
from engine.offline.limits import check_cards, check_count, check_market, check_sixteen
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.reading import Given, read
from engine.offline.state import (
    DISPLAY,
    OFFLINE,
    Analysis,
    Phase,
    Place,
    State,
    Swapped,
    following,
    gone,
    next_turn,
    settled,
    site_name,
    where_is,
    with_cards,
    with_lead,
    with_tile,
)
from engine.offline.tiles import NONE, TILES, spelled, tile_name
from engine.offline.timing import cannot_be_now
from engine.verdicts import Impossible, player, say


def play(state: State, act: Act) -> State:
    """Return the state after an act that it can hold, legal or not; raises `Impossible` on others."""
    if act.verb == "fix":
        return fix(state, act)
    if act.verb == "quit":
        return _quit(state, act)
    if act.verb == "time":
        return _time(state, act)
    given = understood(state, act)
    if given.is_open:
        raise Impossible(say("act.open-value"))
    return _DOING[act.verb](state, act.seat or 0, given)


def understood(state: State, act: Act) -> Given:
    """Read an act; raises `Impossible` on what the state cannot hold."""
    given = read(state, act)
    if act.seat in state.left and act.verb not in {"reveal", "analysed"}:
        raise Impossible(gone(act.seat or 0), "M-6")
    wrong = cannot_be_now(state, act)
    if wrong is not None:
        rule, why = wrong
        raise Impossible(why, rule)
    if act.verb in _CHECKING:
        _CHECKING[act.verb](state, act.seat or 0, given)
    return given


# --- what a state cannot hold


def _place(given: Given) -> Place:
    assert given.place is not None
    return given.place


def _check_unseen(state: State, _seat: int, given: Given) -> None:
    """Raise `Impossible` if a tile is not in the bag any more: each exists once (OF-13)."""
    if given.is_open:
        if all(state.is_seen(tile) for name, tile in TILES.items() if name.startswith(given.prefix)):
            raise Impossible(
                say("offline.none-in-bag", letters=spelled(given.prefix + "?" * (3 - len(given.prefix)))), "OF-13"
            )
    elif given.tile != NONE and state.is_seen(given.tile):
        raise Impossible(where_is(state, given.tile), "OF-13")


def _check_deal(state: State, seat: int, given: Given) -> None:
    _check_empty(state, _place(given), "OF-4")
    _check_unseen(state, seat, given)


def _check_show(state: State, seat: int, given: Given) -> None:
    if len(state.display) == DISPLAY:
        raise Impossible(say("offline.shown"), "OF-12")
    _check_unseen(state, seat, given)


def _check_empty(state: State, place: Place, rule: str) -> None:
    if state.tile(place) != NONE:
        raise Impossible(say("offline.taken", site=site_name(place), tile=tile_name(state.tile(place))), rule)


def _check_put(state: State, _seat: int, given: Given) -> None:
    if state.phase is Phase.CLEARED:
        if given.tile not in state.offline:
            tiles = tuple(map(tile_name, state.offline))
            raise Impossible(say("offline.not-cleared", tile=tile_name(given.tile), tiles=tiles), "OF-11")
        rule = "OF-11"
    else:
        rule = "OF-9" if state.phase is Phase.SWAPPED else "OF-7"
        _check_display(state, given, rule)
    _check_empty(state, _place(given), rule)


def _check_display(state: State, given: Given, rule: str) -> None:
    if given.tile != NONE and given.tile not in state.display:
        tiles = tuple(map(tile_name, state.display))
        raise Impossible(say("offline.not-in-display", tile=tile_name(given.tile), tiles=tiles), rule)


def _check_swap(state: State, _seat: int, given: Given) -> None:
    _check_display(state, given, "OF-8")
    if state.phase is Phase.SWAPPED and len(state.offline) == OFFLINE:
        raise Impossible(say("offline.no-second-swap", spaces=OFFLINE), "OF-10")
    place = _place(given)
    if state.tile(place) == NONE:
        raise Impossible(say("offline.nothing-there", site=site_name(place)), "OF-8")


def _check_offline(state: State, _seat: int, _given: Given) -> None:
    if len(state.offline) == OFFLINE:
        raise Impossible(say("offline.offline-full", spaces=OFFLINE), "OF-9")


def _check_clear(state: State, _seat: int, _given: Given) -> None:
    if not state.offline:
        raise Impossible(say("offline.offline-empty"), "OF-11")


def _check_analyse(state: State, seat: int, given: Given) -> None:
    if not state.deal.is_expert:
        raise Impossible(say("offline.expert-only"), "OF-18")
    if state.analysed[seat - 1] is not None:
        raise Impossible(say("offline.analysed-once", who=player(seat)), "OF-18")
    if state.next_card is None:
        cards = tuple(MARKET_CARDS[card] for card in state.deal.market)
        raise Impossible(say("offline.no-market-card", cards=cards), "OF-19")
    if given.place is not None:
        if state.tile(given.place) == NONE:
            raise Impossible(say("offline.nothing-there", site=site_name(given.place)), "OF-18")
    elif given.tile not in state.display and given.tile not in state.offline:
        raise Impossible(say("offline.not-to-analyse", tile=tile_name(given.tile)), "OF-18")


def _check_reveal(state: State, seat: int, given: Given) -> None:
    if state.cards[seat - 1] is not None:
        raise Impossible(say("offline.revealed", who=player(seat)), "OF-5")
    check_cards(state, seat, given.kinds)


def _check_site(state: State, seat: int, given: Given) -> None:
    net = _place(given).net
    if any(lead is not None for lead in state.leads[net]):
        raise Impossible(say("offline.has-leads", net=NETS[net]), "OF-16")
    if net in state.closed:
        raise Impossible(say("offline.closed", net=NETS[net]), "OF-16")
    _check_empty(state, _place(given), "OF-13")
    _check_unseen(state, seat, given)
    check_sixteen(state, given.tile)


def _check_lead(state: State, _seat: int, given: Given) -> None:
    if any(tile != NONE for tile in state.nets[given.net]):
        raise Impossible(say("offline.has-tiles", net=NETS[given.net]), "OF-16")
    if state.leads[given.net][given.category] is not None:
        raise Impossible(say("offline.lead-told", net=NETS[given.net]), "OF-16")
    if not given.is_open:
        check_count(state, given.net, given.category, given.kinds, given.number)


def _check_analysed(state: State, seat: int, given: Given) -> None:
    if not state.deal.is_expert:
        raise Impossible(say("offline.expert-only"), "OF-18")
    if state.analysed[seat - 1] is not None:
        raise Impossible(say("offline.analysed-once", who=player(seat)), "OF-18")
    check_market(state, seat, given.number)
    _check_unseen(state, seat, given)
    check_sixteen(state, given.tile)


_CHECKING: dict[str, Callable[[State, int, Given], None]] = {
    "deal": _check_deal,
    "show": _check_show,
    "put": _check_put,
    "swap": _check_swap,
    "offline": _check_offline,
    "clear": _check_clear,
    "analyse": _check_analyse,
    "reveal": _check_reveal,
    "site": _check_site,
    "lead": _check_lead,
    "analysed": _check_analysed,
}


# --- doing


def _told(state: State, tile: int) -> int:
    """Note that a tile has left the bag."""
    return state.seen | 1 << tile


def _deal(state: State, _seat: int, given: Given) -> State:
    nets, seen = with_tile(state, _place(given), given.tile), _told(state, given.tile)
    return settled(state._replace(nets=nets, seen=seen, swapped=None))


def _show(state: State, _seat: int, given: Given) -> State:
    display, seen = (*state.display, given.tile), _told(state, given.tile)
    return settled(state._replace(display=display, seen=seen, swapped=None))


def _put(state: State, seat: int, given: Given) -> State:
    place = _place(given)
    if state.phase is Phase.SWAPPED:
        return next_turn(state, seat, nets=with_tile(state, place, state.hand))
    nets = with_tile(state, place, given.tile)
    if state.phase is Phase.CLEARED:
        out = (*state.out, *(tile for tile in state.offline if tile != given.tile))
        return next_turn(state, seat, nets=nets, offline=(), out=out)
    return next_turn(state, seat, nets=nets, display=_without(state.display, given.tile))


def _without(tiles: tuple[int, ...], tile: int) -> tuple[int, ...]:
    return tuple([other for other in tiles if other != tile])


def _swap(state: State, seat: int, given: Given) -> State:
    place = _place(given)
    old = state.tile(place)
    if state.phase is Phase.SWAPPED:
        nets, offline = with_tile(state, place, state.hand), (*state.offline, old)
        return next_turn(state, seat, nets=nets, offline=offline, swapped=Swapped(place, old))
    return state._replace(
        nets=with_tile(state, place, given.tile),
        phase=Phase.SWAPPED,
        turn=seat,
        display=_without(state.display, given.tile),
        hand=old,
        swapped=Swapped(place, old),
    )


def _offline(state: State, seat: int, _given: Given) -> State:
    return next_turn(state, seat, offline=(*state.offline, state.hand))


def _clear(state: State, seat: int, _given: Given) -> State:
    return state._replace(phase=Phase.CLEARED, turn=seat, swapped=None)


def _pass(state: State, seat: int, _given: Given) -> State:
    return next_turn(state, seat, offline=(), out=state.out + state.offline)


def _analyse(state: State, seat: int, given: Given) -> State:
    card = state.next_card
    assert card is not None
    tile = given.tile if given.place is None else state.tile(given.place)
    return next_turn(
        state,
        seat,
        nets=state.nets if given.place is None else with_tile(state, given.place, NONE),
        display=_without(state.display, tile),
        offline=_without(state.offline, tile),
        analysed=_at(state.analysed, seat, Analysis(card, tile)),
    )


def _at(values: tuple[Analysis | None, ...], seat: int, value: Analysis) -> tuple[Analysis | None, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def _reveal(state: State, seat: int, given: Given) -> State:
    return with_cards(state, seat, given.kinds)


def _site(state: State, _seat: int, given: Given) -> State:
    place = _place(given)
    if given.tile == NONE:
        return state._replace(closed=state.closed | {place.net})
    return state._replace(nets=with_tile(state, place, given.tile), seen=_told(state, given.tile))


def _lead(state: State, _seat: int, given: Given) -> State:
    return with_lead(state, given.net, given.category, given.lead)


def _analysed(state: State, seat: int, given: Given) -> State:
    analysed = _at(state.analysed, seat, Analysis(given.number, given.tile))
    return state._replace(analysed=analysed, seen=_told(state, given.tile))


_DOING: dict[str, Callable[[State, int, Given], State]] = {
    "deal": _deal,
    "show": _show,
    "put": _put,
    "swap": _swap,
    "offline": _offline,
    "clear": _clear,
    "pass": _pass,
    "analyse": _analyse,
    "reveal": _reveal,
    "site": _site,
    "lead": _lead,
    "analysed": _analysed,
}


def _quit(state: State, act: Act) -> State:
    """Remove a player: the seat is skipped, its preference cards still count (M-6)."""
    seat = who_quits(act, state.seats)
    if state.phase is Phase.END or state.is_over:
        raise Impossible(say("offline.nobody-leaves"), "M-6")
    if seat in state.left:
        raise Impossible(gone(seat), "M-6")
    left = state._replace(left=state.left | {seat})
    if left.left.issuperset(state.seats):
        return settled(_put_away(left))
    if seat != state.turn:
        return left
    if state.phase in {Phase.TURN, Phase.SWAPPED, Phase.CLEARED}:
        return next_turn(_put_away(left), seat)
    return left._replace(turn=following(left, seat))


def _time(state: State, act: Act) -> State:
    """Stop early: the tiles count as they lie, once the cards are revealed (M-8)."""
    check_stop(act, is_playing=state.deal.is_board and state.phase is not Phase.END)
    return settled(_put_away(state)._replace(is_stopped=True))


def _put_away(state: State) -> State:
    """End a turn that was begun: what is in the hand goes offline, or out of the game if there is no room."""
    if state.phase is Phase.CLEARED:
        return state._replace(offline=(), out=state.out + state.offline)
    if state.phase is not Phase.SWAPPED:
        return state
    if len(state.offline) < OFFLINE:
        return state._replace(offline=(*state.offline, state.hand), hand=NONE, swapped=None)
    return state._replace(out=(*state.out, state.hand), hand=NONE, swapped=None)
