"""Corrections: the table is right and the box is wrong.

All 112 cards stay accounted for: what a correction adds to the table or to a hand comes from the bank, and what it
takes away goes there; what a correction of the bank itself leaves over counts as discarded, unnamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.online.cards import ALL, CARDS, CATEGORIES, COPIES, NAMES, NONE, TAKES_LINE, TAKES_MEMORY
from engine.online.draft import Draft, shown_of
from engine.online.state import FULL_HAND, State, card_name
from engine.verdicts import Impossible, player, say

if TYPE_CHECKING:
    from engine.acts import Act

MOST_OWED = 9
LINE_CARDS = frozenset(TAKES_LINE) - {NONE}
MEMORY_CARDS = frozenset(TAKES_MEMORY) - {NONE}


def fix(state: State, act: Act) -> State:
    """Put something right; raises `Impossible` if that could not exist."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    draft = Draft(state)
    match act.args:
        case ("hand", seat, count) if count in map(str, range(FULL_HAND + 2)):
            draft.hands[_seat(state, seat) - 1] = int(count)
            _balance(draft)
        case ("bank", count) if count.isascii() and count.isdecimal() and len(count) <= len(str(ALL)):
            _bank(draft, int(count))
        case ("owed", seat, turns) if turns in map(str, range(MOST_OWED + 1)):
            draft.owed[_seat(state, seat) - 1] = int(turns)
        case ("turn", seat):
            draft.begin_turn(_seat(state, seat))
        case ("discard", card) if card in CARDS or card in {"?", "-"}:
            _discard(draft, card)
        case (pile, *words) if words and "." in pile:
            _pile(draft, pile, tuple(words))
        case _:
            raise Impossible(say("online.fix-words"))
    return draft.freeze()


def _seat(state: State, word: str) -> int:
    if word not in map(str, state.seats):
        raise Impossible(say("act.no-such-seat", seat=word[:9]))
    if int(word) in state.left:
        raise Impossible(say("online.gone", who=player(int(word))), "M-6")
    return int(word)


def _pile(draft: Draft, pile: str, words: tuple[str, ...]) -> None:
    name, _, kind = pile.partition(".")
    names = [str(seats[0]) for seats in draft.deal.parties]
    if name not in names or kind not in {"line", "memory", *(NAMES[card] for card in CATEGORIES)}:
        raise Impossible(say("online.fix-words"))
    at = names.index(name)
    if kind in {"line", "memory"}:
        _stack(draft, at, kind, words)
    else:
        _category(draft, at, CARDS[kind], words)
    _balance(draft)
    draft.end = None if draft.end is not None and draft.end.rule == "ON-2" else draft.end
    draft.see_who_has_won()


def _stack(draft: Draft, at: int, kind: str, words: tuple[str, ...]) -> None:
    """Lay out a line or memory pile, from the bottom to the top."""
    fitting = LINE_CARDS if kind == "line" else MEMORY_CARDS
    cards = () if words == ("-",) else tuple(CARDS.get(word, NONE) for word in words)
    if any(card not in fitting for card in cards):
        raise Impossible(say("online.fix-cards", pile=kind, cards=tuple(NAMES[card] for card in sorted(fitting))))
    party = draft.parties[at]
    draft.parties[at] = party._replace(line=cards) if kind == "line" else party._replace(memory=cards)


def _category(draft: Draft, at: int, card: int, words: tuple[str, ...]) -> None:
    """Count a category pile anew, or turn it face down or up."""
    number = card - CATEGORIES[0]
    party, goal = draft.parties[at], draft.deal.goals[number]
    piles, secured = list(party.piles), list(party.secured)
    if words in {("secured",), ("open",)}:
        if words == ("secured",) and piles[number] < goal:
            raise Impossible(
                say("online.not-complete", card=card_name(card), count=piles[number], goal=goal), "ON-33"
            )
        secured[number] = words == ("secured",)
    elif len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 3:  # noqa: PLR2004
        if int(words[0]) > goal:
            raise Impossible(say("online.complete", card=card_name(card), goal=goal), "ON-3")
        piles[number] = int(words[0])
        secured[number] = secured[number] and piles[number] == goal
    else:
        raise Impossible(say("online.fix-words"))
    draft.parties[at] = party._replace(piles=tuple(piles), secured=tuple(secured))


def _discard(draft: Draft, word: str) -> None:
    """Say what lies on top of the discard pile, or that it is empty."""
    if word == "-":
        draft.discards = []
    else:
        draft.discards[-1:] = [CARDS.get(word, NONE)]
    _balance(draft)


def _bank(draft: Draft, count: int) -> None:
    """Count the bank anew; what is over or lacking is found among the discards that nobody named."""
    lacking = count - draft.bank
    unnamed = draft.discards.count(NONE)
    if lacking > unnamed:
        raise Impossible(say("online.bank-too-large", given=count, most=draft.bank + unnamed), "ON-1")
    for _ in range(lacking):
        draft.discards.remove(NONE)
    draft.discards[:0] = [NONE] * -lacking
    draft.bank = count


def _balance(draft: Draft) -> None:
    """Let the bank make up for what has changed; refuse what there are not enough cards for (ON-1, ON-4)."""
    draft.shown = shown_of(draft.parties, draft.discards)
    for card, (shown, copies) in enumerate(zip(draft.shown, COPIES, strict=True)):
        if shown > copies:
            raise Impossible(say("online.no-copy", card=card_name(card), copies=copies), "ON-4")
    table = sum(len(party.line) + len(party.memory) + sum(party.piles) for party in draft.parties)
    draft.bank = ALL - table - len(draft.discards) - sum(draft.hands)
    if draft.bank < 0:
        raise Impossible(say("online.too-many-cards", most=ALL), "ON-1")
