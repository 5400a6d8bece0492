"""Corrections of Offline: the table is right and the box is wrong.

A tile that a correction takes away goes back into the bag: the box was mistaken about it. One that it adds comes
from the bag, or from those that the box counted as out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.acts import OPEN, Act
from engine.game import as_written
from engine.offline.limits import check_cards, check_count, check_market
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.reading import read, read_site
from engine.offline.state import (
    DISPLAY,
    OFFLINE,
    Analysis,
    Lead,
    State,
    gone,
    settled,
    where_is,
    with_cards,
    with_lead,
    with_tile,
)
from engine.offline.tiles import ALL, CATEGORIES, NONE, TILES, spelled, tile_name, type_name, type_of
from engine.verdicts import Impossible, Sentence, say, seat_name

ROWS = {"display": DISPLAY, "offline": OFFLINE, "out": ALL}
"""Rows of tiles on the board depth, and how many lie there at most."""


def fix(state: State, act: Act) -> State:
    """Put something right; raises `Impossible` if that could not exist."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    if OPEN in act.args:
        raise Impossible(say("act.open-value"))
    return _fixed(state, act.args)._replace(swapped=None)


def tell_fix(act: Act) -> Sentence:
    """Return in a few words what a correction puts right.

    >>> from engine.acts import read_act
    >>> tell_fix(read_act("fix A3 -"))
    Sentence(key='offline.told-empty', args=(('site', 'A3'),))
    """
    match act.args:
        case ("turn", seat):
            return say("match.told-turn", who=_who(seat))
        case ("cards", seat, *letters):
            return say("offline.told-reveal", who=_who(seat), letters=spelled("".join(letters)))
        case ("analysed", seat, "-"):
            return say("offline.told-no-analysis", who=_who(seat))
        case ("analysed", seat, card, tile):
            return say("offline.told-analysis", who=_who(seat), card=card, tile=spelled(tile))
        case ("lead", net, "-"):
            return say("offline.told-no-leads", net=net)
        case ("lead", *words):
            return tell_lead(act, tuple(words))
        case ("display" | "offline" | "out" as row, *tiles):
            lying = say("offline.no-tile") if tiles == ["-"] else tuple(map(spelled, tiles))
            return say(f"offline.told-row-{row}", tiles=lying)
        case (site, "-"):
            return say("offline.told-empty", site=site)
        case (site, tile):
            return say("offline.told-put", tile=spelled(tile), site=site)
    return as_written(act)


def tell_lead(act: Act, words: tuple[str, ...]) -> Sentence:
    """Return in a few words which type leads in a net, with how many tiles."""
    match words:
        case (net, "company" | "language" | "product" as category, "-"):
            return say("offline.told-tie", net=net, category=say(f"offline.{category}"))
        case (net, "company" | "language" | "product" as category, letter, count):
            kind = type_of(CATEGORIES.index(category), letter)
            if kind is not None:
                return say("offline.told-lead", net=net, kind=type_name(kind), count=count)
    return as_written(act)


def _who(word: str) -> Sentence:
    return seat_name(int(word) if word.isdecimal() else None)


def _fixed(state: State, args: tuple[str, ...]) -> State:
    match args:
        case ("turn", seat):
            return _turn(state, seat)
        case ("cards", seat, *words) if seat in map(str, state.seats):
            return _cards(state, int(seat), tuple(words))
        case ("analysed", seat, *words) if seat in map(str, state.seats) and state.deal.is_expert:
            return _analysed(state, int(seat), tuple(words))
        case ("lead", *words) if not state.deal.is_board:
            return _lead(state, tuple(words))
        case ("display" | "offline" | "out" as row, *words) if words and state.deal.is_board:
            return _row(state, row, tuple(words))
        case (site, _) if site[:1] in tuple(NETS):
            return _site(state, args)
    raise Impossible(say("offline.fix-words" if state.deal.is_board else "offline.fix-words-score"))


def _turn(state: State, word: str) -> State:
    if word not in map(str, state.seats):
        raise Impossible(say("act.no-such-seat", seat=word[:9]))
    if int(word) in state.left:
        raise Impossible(gone(int(word)), "M-6")
    return state._replace(turn=int(word))


def _analysed(state: State, seat: int, words: tuple[str, ...]) -> State:
    """Correct on which market card a player has laid which tile, or that there was no analysis."""
    before = state.analysed[seat - 1]
    made = None
    if words != ("-",):
        match words:
            case (card, tile) if card in tuple(MARKET_CARDS) and tile in TILES:
                made = Analysis(MARKET_CARDS.index(card), TILES[tile])
            case _:
                raise Impossible(say("offline.fix-words" if state.deal.is_board else "offline.fix-words-score"))
        check_market(state, seat, made.card)
    changed = _exchanged(state, [before.tile] if before else [], [made.tile] if made else [])
    return changed._replace(analysed=(*state.analysed[: seat - 1], made, *state.analysed[seat:]))


def _cards(state: State, seat: int, words: tuple[str, ...]) -> State:
    try:
        kinds = read(state, Act(seat, "reveal", words)).kinds
    except Impossible:
        raise Impossible(say("offline.fix-cards-words")) from None
    check_cards(state, seat, kinds)
    return with_cards(state, seat, kinds)


def _lead(state: State, words: tuple[str, ...]) -> State:
    match words:
        case (name, "-") if name in tuple(NETS):
            net = NETS.index(name)
            untold: tuple[Lead | None, ...] = (None,) * len(CATEGORIES)
            return state._replace(leads=(*state.leads[:net], untold, *state.leads[net + 1 :]))
    given = read(state, Act(None, "lead", words))
    if any(tile != NONE for tile in state.nets[given.net]):
        raise Impossible(say("offline.has-tiles", net=NETS[given.net]), "OF-16")
    check_count(state, given.net, given.category, given.kinds, given.number)
    return with_lead(state, given.net, given.category, given.lead)


def _site(state: State, args: tuple[str, ...]) -> State:
    given = read_site(state, "fix", args)
    assert given.place is not None
    net, old = given.place.net, state.tile(given.place)
    if any(lead is not None for lead in state.leads[net]):
        raise Impossible(say("offline.has-leads", net=NETS[net]), "OF-16")
    changed = _exchanged(state, [old], [given.tile])
    return settled(changed._replace(nets=with_tile(state, given.place, given.tile), closed=state.closed - {net}))


def _row(state: State, row: str, words: tuple[str, ...]) -> State:
    tiles = () if words == ("-",) else tuple(TILES.get(word, NONE) for word in words)
    if NONE in tiles:
        raise Impossible(say("offline.fix-words"))
    if len(tiles) > ROWS[row]:
        raise Impossible(say(f"offline.too-long-{row}", most=ROWS[row]), "OF-12" if row == "display" else "OF-3")
    for at, tile in enumerate(tiles):
        if tile in tiles[:at]:
            raise Impossible(say("offline.tile-twice", tile=tile_name(tile)), "OF-13")
    if row == "display":
        return settled(_exchanged(state, state.display, tiles)._replace(display=tiles))
    if row == "out":
        return settled(_exchanged(state._replace(out=()), state.out, tiles)._replace(out=tiles))
    return settled(_exchanged(state, state.offline, tiles)._replace(offline=tiles))


def _exchanged(state: State, old: Iterable[int], new: Iterable[int]) -> State:
    """Put tiles back into the bag and take others; each exists once (OF-13)."""
    seen, out = state.seen, state.out
    for tile in old:
        if tile != NONE:
            seen &= ~(1 << tile)
    for tile in new:
        if tile != NONE:
            if tile not in out and seen >> tile & 1:
                raise Impossible(where_is(state, tile), "OF-13")
            out = tuple(other for other in out if other != tile)
            seen |= 1 << tile
    return state._replace(seen=seen, out=out)
