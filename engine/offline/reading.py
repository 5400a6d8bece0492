"""Reading the acts of Offline: what the words after a verb mean. Whether that can be is another question.

>>> from engine.acts import read_act
>>> from engine.game import Setup
>>> from engine.offline.state import start
>>> given = read(start(Setup("offline", ("Anna", "Ben"))), read_act("1 put RFB A3"))
>>> NAMES[given.tile], given.place
('RFB', Place(net=0, at=2))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.acts import OPEN, Act
from engine.game import MATCH_VERBS, no_seat
from engine.offline.limits import no_room
from engine.offline.owner_data import MARKET_CARDS, NETS
from engine.offline.state import Lead, Place, State
from engine.offline.tiles import CATEGORIES, NAMES, NONE, TILES, type_of
from engine.verdicts import Impossible, say

OTHER = "other"
"""Stands in a lead that is being typed before a count that no arrow gives."""
LEADING = tuple("123456789")
"""How many tiles can be said to lead."""
BOARD_VERBS = ("deal", "show", "put", "swap", "offline", "clear", "pass", "analyse", "reveal")
SCORE_VERBS = ("site", "lead", "analysed", "reveal")
OF_THE_TABLE = frozenset({"deal", "show", "site", "lead"})


class Given(NamedTuple):
    """What the words of an act say."""

    tile: int = NONE
    place: Place | None = None
    kinds: tuple[int, ...] = ()
    """Preference cards, or the type that leads in a net; empty if nobody leads."""
    net: int = NONE
    category: int = NONE
    number: int = NONE
    """How many tiles, or which market card."""
    prefix: str = ""
    """The letters of a tile that are said already, where it is still open."""
    is_open: bool = False

    @property
    def lead(self) -> Lead:
        """Who is in front, as a lead says it."""
        return Lead(self.kinds[0], self.number) if self.kinds else Lead(NONE, 0)


def read(state: State, act: Act) -> Given:
    """Read the words after the verb; raises `Impossible` if they mean nothing at this depth and on this map."""
    seat, verb, args = act
    verbs = BOARD_VERBS if state.deal.is_board else SCORE_VERBS
    if verb not in verbs:
        if verb in _READING:
            raise Impossible(
                say("offline.other-depth", verb=verb, depth="score" if state.deal.is_board else "board")
            )
        raise Impossible(say("act.unknown", verb=verb, verbs=(*verbs, "time", *MATCH_VERBS)))
    if verb in OF_THE_TABLE:
        if seat is not None:
            raise Impossible(say("act.table-only", verb=verb))
    elif seat is None or not 1 <= seat <= state.deal.seats:
        raise Impossible(no_seat(act, state.seats))
    return _READING[verb](state, verb, args)


def _read_nothing(_state: State, verb: str, args: tuple[str, ...]) -> Given:
    if args:
        raise Impossible(say("act.stands-alone", verb=verb))
    return Given()


def _read_laying(state: State, verb: str, args: tuple[str, ...]) -> Given:
    """Read `put RFB A3`, or `put A3` for the tile that came off."""
    match args:
        case (site,):
            return Given(place=_place(state, verb, site))
        case (tile, site) if tile in TILES:
            return Given(TILES[tile], _place(state, verb, site))
        case (tile, _):
            raise Impossible(say("offline.no-such-tile", given=tile[:9]))
    raise Impossible(say("offline.lay-words", verb=verb))


def _place(state: State, verb: str, word: str) -> Place:
    place = state.places.get(word)
    if place is not None:
        return place
    if len(word) == len("A1") and word[0] in NETS and word[1].isdecimal():
        raise Impossible(no_room(state, "offline.no-site", NETS.index(word[0]), word), "OF-2")
    raise Impossible(say("offline.site-words", verb=verb))


def _read_tile(words: tuple[str, ...], place: Place | None = None, number: int = NONE) -> Given | None:
    """Read a tile; one that is still to be said may have its first letters before the `*`. None if it is none."""
    match words:
        case (name,) if name in TILES:
            return Given(TILES[name], place, number=number)
        case (*said, last) if last == OPEN and len(said) <= 1:
            prefix = "".join(said)
            if any(name.startswith(prefix) for name in NAMES) and len(prefix) < len(CATEGORIES):
                return Given(NONE, place, number=number, prefix=prefix, is_open=True)
        case (name,):
            raise Impossible(say("offline.no-such-tile", given=name[:9]))
    return None


def read_site(state: State, verb: str, args: tuple[str, ...]) -> Given:
    """Read a site and the tile on it; at the end, and in corrections, `-` is no tile."""
    if args:
        place = _place(state, verb, args[0])
        is_empty = args[1:] == ("-",) and verb != "deal"
        given = Given(place=place) if is_empty else _read_tile(args[1:], place)
        if given is not None:
            return given
    raise Impossible(say("offline.deal-words", verb=verb))


def _read_show(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    given = _read_tile(args)
    if given is None:
        raise Impossible(say("offline.show-words"))
    return given


def _read_analyse(state: State, verb: str, args: tuple[str, ...]) -> Given:
    if len(args) != 1:
        raise Impossible(say("offline.analyse-words"))
    if args[0] in TILES:
        return Given(TILES[args[0]])
    return Given(place=_place(state, verb, args[0]))


def _read_reveal(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    kinds = tuple(
        NONE if letter == OPEN else type_of(category, letter)
        for category, letter in zip(range(len(CATEGORIES)), args, strict=False)
    )
    known = tuple(kind for kind in kinds if kind is not None)
    if len(known) != len(CATEGORIES) or len(args) != len(CATEGORIES):
        raise Impossible(say("offline.reveal-words"))
    return Given(kinds=known, is_open=NONE in known)


def _read_lead(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    """Read `lead A company Y 4`, or `lead A company -` where nobody leads."""
    wrong = say("offline.lead-words")
    match args:
        case (name, category, _, *_) if name in tuple(NETS) and category in CATEGORIES:
            given = Given(net=NETS.index(name), category=CATEGORIES.index(category))
        case _:
            raise Impossible(wrong)
    match args[2:]:
        case ("-",):
            return given
        case (kind, count) if kind == OPEN and count in {OPEN, OTHER, *LEADING}:
            return given._replace(is_open=True)
        case (letter, *rest) if (known := type_of(given.category, letter)) is not None:
            given = given._replace(kinds=(known,))
            if rest == [OPEN]:
                return given._replace(is_open=True)
            if len(rest) == 1 and rest[0] in LEADING:
                return given._replace(number=int(rest[0]))
    raise Impossible(wrong)


def _read_analysed(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    match args:
        case (card, tile) if card == tile == OPEN:
            return Given(is_open=True)
        case (card, *tile) if card in tuple(MARKET_CARDS):
            given = _read_tile(tuple(tile), number=MARKET_CARDS.index(card))
            if given is not None:
                return given
    raise Impossible(say("offline.analysed-words"))


_READING: dict[str, Callable[[State, str, tuple[str, ...]], Given]] = {
    "deal": read_site,
    "show": _read_show,
    "put": _read_laying,
    "swap": _read_laying,
    "offline": _read_nothing,
    "clear": _read_nothing,
    "pass": _read_nothing,
    "analyse": _read_analyse,
    "reveal": _read_reveal,
    "site": read_site,
    "lead": _read_lead,
    "analysed": _read_analysed,
}
