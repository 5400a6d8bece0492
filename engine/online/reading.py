"""What the words of an act of Online say. Whether the state can hold it is told in `play`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.acts import Act
from engine.game import MATCH_VERBS, no_seat
from engine.online.cards import CARDS, CATEGORIES, LINKS, NAMES, NONE, OBSTRUCTIONS, ON_MEMORY
from engine.online.state import FULL_HAND, State, party_name, pile_kind
from engine.verdicts import Impossible, Sentence, say

UNNAMED = "?"


class Pile(NamedTuple):
    """A pile that words name: of a party, or one of the table's own."""

    party: int
    """Counted from 0; -1 for the discard pile and for what is no pile at all."""
    name: str
    """`line`, `memory`, a category, `discard`, `hand` or `nothing`."""

    @property
    def category(self) -> int | None:
        """The card of a category pile."""
        card = CARDS.get(self.name)
        return card if card in CATEGORIES else None


DISCARD, HAND, NOTHING = Pile(-1, "discard"), Pile(-1, "hand"), Pile(-1, "nothing")


class Given(NamedTuple):
    """What the words of an act say."""

    card: int = NONE
    party: int = -1
    source: Pile = NOTHING
    target: Pile = NOTHING
    number: int = 0
    cards: tuple[int, ...] = ()


def pile_of(card: int) -> str:
    """Return which pile a card belongs on."""
    if card in CATEGORIES:
        return NAMES[card]
    return "memory" if card in ON_MEMORY else "line"


@cache
def piles(parties: tuple[tuple[int, ...], ...]) -> dict[str, Pile]:
    """Name the piles of all parties."""
    names = ("line", "memory", *(NAMES[card] for card in CATEGORIES))
    return {f"{seats[0]}.{name}": Pile(at, name) for at, seats in enumerate(parties) for name in names}


def read(state: State, act: Act) -> Given:
    """Return what the words after the verb say; raises `Impossible` if they say nothing."""
    seat, verb, args = act
    reading = _READING.get(verb)
    if reading is None:
        raise Impossible(say("act.unknown", verb=verb, verbs=(*_READING, *MATCH_VERBS)))
    if verb == "time":
        if seat is not None:
            raise Impossible(say("act.table-only", verb=verb))
    elif seat is None or not 1 <= seat <= len(state.hands):
        raise Impossible(no_seat(act, state.seats))
    return reading(state, verb, args)


def _read_nothing(_state: State, verb: str, args: tuple[str, ...]) -> Given:
    if args:
        raise Impossible(say("act.stands-alone", verb=verb))
    return Given()


def _read_exchange(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    count = int(args[0]) if args and args[0] in map(str, range(1, FULL_HAND + 1)) else 0
    named = args[1:]
    if not count or len(named) not in {0, count} or any(word not in CARDS for word in named):
        raise Impossible(say("online.exchange-words", most=FULL_HAND))
    return Given(number=count, cards=tuple(CARDS[word] for word in named) or (NONE,) * count)


def _read_link(_state: State, verb: str, args: tuple[str, ...]) -> Given:
    return Given(_card(verb, args, LINKS))


def _read_category(_state: State, verb: str, args: tuple[str, ...]) -> Given:
    return Given(_card(verb, args, CATEGORIES))


def _card(verb: str, args: tuple[str, ...], among: range) -> int:
    card = CARDS.get(args[0], NONE) if len(args) == 1 else NONE
    if card not in among:
        raise Impossible(say("online.card-words", verb=verb, cards=tuple(NAMES[at] for at in among)))
    return card


def _read_block(state: State, verb: str, args: tuple[str, ...]) -> Given:
    names = [str(seats[0]) for seats in state.deal.parties]
    match args:
        case (card, party) if CARDS.get(card, NONE) in OBSTRUCTIONS and party in names:
            return Given(CARDS[card], names.index(party))
    obstructions = tuple(NAMES[at] for at in OBSTRUCTIONS)
    raise Impossible(say("online.block-words", verb=verb, cards=obstructions, parties=tuple(names)))


def _read_capture(state: State, _verb: str, args: tuple[str, ...]) -> Given:
    named = piles(state.deal.parties)
    match args:
        case ("nothing",):
            return Given()
        case ("discard", "hand"):
            return Given(source=DISCARD, target=HAND)
        case ("discard", target) if target in named or target == "discard":
            raise Impossible(say("online.hand-only"), "ON-30")
        case (source, "hand") if source in named:
            raise Impossible(say("online.not-to-hand"), "ON-28")
        case (source, "discard") if source in named:
            return Given(source=named[source], target=DISCARD)
        case (source, target) if source in named and target in named:
            return Given(source=named[source], target=named[target])
    raise Impossible(say("online.capture-words"))


def _read_search(state: State, _verb: str, args: tuple[str, ...]) -> Given:
    named = {"discard": DISCARD, **piles(state.deal.parties)}
    match args:
        case (card, pile) if card in CARDS and pile in named:
            return Given(CARDS[card], target=named[pile])
    raise Impossible(say("online.search-words"))


def _read_discard(_state: State, _verb: str, args: tuple[str, ...]) -> Given:
    if len(args) != 1 or (args[0] not in CARDS and args[0] != UNNAMED):
        raise Impossible(say("online.discard-words"))
    return Given(CARDS.get(args[0], NONE))


def _read_holds(state: State, _verb: str, args: tuple[str, ...]) -> Given:
    if len(args) != 1 or args[0] not in map(str, range(FULL_HAND + 2)):
        raise Impossible(say("online.holds-words", most=max(state.hands)))
    return Given(number=int(args[0]))


_READING: dict[str, Callable[[State, str, tuple[str, ...]], Given]] = {
    "exchange": _read_exchange,
    "draw": _read_nothing,
    "lay": _read_link,
    "download": _read_category,
    "block": _read_block,
    "hacker": _read_nothing,
    "patrol": _read_nothing,
    "capture": _read_capture,
    "search": _read_search,
    "secure": _read_category,
    "discard": _read_discard,
    "stop": _read_nothing,
    "time": _read_nothing,
    "holds": _read_holds,
}


def pile_name(pile: Pile, state: State) -> Sentence:
    """Name a pile of a party."""
    return say("online.pile-of", pile=pile_kind(pile.name), party=party_name(state, pile.party))
