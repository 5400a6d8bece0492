"""What can be said in a game of Online, and what would be lawful.

>>> from engine.game import Setup
>>> from engine.online.state import start
>>> state = start(Setup("online", ("Anna", "Ben")))
>>> [str(act) for act in legal(state)][:3]
['1 draw', '1 exchange 1', '1 exchange 2']
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.acts import Act
from engine.online.cards import (
    CATEGORIES,
    CYBER_PATROL,
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
    UP,
)
from engine.online.playing import pile_of
from engine.online.state import FULL_HAND, Phase, State

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def legal(state: State) -> list[Act]:
    """List every act that would be accepted."""
    if state.end is not None:
        return _reports(state)
    found = _BY_PHASE[state.phase](state)
    if state.fresh and state.phase is not Phase.HACKING:
        found += _repairs(state)
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


def _at_begin(state: State) -> list[Act]:
    seat = state.turn
    found = [said(seat, "draw")]
    found += [said(seat, "exchange", str(count)) for count in range(1, min(state.hands[seat - 1], FULL_HAND) + 1)]
    return found + _securing(state)


def _securing(state: State) -> list[Act]:
    party = state.party(state.turn)
    return [
        said(state.turn, "secure", NAMES[card])
        for card, count, goal, secured in zip(
            CATEGORIES, party.piles, state.deal.goals, party.secured, strict=True
        )
        if count == goal and not secured
    ]


def _while_playing(state: State) -> list[Act]:
    seat, deal = state.turn, state.deal
    hand = state.hands[seat - 1]
    found = [said(seat, "stop")] if hand <= FULL_HAND else [said(seat, "discard", "?")]
    found += _securing(state)
    if not hand:
        return found
    own = deal.party_of[seat - 1]
    found += _own_plays(state, own)
    for at, seats in enumerate(deal.parties):
        if at != own:
            found += [
                said(seat, "block", NAMES[card], str(seats[0]))
                for card in _fitting(state, at)
                if card in OBSTRUCTIONS and state.unseen(card)
            ]
    if state.unseen(HACKER):
        found.append(said(seat, "hacker"))
    if state.unseen(SEARCH) and state.bank:
        found += _search_acts(state, own)
    return found


def _own_plays(state: State, own: int) -> list[Act]:
    """List what can be laid and downloaded on the own tableau."""
    can_download = state.downloads < _limit(state.parties[own].line)
    found = []
    for card in _fitting(state, own):
        if card in LINKS and state.unseen(card):
            found.append(said(state.turn, "lay", NAMES[card]))
        elif card in CATEGORIES and can_download and state.unseen(card):
            found.append(said(state.turn, "download", NAMES[card]))
    return found


def _limit(line: tuple[int, ...]) -> int:
    """Tell how many cards a line lets through in a turn (ON-16)."""
    return 0 if not line or line[-1] not in UP else 2 if line[-1] == TURBO_LINE else 1


def _fitting(state: State, at: int) -> list[int]:
    """List the cards that a party's tableau could take now."""
    line, memory, piles, _ = state.parties[at]
    top = memory[-1] if memory else NONE
    found = [*TAKES_LINE[line[-1] if line else NONE], *TAKES_MEMORY[top]]
    if line and line[-1] in UP:
        for card, count, goal in zip(CATEGORIES, piles, state.deal.goals, strict=True):
            if count < goal and (card not in LARGE or top == EXTRA_MEMORY):
                found.append(card)
    return found


def _search_acts(state: State, own: int) -> list[Act]:
    seat, unseen = state.turn, state.unseen
    found = [
        said(seat, "search", name, "discard") for card, name in enumerate(NAMES) if unseen(card) > (card == SEARCH)
    ]
    for at, seats in enumerate(state.deal.parties):
        found += [
            said(seat, "search", NAMES[card], f"{seats[0]}.{pile_of(card)}")
            for card in _fitting(state, at)
            if unseen(card) and not (at == own and card in OBSTRUCTIONS)
        ]
    return found


def _while_hacking(state: State) -> list[Act]:
    seat = state.turn
    found = []
    if state.unseen(CYBER_PATROL):
        found += [
            said(other, "patrol")
            for other in state.seats
            if other != seat and other not in state.left and state.hands[other - 1]
        ]
    found.append(said(seat, "capture", "nothing"))
    if len(state.discards) > 1:
        found.append(said(seat, "capture", "discard", "hand"))
    own = state.deal.party_of[seat - 1]
    fitting = [frozenset(_fitting(state, at)) for at in range(len(state.parties))]
    for at, party in enumerate(state.parties):
        tops = [cards[-1] for cards in (party.line, party.memory) if cards]
        if at != own:
            tops += [
                card
                for card, count, secured in zip(CATEGORIES, party.piles, party.secured, strict=True)
                if count and not secured
            ]
        for card in tops:
            found += _landings(state, at, card, fitting, own)
    return found


def _landings(state: State, at: int, card: int, fitting: list[frozenset[int]], own: int) -> list[Act]:
    """List where a captured card can go (ON-28)."""
    parties, pile = state.deal.parties, pile_of(card)
    source = f"{parties[at][0]}.{pile}"
    found = [said(state.turn, "capture", source, "discard")]
    for other, takes in enumerate(fitting):
        if other != at and card in takes and not (other == own and card in OBSTRUCTIONS):
            found.append(said(state.turn, "capture", source, f"{parties[other][0]}.{pile}"))
    return found


def _after_discard(state: State) -> list[Act]:
    return [said(state.turn, "stop")]


_BY_PHASE = {
    Phase.BEGUN: _at_begin,
    Phase.PLAYING: _while_playing,
    Phase.HACKING: _while_hacking,
    Phase.DISCARDED: _after_discard,
}


def _repairs(state: State) -> list[Act]:
    """List the repairs out of turn of what was obstructed in this very turn (ON-22)."""
    own = state.deal.party_of[state.turn - 1]
    found = []
    for at, pile in sorted(state.fresh):
        if at == own:
            continue
        party = state.parties[at]
        cards = TAKES_LINE[party.line[-1]] if pile == "line" else TAKES_MEMORY[MEMORY_FULL]
        found += [
            said(seat, "lay", NAMES[card])
            for seat in state.deal.parties[at]
            if seat not in state.left and state.hands[seat - 1]
            for card in cards
            if state.unseen(card)
        ]
    return found
