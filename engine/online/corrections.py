"""Corrections of Online: the table is right and the box is wrong.

All 112 cards stay accounted for: what a correction adds to the table or to a hand comes from the bank, and what it
takes away goes there; what a correction of the bank itself leaves over counts as discarded, unnamed.
"""

from __future__ import annotations

from itertools import pairwise

from engine.acts import Act
from engine.game import as_written
from engine.online.cards import ALL, CARDS, CATEGORIES, COPIES, NAMES, NONE, TAKES_LINE, TAKES_MEMORY
from engine.online.draft import Draft, shown_of
from engine.online.state import FULL_HAND, Phase, State, card_name, party_called, pile_kind
from engine.verdicts import Impossible, Sentence, player, say, seat_name

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
            _hand(draft, _seat(state, seat), int(count))
            _balance(draft)
        case ("bank", count) if count in map(str, range(ALL + 1)):
            _bank(draft, int(count))
        case ("owed", seat, turns) if turns in map(str, range(MOST_OWED + 1)):
            draft.owed[_seat(state, seat) - 1] = int(turns)
        case ("turn", seat):
            _turn(draft, _seat(state, seat))
        case ("discard", card) if card in CARDS or card in {"?", "-"}:
            _discard(draft, card)
        case (pile, *words) if words and "." in pile:
            _pile(draft, pile, tuple(words))
        case _:
            raise Impossible(say("online.fix-words"))
    return draft.freeze()


def tell_fix(state: State, act: Act) -> Sentence:
    """Return in a few words what a correction puts right.

    >>> from engine.acts import read_act
    >>> from engine.game import Setup
    >>> from engine.online.state import start
    >>> tell_fix(start(Setup("online", ("Anna", "Ben"))), read_act("fix bank 90"))
    Sentence(key='online.told-bank', args=(('count', '90'),))
    """
    match act.args:
        case ("hand" | "owed" as what, seat, count):
            return say(f"online.told-{what}", who=_who(seat), count=count)
        case ("bank", count):
            return say("online.told-bank", count=count)
        case ("turn", seat):
            return say("match.told-turn", who=_who(seat))
        case ("discard", "-"):
            return say("online.told-no-discards")
        case ("discard", card):
            return say("online.told-top", card=card_name(CARDS.get(card, NONE)))
        case (pile, *words) if words and "." in pile:
            return _tell_pile(state, pile, tuple(words))
    return as_written(act)


def _tell_pile(state: State, pile: str, words: tuple[str, ...]) -> Sentence:
    """Return in a few words what is on a pile of a party."""
    party, _, name = pile.partition(".")
    found: tuple[Sentence | str, ...] = tuple(card_name(CARDS[word]) if word in CARDS else word for word in words)
    if words in {("-",), ("secured",), ("open",)}:
        found = (
            say({"-": "online.no-top", "secured": "online.shown-secured", "open": "online.shown-open"}[words[0]]),
        )
    return say("online.seen-pile", party=party_called(state, party), pile=pile_kind(name), cards=found)


def _who(word: str) -> Sentence:
    return seat_name(int(word) if word.isdecimal() else None)


def _hand(draft: Draft, seat: int, count: int) -> None:
    """Correct the count of a hand; only who has drawn a card can hold more than seven (ON-9, ON-10)."""
    has_drawn = seat == draft.turn and draft.phase is not Phase.BEGUN
    if count > FULL_HAND and not has_drawn:
        raise Impossible(say("online.too-large-hand", who=player(seat), most=FULL_HAND), "ON-9")
    draft.hands[seat - 1] = count


def _turn(draft: Draft, seat: int) -> None:
    """Start the turn of a seat; what the player before has drawn goes back."""
    for at, count in enumerate(draft.hands):
        draft.hands[at] = min(count, FULL_HAND)
    _balance(draft)
    draft.begin_turn(seat)


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
    _decide_again(draft)


def _decide_again(draft: Draft) -> None:
    """Find out who has won now; what was told of hands counts for one end only."""
    if draft.end is not None and draft.end.rule == "M-6":
        return
    if draft.end is not None and draft.end.rule == "ON-36":
        draft.end_by_time()
        return
    draft.end = None
    draft.see_who_has_won()
    if draft.end is None:
        draft.holds = (-1,) * len(draft.hands)


def _stack(draft: Draft, at: int, kind: str, words: tuple[str, ...]) -> None:
    """Lay out a line or memory pile, from the bottom to the top."""
    fitting = LINE_CARDS if kind == "line" else MEMORY_CARDS
    cards = () if words == ("-",) else tuple(CARDS.get(word, NONE) for word in words)
    if any(card not in fitting for card in cards):
        raise Impossible(say("online.fix-cards", pile=kind, cards=tuple(NAMES[card] for card in sorted(fitting))))
    takes = TAKES_LINE if kind == "line" else TAKES_MEMORY
    for under, card in pairwise(cards):
        if card not in takes[under]:
            raise Impossible(say("online.not-on", card=card_name(card), under=card_name(under)), "ON-7")
    party = draft.parties[at]
    draft.parties[at] = party._replace(line=cards) if kind == "line" else party._replace(memory=cards)
    if kind == "line":
        draft.new_lines -= {at}


def _category(draft: Draft, at: int, card: int, words: tuple[str, ...]) -> None:
    """Correct the count of a category pile, or turn it face down or up."""
    number = card - CATEGORIES[0]
    party, goal = draft.parties[at], draft.deal.goals[number]
    piles, secured = list(party.piles), list(party.secured)
    if words in {("secured",), ("open",)}:
        if words == ("secured",) and piles[number] < goal:
            raise Impossible(
                say("online.not-complete", card=card_name(card), count=piles[number], goal=goal), "ON-33"
            )
        secured[number] = words == ("secured",)
    elif len(words) == 1 and words[0] in map(str, range(100)):
        if int(words[0]) > goal:
            raise Impossible(say("online.complete", card=card_name(card), goal=goal), "ON-3")
        piles[number] = int(words[0])
        secured[number] = secured[number] and piles[number] == goal
    else:
        raise Impossible(say("online.fix-words"))
    draft.parties[at] = party._replace(piles=tuple(piles), secured=tuple(secured))


def _discard(draft: Draft, word: str) -> None:
    """Correct the top of the discard pile, or empty it."""
    waiting = [draft.discards.pop()] if draft.phase is Phase.HACKING else []
    if word == "-":
        draft.discards = []
    else:
        draft.discards[-1:] = [CARDS.get(word, NONE)]
    draft.discards += waiting
    _balance(draft)


def _bank(draft: Draft, count: int) -> None:
    """Correct the count of the bank; what is over or lacking is found among the discards that nobody named."""
    lacking = count - draft.bank
    unnamed = draft.discards.count(NONE)
    if lacking > unnamed:
        raise Impossible(say("online.bank-too-large", given=count, most=draft.bank + unnamed), "ON-1")
    for _ in range(lacking):
        draft.discards.remove(NONE)
    draft.discards[:0] = [NONE] * -lacking
    draft.bank = count
    if not count:
        draft.new_bank()


def _balance(draft: Draft) -> None:
    """Count the bank again after a change; raises `Impossible` if there are not enough cards (ON-1, ON-4)."""
    draft.shown = shown_of(draft.parties, draft.discards)
    for card, (shown, copies) in enumerate(zip(draft.shown, COPIES, strict=True)):
        if shown > copies:
            raise Impossible(say("online.no-copy", card=card_name(card), copies=copies), "ON-4")
    table = sum(len(party.line) + len(party.memory) + sum(party.piles) for party in draft.parties)
    draft.bank = ALL - table - len(draft.discards) - sum(draft.hands)
    if draft.bank < 0:
        raise Impossible(say("online.too-many-cards", most=ALL), "ON-1")
