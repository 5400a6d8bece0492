"""The state of a game of Offline: where each of the 64 tiles is, whose turn it is, and which cards are known.

Both depths share it: on the `board` every act is followed, for the `score` tiles or leads are told at the end.

>>> from engine.game import Setup
>>> state = start(Setup("offline", ("Anna", "Ben"), tags={"Mode": "expert"}))
>>> state.phase, state.bag, [net.size for net in state.deal.nets]
(<Phase.DEAL: 'deal'>, 64, [7, 6, 5, 5, 5, 4, 6, 4])
>>> [MARKET_CARDS[card] for card in state.deal.market]
['A', 'B', 'C', 'D']
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from engine.game import Setup
from engine.offline.owner_data import MARKET_CARDS, NETS, SHEET_SIZES, SIZES, OwnerData, neighbours, owner_data_in
from engine.offline.tiles import ALL, CATEGORIES, NONE, tile_name
from engine.verdicts import BadSetup, Sentence, player, say

VERSION = "2"
DISPLAY, OFFLINE, A_NET = 5, 4, 2
"""Tiles of the display, spaces of the offline area, tiles that each net begins with."""
MARKETS = {
    "printed": {2: "ABCD", 3: "ABD", 4: "AD"},
    "per-player": {2: "AD", 3: "ABD", 4: "ABCD"},
}
"""The market cards in the game, by the reading of the rule sheet and the number of players (OF-26)."""


class Phase(Enum):
    """Where in a game, or in a turn, the table is."""

    DEAL = "deal"
    """Two tiles go into each net (OF-4)."""
    SHOW = "show"
    """The display is filled from the bag (OF-12)."""
    TURN = "turn"
    SWAPPED = "swapped"
    """A tile came off and is in the hand (OF-9)."""
    CLEARED = "cleared"
    """The tiles of the offline area are taken out; one may be laid (OF-11)."""
    END = "end"
    ENTRY = "entry"
    """Depth `score`: anything can be told, in any order."""

    __hash__ = object.__hash__  # each exists once; the hash of an enum is a slow function, and every act needs it


IN_HAND = frozenset({Phase.SWAPPED, Phase.CLEARED})
"""In the middle of a turn, with tiles in the hand."""
BEFORE_A_TURN = frozenset({Phase.DEAL, Phase.SHOW})


class Place(NamedTuple):
    """A site: the number of its net and of the site in it, both counted from 0."""

    net: int
    at: int


class Swapped(NamedTuple):
    """A swap that was just made: where, and which tile came off."""

    place: Place
    old: int


class Web(NamedTuple):
    """A network as the rules see it."""

    size: int
    """The number by which the expert game multiplies (OF-20)."""
    linked: tuple[tuple[int, ...], ...]
    """By site: those that it is linked with."""

    def __hash__(self) -> int:
        """Hash the size alone: nets are looked up for every act that is listed, and few have the same size."""
        return self.size


class Deal(NamedTuple):
    """What stays the same for a whole game."""

    seats: int
    is_board: bool
    is_expert: bool
    uses_map: bool
    """The basic score needs none, unless the owner has entered it (OF-24)."""
    nets: tuple[Web, ...]
    rooms: tuple[int, ...]
    """By net: the sites that can be told; for the score they may be more than the placeholder has (OF-2)."""
    market: tuple[int, ...]
    """The market cards in the game, in the order in which they are taken (OF-19)."""
    values: tuple[tuple[int, ...], ...]
    """By market card: what it pays (OF-22)."""
    map_verified: bool
    market_verified: bool


class Lead(NamedTuple):
    """Who is in front in a net, in one category: nobody if `kind` is `NONE` (OF-16)."""

    kind: int
    tiles: int
    """How many of it lie there."""


class Analysis(NamedTuple):
    """A market analysis: the card, and the tile that lies on it (OF-18)."""

    card: int
    tile: int


Cards = tuple[int, int, int]
"""Three preference cards: a company, a language and a product."""


class State(NamedTuple):
    """A position."""

    deal: Deal
    nets: tuple[tuple[int, ...], ...]
    """By net and site: the tile that lies there, or `NONE`."""
    phase: Phase
    turn: int
    display: tuple[int, ...] = ()
    offline: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    """Tiles that have left the game for good."""
    hand: int = NONE
    """The tile that came off and is still to be laid (OF-9)."""
    swapped: Swapped | None = None
    """What the last act has swapped."""
    seen: int = 0
    """A bit for each tile that is not in the bag."""
    analysed: tuple[Analysis | None, ...] = ()
    """By seat."""
    cards: tuple[Cards | None, ...] = ()
    """By seat: the preferences, once they are revealed (OF-5)."""
    left: frozenset[int] = frozenset()
    """Seats that have quit."""
    leads: tuple[tuple[Lead | None, ...], ...] = ()
    """Depth `score`: by net and category, what was told."""
    closed: frozenset[int] = frozenset()
    """Depth `score`: nets of which no further tile will be told."""
    is_stopped: bool = False
    """Whether the table has stopped early (M-8)."""

    @property
    def seats(self) -> range:
        """The seats of this game."""
        return range(1, self.deal.seats + 1)

    @property
    def bag(self) -> int:
        """How many tiles the bag holds."""
        return ALL - self.seen.bit_count()

    @property
    def is_full(self) -> bool:
        """Whether every site holds a tile (OF-14)."""
        return not any(NONE in tiles for tiles in self.nets)

    @property
    def is_over(self) -> bool:
        """Whether the score is known: on the board the game has ended, and every card is revealed."""
        return self.phase in {Phase.END, Phase.ENTRY} and None not in self.cards

    @property
    def next_card(self) -> int | None:
        """The market card that the next analysis takes, if one is left (OF-19)."""
        taken = {analysis.card for analysis in self.analysed if analysis is not None}
        return next((card for card in self.deal.market if card not in taken), None)

    @property
    def places(self) -> dict[str, Place]:
        """The sites by their names."""
        return places_of(self.deal.rooms)

    def size(self, net: int) -> int:
        """Return the sites of a net: those of the map, or more if the table has told more (OF-20)."""
        told = (at for at, tile in enumerate(self.nets[net], start=1) if tile != NONE)
        leading = (lead.tiles for lead in self.leads[net] if lead is not None)
        return max((self.deal.nets[net].size, *told, *leading))

    def tile(self, place: Place) -> int:
        """Return the tile on a site."""
        return self.nets[place.net][place.at]

    def is_seen(self, tile: int) -> bool:
        """Return whether a tile has left the bag (OF-13)."""
        return bool(self.seen >> tile & 1)


def start(setup: Setup) -> State:
    """Return the start: all tiles in the bag."""
    players, tags = len(setup.players), setup.tags
    if players not in range(2, 5):
        raise BadSetup(say("offline.players", given=players), "Players")
    if not 1 <= setup.first <= players:
        raise BadSetup(say("offline.no-first", given=setup.first, players=players), "First")
    is_board = _option(setup, "Depth", ("board", "score")) == "board"
    is_expert = _option(setup, "Mode", ("basic", "expert")) == "expert"
    market = MARKETS[_option(setup, "Market", tuple(MARKETS))][players]
    data = owner_data_in(tags)
    uses_map = is_board or is_expert or data.map_verified
    if is_board and data.nets[0].links is None:
        raise BadSetup(say("offline.no-links"), "MapData")
    deal = Deal(
        players,
        is_board,
        is_expert,
        uses_map,
        tuple(Web(net.size, neighbours(net)) for net in data.nets),
        _rooms(data, is_mapped=is_board or data.map_verified),
        tuple(MARKET_CARDS.index(card) for card in market) if is_expert else (),
        data.market,
        data.map_verified,
        data.market_verified,
    )
    return State(
        deal,
        tuple((NONE,) * room for room in deal.rooms),
        Phase.DEAL if is_board else Phase.ENTRY,
        setup.first,
        analysed=(None,) * players,
        cards=(None,) * players,
        leads=((None,) * len(CATEGORIES),) * len(NETS),
    )


def _rooms(data: OwnerData, *, is_mapped: bool) -> tuple[int, ...]:
    """Count the sites of each net that can exist: those of the map, else what the rule sheet allows (OF-2)."""
    if is_mapped:
        return tuple(net.size for net in data.nets)
    return tuple(SHEET_SIZES.get(name, SIZES[-1]) for name in NETS)


def _option(setup: Setup, tag: str, known: tuple[str, ...]) -> str:
    """Read an option; the first value is the default."""
    given = setup.tags.get(tag, known[0])
    if given not in known:
        raise BadSetup(say("offline.option", tag=tag, given=given[:40], known=known), tag)
    return given


@cache
def places_of(rooms: tuple[int, ...]) -> dict[str, Place]:
    """Name the sites: a net and a number, such as A3."""
    return {
        f"{name}{at + 1}": Place(number, at)
        for number, (name, room) in enumerate(zip(NETS, rooms, strict=True))
        for at in range(room)
    }


def site_name(place: Place) -> str:
    """Name a site."""
    return f"{NETS[place.net]}{place.at + 1}"


# --- states in the making


def with_tile(state: State, place: Place, tile: int) -> tuple[tuple[int, ...], ...]:
    """Return the nets with another tile, or none, on a site."""
    nets, tiles = state.nets, state.nets[place.net]
    laid = (*tiles[: place.at], tile, *tiles[place.at + 1 :])
    return (*nets[: place.net], laid, *nets[place.net + 1 :])


def with_cards(state: State, seat: int, kinds: tuple[int, ...]) -> State:
    """Note the preference cards of a player."""
    company, language, product = kinds
    cards = (*state.cards[: seat - 1], (company, language, product), *state.cards[seat:])
    return state._replace(cards=cards)


def with_lead(state: State, net: int, category: int, lead: Lead | None) -> State:
    """Note who leads in a net, in one category."""
    row = (*state.leads[net][:category], lead, *state.leads[net][category + 1 :])
    return state._replace(leads=(*state.leads[:net], row, *state.leads[net + 1 :]))


def settled(state: State) -> State:
    """Find out what comes next where no player is in the middle of a turn."""
    if not state.deal.is_board:
        return state
    if state.is_full or state.is_stopped or len(state.left) == state.deal.seats:
        held = (state.hand,) if state.hand != NONE else ()
        return state._replace(phase=Phase.END, hand=NONE, out=state.out + held)
    phase = _phase(state)
    return state if phase is state.phase else state._replace(phase=phase)


def _phase(state: State) -> Phase:
    if state.phase in IN_HAND:
        return state.phase
    if state.phase is Phase.DEAL and any(room_to_deal(tiles) for tiles in state.nets):
        return Phase.DEAL
    if len(state.display) < DISPLAY and state.bag:
        return Phase.SHOW
    return Phase.TURN if state.display else Phase.END


def room_to_deal(tiles: tuple[int, ...]) -> bool:
    """Return whether a net still gets a tile when the game is set up (OF-4)."""
    return len(tiles) - tiles.count(NONE) < A_NET


def following(state: State, seat: int) -> int:
    """Return who comes after a player, past those who have left."""
    turn = seat % state.deal.seats + 1
    while turn in state.left and turn != seat:
        turn = turn % state.deal.seats + 1
    return turn


def next_turn(state: State, seat: int, **changes: Any) -> State:
    """Change a state and let the next player have a turn; the display is filled first (OF-12)."""
    changes.setdefault("swapped", None)
    is_full = len(changes.get("display", state.display)) == DISPLAY
    phase = Phase.TURN if is_full else Phase.SHOW  # `settled` seldom has to change that: the bag may be empty
    return settled(state._replace(turn=following(state, seat), phase=phase, hand=NONE, **changes))


# What is wrong, in words: shared by all that reads acts.


def where_is(state: State, tile: int) -> Sentence:
    """Return where a tile lies that has left the bag."""
    name = tile_name(tile)
    for number, tiles in enumerate(state.nets):
        if tile in tiles:
            return say("offline.on-site", tile=name, site=site_name(Place(number, tiles.index(tile))))
    if tile in state.display:
        return say("offline.in-display", tile=name)
    if tile in state.offline:
        return say("offline.in-offline", tile=name)
    if tile == state.hand:
        return say("offline.in-hand", tile=name, who=player(state.turn))
    if tile in state.out:
        return say("offline.out-of-game", tile=name)
    return say("offline.is-analysed", tile=name)


def gone(seat: int) -> Sentence:
    """Return the sentence that a player has left."""
    return say("offline.gone", who=player(seat))
