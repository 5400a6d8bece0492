"""The state of a game of Online: the table, how many cards each hand and the bank hold, and whose turn it is.

>>> from engine.game import Setup
>>> state = start(Setup("online", ("Anna", "Ben", "Carla", "Dora")))
>>> state.deal.party_of, state.hands, state.bank
((0, 1, 0, 1), (7, 7, 7, 7), 84)
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.game import Setup
from engine.online.cards import ALL, CATEGORIES, COPIES, MEMORY_FULL, NAMES, NONE, ON_LINE, ON_MEMORY, UP
from engine.verdicts import BadSetup, Sentence, player, say

VERSION = "2"
FULL_HAND = 7
"""Cards that a hand is filled up to (ON-8, ON-9)."""
GOALS = "6 4 2 2"
"""Cards of e-mail, music, game and movie that win (ON-2)."""
TEAMS = {
    (2, "teams"): ((1,), (2,)),
    (3, "teams"): ((1,), (2,), (3,)),
    (4, "teams"): ((1, 3), (2, 4)),
    (4, "single"): ((1,), (2,), (3,), (4,)),
    (5, "teams"): ((1, 4), (2, 5), (3, 6)),
    (6, "teams"): ((1, 4), (2, 5), (3, 6)),
    (6, "trios"): ((1, 3, 5), (2, 4, 6)),
}
"""By number of players and the agreement: the seats of each party (ON-5, ON-6)."""


class Phase(Enum):
    """Where in a turn the game is."""

    BEGUN = "begun"
    """Draw or exchange is next (ON-10)."""
    PLAYING = "playing"
    HACKING = "hacking"
    """A hacker is announced and can still be stopped (ON-24)."""
    DISCARDED = "discarded"
    """Only stop follows (ON-11)."""


class Deal(NamedTuple):
    """What stays the same for a whole game."""

    parties: tuple[tuple[int, ...], ...]
    """The seats of each party; it is called by its lowest one."""
    party_of: tuple[int, ...]
    """By seat, seat 1 first: the number of its party, counted from 0."""
    goals: tuple[int, ...]
    """By category, e-mail first."""
    players: int
    """With five players there are six seats (ON-6)."""
    has_limit: bool
    """Whether the table has agreed on a time limit (ON-36)."""
    is_line_late: bool = False
    """Whether nothing is downloaded in the turn in which an on-line was laid (ON-18)."""


class Party(NamedTuple):
    """The tableau of a party (ON-7)."""

    line: tuple[int, ...] = ()
    memory: tuple[int, ...] = ()
    """From the bottom to the top."""
    piles: tuple[int, ...] = (0, 0, 0, 0)
    """By category: the cards that were downloaded."""
    secured: tuple[bool, ...] = (False,) * 4

    @property
    def line_top(self) -> int:
        """The card that tells the state of the line, or `NONE`."""
        return self.line[-1] if self.line else NONE

    @property
    def memory_top(self) -> int:
        """The card that tells the state of the memory, or `NONE`."""
        return self.memory[-1] if self.memory else NONE

    @property
    def is_up(self) -> bool:
        """Whether the line is up (ON-14)."""
        return self.line_top in UP

    def is_ill(self, pile: str) -> bool:
        """Return whether a pile is obstructed, or was repaired and still waits for its line (ON-21)."""
        if pile == "line":
            return bool(self.line) and self.line[-1] not in UP
        return self.memory_top == MEMORY_FULL

    def with_card(self, card: int) -> Party:
        """Lay a card where it belongs."""
        line, memory, piles, secured = self
        if card in CATEGORIES:
            at = card - CATEGORIES[0]
            return Party(line, memory, (*piles[:at], piles[at] + 1, *piles[at + 1 :]), secured)
        if card in ON_MEMORY:
            return Party(line, (*memory, card), piles, secured)
        return Party((*line, card), memory, piles, secured)


class End(NamedTuple):
    """The game is won."""

    winners: tuple[int, ...]
    """Parties, counted from 0."""
    rule: str


class State(NamedTuple):
    """A position."""

    deal: Deal
    parties: tuple[Party, ...]
    hands: tuple[int, ...]
    """By seat: how many cards."""
    bank: int
    discards: tuple[int, ...]
    """From the bottom to the top; `NONE` is a card that nobody named."""
    shown: tuple[int, ...]
    """By card: how many lie on the table or are known among the discards (ON-4)."""
    turn: int
    phase: Phase = Phase.BEGUN
    downloads: int = 0
    """Cards downloaded in this turn (ON-16)."""
    fresh: frozenset[tuple[int, str]] = frozenset()
    """Piles, as party and `line` or `memory`, that were obstructed in this very turn (ON-22); see `is_ill`."""
    owed: tuple[int, ...] = ()
    """By seat: turns to be missed."""
    left: frozenset[int] = frozenset()
    """Seats that have quit."""
    end: End | None = None
    holds: tuple[int, ...] = ()
    """After the end, by seat: category cards left in the hand; -1 while that is unknown (ON-35)."""
    shuffles: int = 0
    """How often a new bank was made (ON-34)."""
    new_lines: frozenset[int] = frozenset()
    """Parties whose line was begun with an on-line in this very turn; see `is_line_new` (ON-18)."""

    @property
    def seats(self) -> range:
        """The seats of this game; with five players there are six (ON-6)."""
        return range(1, len(self.hands) + 1)

    def party(self, seat: int) -> Party:
        """Return the tableau of a seat."""
        return self.parties[self.deal.party_of[seat - 1]]

    def is_line_new(self, at: int) -> bool:
        """Return whether nothing can be downloaded by a party yet, because its on-line is new (ON-18)."""
        return at in self.new_lines and self.parties[at].line == (ON_LINE,)

    def unseen(self, card: int) -> int:
        """Return how many copies of a card can still be in hands and bank (ON-4)."""
        return COPIES[card] - self.shown[card]


def start(setup: Setup) -> State:
    """Return the start: seven cards in each hand, the rest is the bank (ON-8)."""
    players = len(setup.players)
    if players not in range(2, 7):
        raise BadSetup(say("online.players", given=players), "Players")
    parties = TEAMS.get((players, setup.tags.get("Parties", "teams")))
    if parties is None and players in {2, 3} and setup.tags["Parties"] == "single":
        parties = TEAMS[players, "teams"]
    if parties is None:
        raise BadSetup(say("online.parties", given=setup.tags["Parties"][:40], players=players), "Parties")
    if not 1 <= setup.first <= players:
        raise BadSetup(say("online.no-first", given=setup.first, players=players), "First")
    seats = sum(map(len, parties))
    party_of = tuple(next(at for at, party in enumerate(parties) if seat in party) for seat in range(1, seats + 1))
    deal = Deal(
        parties, party_of, _goals(setup), players, has_limit=_has_limit(setup), is_line_late=_is_line_late(setup)
    )
    return State(
        deal,
        (Party(),) * len(parties),
        (FULL_HAND,) * seats,
        ALL - FULL_HAND * seats,
        (),
        (0,) * len(NAMES),
        setup.first,
        owed=(0,) * seats,
        holds=(-1,) * seats,
    )


def _goals(setup: Setup) -> tuple[int, ...]:
    words = setup.tags.get("Goals", GOALS).split()
    copies = [COPIES[card] for card in CATEGORIES]
    if len(words) == len(copies) and all(
        _is_number(word, digits=2) and int(word) <= most for word, most in zip(words, copies, strict=True)
    ):
        return tuple(map(int, words))
    raise BadSetup(say("online.goals", most=tuple(copies)), "Goals")


def _has_limit(setup: Setup) -> bool:
    limit = setup.tags.get("Limit", "none")
    if limit != "none" and not _is_number(limit, digits=3):
        raise BadSetup(say("online.limit", given=limit[:40]), "Limit")
    return limit != "none"


def _is_line_late(setup: Setup) -> bool:
    line = setup.tags.get("Line", "at-once")
    if line not in {"at-once", "next-turn"}:
        raise BadSetup(say("online.line", given=line[:40]), "Line")
    return line == "next-turn"


def _is_number(word: str, digits: int) -> bool:
    """Return whether a word is a number above 0 with at most so many digits."""
    return word.isascii() and word.isdecimal() and len(word) <= digits and int(word) > 0


# What is wrong, in words: shared by all that reads acts.


def card_name(card: int) -> Sentence:
    """Name a card."""
    return say(f"online.card-{NAMES[card]}") if card != NONE else say("online.card-unknown")


def party_number(state: State, at: int) -> int:
    """Return the number of a party, which is its lowest seat."""
    return state.deal.parties[at][0]


def party_name(state: State, at: int) -> Sentence:
    """Name a party: by its player if it has only one, else by its number."""
    members = [seat for seat in state.deal.parties[at] if seat <= state.deal.players]
    return player(members[0]) if len(members) == 1 else say("online.party", party=members[0])


def party_called(state: State, word: str) -> Sentence:
    """Name a party by its number as records write it; a word that is no number of a party stays as it is."""
    numbers = [str(seats[0]) for seats in state.deal.parties]
    return party_name(state, numbers.index(word)) if word in numbers else say("online.party", party=word)


def pile_kind(name: str) -> Sentence:
    """Name a kind of pile: line, memory or a category."""
    return say(f"online.pile-{name}") if name in {"line", "memory"} else say(f"online.card-{name}")
