"""The acts of Offline that are well-formed, and those that are legal.

>>> from engine.game import Setup
>>> from engine.offline.state import start
>>> [str(act) for act in legal(start(Setup("offline", ("Anna", "Ben"))))][:2]
['deal A1 *', 'deal A2 *']
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, compress
from typing import NamedTuple

from engine.acts import OPEN, Act
from engine.offline.owner_data import NETS, SIZES
from engine.offline.state import OFFLINE, Phase, State, places_of, room_to_deal
from engine.offline.tiles import ALL, CATEGORIES, NAMES, NONE
from engine.offline.worth import Openings, free_sites, openings

SHOW = Act(None, "show", (OPEN,))
NO_TILE = ""
"""The name of the tile in the hand, which need not be said."""


@cache
def said(seat: int | None, verb: str, *words: str) -> Act:
    """Make each act once."""
    return Act(seat, verb, words)


# --- what could be said


def wellformed(state: State) -> list[Act]:
    """List all that could be said, in the order in which keys offer it."""
    rooms = state.deal.rooms
    if not state.deal.is_board:
        return [*_entries(rooms), *(act for seat in state.seats for act in _told(seat))]
    tiles = state.display + state.offline
    acts = [*chain(*_at_sites(rooms, None, "deal", OPEN)), SHOW]
    for seat in state.seats:
        for at, tile in enumerate(tiles):
            if at == len(state.display) + OFFLINE - 1:
                acts.append(said(seat, "pass"))  # before the fourth tile: nothing is thrown away with ok
            acts += _layings(rooms, seat, NAMES[tile])
        if len(state.offline) < OFFLINE:
            acts.append(said(seat, "pass"))
        acts += _layings(rooms, seat, NO_TILE)
        acts += [said(seat, verb) for verb in ("offline", "clear")]
        acts += [said(seat, "analyse", NAMES[tile]) for tile in tiles]
        acts += chain(*_at_sites(rooms, seat, "analyse"))
        acts.append(said(seat, "reveal", OPEN, OPEN, OPEN))
    return acts


@cache
def _at_sites(rooms: tuple[int, ...], seat: int | None, verb: str, *rest: str) -> tuple[tuple[Act, ...], ...]:
    """Make the acts that name nothing but a site, by net."""
    return tuple(
        tuple(Act(seat, verb, (f"{net}{at}", *rest)) for at in range(1, room + 1))
        for net, room in zip(NETS, rooms, strict=True)
    )


@lru_cache(maxsize=1024)
def _layings(rooms: tuple[int, ...], seat: int, tile: str) -> tuple[Act, ...]:
    words = (tile,) if tile else ()
    return tuple(said(seat, verb, *words, site) for site in places_of(rooms) for verb in ("put", "swap"))


@cache
def _entries(rooms: tuple[int, ...]) -> tuple[Act, ...]:
    return (*chain(*_leads()), *chain(*_at_sites(rooms, None, "site", OPEN)))


@cache
def _leads() -> tuple[tuple[Act, ...], ...]:
    """Make what can be told of who leads, by net and category."""
    return tuple(tuple(said(None, "lead", net, category, OPEN, OPEN) for category in CATEGORIES) for net in NETS)


@cache
def _told(seat: int) -> tuple[Act, ...]:
    return said(seat, "analysed", OPEN, OPEN), said(seat, "reveal", OPEN, OPEN, OPEN)


# --- what is legal


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    match state.phase:
        case Phase.DEAL:
            sites = _at_sites(state.deal.rooms, None, "deal", OPEN)
            nets = zip(sites, state.nets, strict=True)
            return [
                act for acts, tiles in nets if room_to_deal(tiles) for act in compress(acts, free_sites(tiles))
            ]
        case Phase.SHOW:
            return [SHOW]
        case Phase.TURN:
            return _in_turn(state)
        case Phase.SWAPPED:
            return _after_swap(state)
        case Phase.CLEARED:
            return [
                *(act for tile in state.offline for act in _puts(state, NAMES[tile])),
                said(state.turn, "pass"),
            ]
        case Phase.END:
            return _reveals(state)
    return _entering(state)


class Moves(NamedTuple):
    """What can be said of a tile, site by site through all nets, as if each had seven."""

    put: tuple[Act, ...]
    swap: tuple[Act, ...]


@cache
def _moves(seat: int, *tile: str) -> Moves:
    """Make the acts of a seat with a tile, or with the one in the hand, once and for all."""
    sites = [f"{net}{at}" for net in NETS for at in range(1, SIZES[-1] + 1)]
    put, swap = (tuple(Act(seat, verb, (*tile, site)) for site in sites) for verb in ("put", "swap"))
    return Moves(put, swap)


def layings(state: State, tiles: tuple[int, ...]) -> list[Act]:
    """List where tiles can go: onto empty sites, and where they are worth more (OF-7, OF-8)."""
    free, better = _openings(state)
    found: list[Act] = []
    for tile in tiles:
        put, swap = _moves(state.turn) if tile == state.hand else _moves(state.turn, NAMES[tile])
        found += compress(put, free)
        found += compress(swap, better[tile::ALL])
    return found


def _openings(state: State) -> Openings:
    """Join the openings of all nets; then whole lists of acts are picked at once, by `compress`."""
    nets = [openings(net, tiles) for net, tiles in zip(state.deal.nets, state.nets, strict=True)]
    return Openings(*map(b"".join, zip(*nets, strict=True)))


def _in_turn(state: State) -> list[Act]:
    found = layings(state, state.display)
    if state.offline:
        found.append(said(state.turn, "clear"))
    if state.deal.is_expert and state.analysed[state.turn - 1] is None and state.next_card is not None:
        found += _analysing(state)
    return found


def _analysing(state: State) -> list[Act]:
    found = [said(state.turn, "analyse", NAMES[tile]) for tile in state.display + state.offline]
    for acts, tiles in zip(_at_sites(state.deal.rooms, state.turn, "analyse"), state.nets, strict=True):
        found += [act for act, free in zip(acts, free_sites(tiles), strict=True) if not free]
    return found


def _puts(state: State, *tile: str) -> list[Act]:
    """List the empty sites for a tile that is not swapped."""
    return list(compress(_moves(state.turn, *tile).put, _openings(state).free))


def _after_swap(state: State) -> list[Act]:
    if len(state.offline) == OFFLINE:
        return _puts(state)
    return [said(state.turn, "offline"), *layings(state, (state.hand,))]


def _reveals(state: State) -> list[Act]:
    return [
        said(seat, "reveal", OPEN, OPEN, OPEN)
        for seat, cards in zip(state.seats, state.cards, strict=True)
        if cards is None
    ]


def _entering(state: State) -> list[Act]:
    found: list[Act] = []
    sites_of = _at_sites(state.deal.rooms, None, "site", OPEN)
    nets = zip(sites_of, _leads(), state.nets, state.leads, strict=True)
    for number, (sites, telling, tiles, leads) in enumerate(nets):
        if tiles.count(NONE) == len(tiles):
            found += [act for act, lead in zip(telling, leads, strict=True) if lead is None]
        if not any(leads) and number not in state.closed:
            found += compress(sites, free_sites(tiles))
    if state.next_card is not None:
        found += [
            said(seat, "analysed", OPEN, OPEN)
            for seat, analysis in zip(state.seats, state.analysed, strict=True)
            if analysis is None
        ]
    return found + _reveals(state)
