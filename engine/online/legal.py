"""The acts of Online that are well-formed, and those that are legal.

>>> from engine.game import Setup
>>> from engine.online.state import start
>>> state = start(Setup("online", ("Anna", "Ben")))
>>> [str(act) for act in legal(state)][:3]
['1 draw', '1 exchange 1', '1 exchange 2']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.acts import Act
from engine.online.cards import (
    CATEGORIES,
    COPIES,
    CYBER_PATROL,
    E_MAIL,
    EXTRA_MEMORY,
    HACKER,
    LARGE,
    LINKS,
    MEMORY_FULL,
    NAMES,
    NONE,
    OBSTRUCTIONS,
    SEARCH,
    TAKES_LINE,
    TAKES_MEMORY,
    TURBO_LINE,
    UNDER_CONSTRUCTION,
    UP,
)
from engine.online.reading import pile_of
from engine.online.state import FULL_HAND, Phase, State

Parties = tuple[tuple[int, ...], ...]


@cache
def said(seat: int | None, verb: str, *words: str) -> Act:
    """Make each act once."""
    return Act(seat, verb, words)


@cache
def _wellformed(parties: Parties) -> tuple[Act, ...]:
    seats = sorted(seat for party in parties for seat in party)
    names = [str(party[0]) for party in parties]
    acts = [said(None, "time")]
    for seat in seats:
        acts += [said(seat, "draw"), *(said(seat, "exchange", str(count)) for count in range(1, FULL_HAND + 1))]
        acts += [said(seat, "download", NAMES[card]) for card in CATEGORIES]
        acts += [said(seat, "lay", NAMES[card]) for card in LINKS]
        acts += [said(seat, "block", NAMES[card], name) for card in OBSTRUCTIONS for name in names]
        acts += [said(seat, "hacker"), *_searches(seat, names)]
        acts += [said(seat, "secure", NAMES[card]) for card in CATEGORIES]
        acts += [said(seat, "stop"), said(seat, "discard", "?"), said(seat, "patrol"), *_captures(seat, names)]
        acts += [said(seat, "holds", str(count)) for count in range(FULL_HAND + 2)]
    return tuple(acts)


def _searches(seat: int, names: list[str]) -> Iterator[Act]:
    for card, name in enumerate(NAMES):
        if card < HACKER:
            yield from (said(seat, "search", name, f"{party}.{pile_of(card)}") for party in names)
        yield said(seat, "search", name, "discard")


def _captures(seat: int, names: list[str]) -> Iterator[Act]:
    yield said(seat, "capture", "nothing")
    yield said(seat, "capture", "discard", "hand")
    for pile in ("line", "memory", *(NAMES[card] for card in CATEGORIES)):
        for source in names:
            yield said(seat, "capture", f"{source}.{pile}", "discard")
            for target in names:
                if target != source:
                    yield said(seat, "capture", f"{source}.{pile}", f"{target}.{pile}")


def wellformed(state: State) -> tuple[Act, ...]:
    """List all that could be said, in the order in which keys offer it."""
    return _wellformed(state.deal.parties)


class Fitting(NamedTuple):
    """The cards that a tableau could take now."""

    links: tuple[int, ...]
    obstructions: tuple[int, ...]
    categories: tuple[int, ...]


@cache
def _fitting(line: int, memory: int, is_open: tuple[bool, ...]) -> Fitting:
    """List what fits on two tops, and which categories still take cards (ON-28)."""
    cards = (*TAKES_LINE[line], *TAKES_MEMORY[memory])
    categories = [
        card
        for card, takes_more in zip(CATEGORIES, is_open, strict=True)
        if takes_more and line in UP and (card not in LARGE or memory == EXTRA_MEMORY)
    ]
    return Fitting(
        tuple(card for card in cards if card in LINKS),
        tuple(card for card in cards if card in OBSTRUCTIONS),
        tuple(categories),
    )


def fittings(state: State) -> list[Fitting]:
    """List for each party the cards that its tableau could take now."""
    e_mail, music, game, movie = state.deal.goals
    found: list[Fitting] = []
    for at, (line, memory, (emails, songs, games, movies), _) in enumerate(state.parties):
        takes = not state.is_line_new(at)
        is_open = (
            takes and emails < e_mail,
            takes and songs < music,
            takes and games < game,
            takes and movies < movie,
        )
        found.append(_fitting(line[-1] if line else NONE, memory[-1] if memory else NONE, is_open))
    return found


class Book(NamedTuple):
    """The acts of one seat, made once."""

    draw: Act
    exchange: tuple[Act, ...]
    """By count, less one."""
    stop: Act
    discard: Act
    hacker: Act
    lay: tuple[Act, ...]
    """By card, the first link first."""
    download: tuple[Act, ...]
    secure: tuple[Act, ...]
    """By category."""
    block: tuple[tuple[Act, ...], ...]
    """By obstruction, then by party."""
    search_to_discard: tuple[Act, ...]
    """By card."""
    search: tuple[tuple[Act, ...], ...]
    """By card below the power cards, then by party."""
    capture: dict[str, tuple[tuple[Act, tuple[Act, ...]], ...]]
    """By pile, then by party: onto the discard pile, and onto the same pile of each party."""


@cache
def _book(parties: Parties, seat: int) -> Book:
    names = [str(party[0]) for party in parties]
    piles = ("line", "memory", *(NAMES[card] for card in CATEGORIES))
    return Book(
        said(seat, "draw"),
        tuple(said(seat, "exchange", str(count)) for count in range(1, FULL_HAND + 1)),
        said(seat, "stop"),
        said(seat, "discard", "?"),
        said(seat, "hacker"),
        tuple(said(seat, "lay", NAMES[card]) for card in LINKS),
        tuple(said(seat, "download", NAMES[card]) for card in CATEGORIES),
        tuple(said(seat, "secure", NAMES[card]) for card in CATEGORIES),
        tuple(tuple(said(seat, "block", NAMES[card], name) for name in names) for card in OBSTRUCTIONS),
        tuple(said(seat, "search", name, "discard") for name in NAMES),
        tuple(
            tuple(said(seat, "search", NAMES[card], f"{name}.{pile_of(card)}") for name in names)
            for card in range(HACKER)
        ),
        {
            pile: tuple(
                (
                    said(seat, "capture", f"{source}.{pile}", "discard"),
                    tuple(said(seat, "capture", f"{source}.{pile}", f"{target}.{pile}") for target in names),
                )
                for source in names
            )
            for pile in piles
        },
    )


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    if state.end is not None:
        return _reports(state)
    found = _BY_PHASE[state.phase](state, _book(state.deal.parties, state.turn))
    if state.fresh and state.phase is not Phase.HACKING:
        found += repairs(state)
    if state.deal.has_limit:
        found.append(said(None, "time"))
    return found


def _reports(state: State) -> list[Act]:
    """After the end every losing hand is asked for (ON-35)."""
    assert state.end is not None
    return [
        said(seat, "holds", str(count))
        for seat in state.seats
        if state.deal.party_of[seat - 1] not in state.end.winners
        and state.holds[seat - 1] < 0
        and seat not in state.left
        for count in range(state.hands[seat - 1] + 1)
    ]


def _at_begin(state: State, book: Book) -> list[Act]:
    hand = state.hands[state.turn - 1]
    found = [book.draw] if hand <= FULL_HAND else []  # only a table that insists begins a turn with more (ON-9)
    return [*found, *book.exchange[:hand], *_securing(state, book)]


def _securing(state: State, book: Book) -> list[Act]:
    party, goals = state.party(state.turn), state.deal.goals
    return [
        act
        for act, count, goal, secured in zip(book.secure, party.piles, goals, party.secured, strict=True)
        if count == goal and not secured
    ]


def _while_playing(state: State, book: Book) -> list[Act]:
    hand, shown, deal = state.hands[state.turn - 1], state.shown, state.deal
    found = [book.stop] if hand <= FULL_HAND else [book.discard]
    found += _securing(state, book)
    if not hand:
        return found
    own, fits = deal.party_of[state.turn - 1], fittings(state)
    links, _, categories = fits[own]
    found += [book.lay[card] for card in links if shown[card] < COPIES[card]]
    if categories and state.downloads < _limit(state.parties[own].line):
        found += [book.download[card - E_MAIL] for card in categories if shown[card] < COPIES[card]]
    for at, (_, obstructions, _) in enumerate(fits):
        if at != own:
            found += [
                book.block[card - UNDER_CONSTRUCTION][at] for card in obstructions if shown[card] < COPIES[card]
            ]
    if shown[HACKER] < COPIES[HACKER]:
        found.append(book.hacker)
    if shown[SEARCH] < COPIES[SEARCH] and state.bank:
        found += _searching(state, book, own, fits)
    return found


def _limit(line: tuple[int, ...]) -> int:
    """Return how many cards a line that is up lets through in a turn (ON-16)."""
    return 2 if line[-1] == TURBO_LINE else 1


def _searching(state: State, book: Book, own: int, fits: list[Fitting]) -> list[Act]:
    shown = state.shown
    found = [act for act, seen, copies in zip(book.search_to_discard, shown, COPIES, strict=True) if seen < copies]
    if shown[SEARCH] + 1 == COPIES[SEARCH]:  # the one that is played is the last one
        found.pop()
    for at, (links, obstructions, categories) in enumerate(fits):
        landing = (*links, *categories) if at == own else (*links, *obstructions, *categories)
        found += [book.search[card][at] for card in landing if shown[card] < COPIES[card]]
    return found


def _while_hacking(state: State, book: Book) -> list[Act]:
    deal, found = state.deal, [*_patrols(state), said(state.turn, "capture", "nothing")]
    if len(state.discards) > 1:
        found.append(said(state.turn, "capture", "discard", "hand"))
    own, fits = deal.party_of[state.turn - 1], fittings(state)
    takes = [fit.links + fit.categories + (() if at == own else fit.obstructions) for at, fit in enumerate(fits)]
    for at, (line, memory, piles, secured) in enumerate(state.parties):
        if line:
            found += _landings(book.capture["line"][at], at, line[-1], takes)
        if memory:
            found += _landings(book.capture["memory"][at], at, memory[-1], takes)
        if at != own and any(piles):
            for card, count, is_secured in zip(CATEGORIES, piles, secured, strict=True):
                if count and not is_secured:
                    found += _landings(book.capture[NAMES[card]][at], at, card, takes)
    return found


def _patrols(state: State) -> list[Act]:
    """List who can stop a hacker (ON-24)."""
    if state.shown[CYBER_PATROL] == COPIES[CYBER_PATROL]:
        return []
    return [
        said(seat, "patrol")
        for seat, hand in enumerate(state.hands, start=1)
        if hand and seat != state.turn and seat not in state.left
    ]


def _landings(acts: tuple[Act, tuple[Act, ...]], at: int, card: int, takes: list[tuple[int, ...]]) -> list[Act]:
    """List where a captured card can go (ON-28)."""
    to_discard, to_party = acts
    return [to_discard, *(to_party[other] for other, cards in enumerate(takes) if other != at and card in cards)]


def _after_discard(state: State, book: Book) -> list[Act]:
    return [book.stop] if state.hands[state.turn - 1] <= FULL_HAND else [book.discard]


_BY_PHASE = {
    Phase.BEGUN: _at_begin,
    Phase.PLAYING: _while_playing,
    Phase.HACKING: _while_hacking,
    Phase.DISCARDED: _after_discard,
}


def repairs(state: State) -> list[Act]:
    """List the repairs out of turn of what was obstructed in this very turn (ON-22)."""
    found = []
    for at, pile in sorted(state.fresh):
        party = state.parties[at]
        if not party.is_ill(pile):
            continue
        cards = TAKES_LINE[party.line[-1]] if pile == "line" else TAKES_MEMORY[MEMORY_FULL]
        found += [
            said(seat, "lay", NAMES[card])
            for seat in state.deal.parties[at]
            if seat not in {state.turn, *state.left} and state.hands[seat - 1]
            for card in cards
            if state.shown[card] < COPIES[card]
        ]
    return found
