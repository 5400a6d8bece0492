"""What acts do to a game of Online.

`understood` refuses what a state cannot hold; `judge` builds on it, and adds what would not be legal.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import Act
from engine.game import who_quits
from engine.online.cards import CATEGORIES, COPIES, CYBER_PATROL, HACKER, NONE, OBSTRUCTIONS, SEARCH
from engine.online.corrections import fix
from engine.online.draft import Draft
from engine.online.reading import DISCARD, NOTHING, Given, Pile, pile_name, pile_of, read
from engine.online.state import FULL_HAND, End, Phase, State, card_name, pile_kind
from engine.verdicts import Impossible, player, say

SHARED = (3, 6)
"""With five players one player plays both of these seats (ON-6)."""


def play(state: State, act: Act) -> State:
    """Return the state after an act that it can hold, legal or not; raises `Impossible` on others."""
    if act.verb == "fix":
        return fix(state, act)
    if act.verb == "quit":
        return _quit(state, act)
    given = understood(state, act)
    draft = Draft(state)
    _DOING[act.verb](draft, act.seat or 0, given)
    return draft.freeze()


def understood(state: State, act: Act) -> Given:
    """Return what the words of an act say; raises `Impossible` on what the state cannot hold."""
    seat, verb = act.seat, act.verb
    given = read(state, act)
    if seat is not None and seat in state.left:
        raise Impossible(say("online.gone", who=player(seat)), "M-6")
    card = _SPENT.get(verb, given.card if verb in _FROM_HAND else NONE)
    if verb in _FROM_HAND or verb in _SPENT:
        _check_hand(state, seat or 0, card)
    if verb in _CHECKING:
        _CHECKING[verb](state, seat or 0, given)
    return given


_SPENT = {"hacker": HACKER, "patrol": CYBER_PATROL, "search": SEARCH}
_FROM_HAND = frozenset({"lay", "download", "block", "discard"})


def _check_hand(state: State, seat: int, card: int) -> None:
    if not state.hands[seat - 1]:
        raise Impossible(say("online.empty-hand", who=player(seat)), "ON-9")
    if card != NONE and not state.unseen(card):
        raise Impossible(say("online.no-copy", card=card_name(card), copies=COPIES[card]), "ON-4")


# --- what a state cannot hold


def _check_exchange(state: State, seat: int, given: Given) -> None:
    if given.number > state.hands[seat - 1]:
        raise Impossible(say("online.hand-of", who=player(seat), count=state.hands[seat - 1]), "ON-10")
    for card in set(given.cards) - {NONE}:
        if given.cards.count(card) > state.unseen(card):
            raise Impossible(say("online.no-copy", card=card_name(card), copies=COPIES[card]), "ON-4")


def _check_room(state: State, at: int, card: int) -> None:
    """Raise `Impossible` if a category is complete: it takes no further card (ON-3)."""
    if card in CATEGORIES:
        number = card - CATEGORIES[0]
        if state.parties[at].piles[number] >= state.deal.goals[number]:
            goal = state.deal.goals[number]
            raise Impossible(say("online.complete", card=card_name(card), goal=goal), "ON-3")


def _check_download(state: State, seat: int, given: Given) -> None:
    _check_room(state, state.deal.party_of[seat - 1], given.card)


def top_card(state: State, pile: Pile) -> int:
    """Return the top card of a pile of a party, or `NONE`."""
    party, category = state.parties[pile.party], pile.category
    if category is not None:
        return category if party.piles[category - CATEGORIES[0]] else NONE
    return party.line_top if pile.name == "line" else party.memory_top


def _check_capture(state: State, seat: int, given: Given) -> None:
    source, target = given.source, given.target
    if state.phase is not Phase.HACKING or seat != state.turn:
        raise Impossible(say("online.no-hacker"), "ON-24")
    if source == NOTHING:
        return
    if source == DISCARD:
        if not state.discards[1:]:  # only the hacker
            raise Impossible(say("online.nothing-discarded"), "ON-30")
        return
    card = top_card(state, source)
    if card == NONE:
        raise Impossible(say("online.empty-pile", pile=pile_name(source, state)), "ON-27")
    if target != DISCARD:
        _check_target(state, card, target)


def _check_target(state: State, card: int, target: Pile) -> None:
    if target.name != pile_of(card):
        raise Impossible(say("online.wrong-pile", card=card_name(card), pile=pile_kind(pile_of(card))), "ON-28")
    _check_room(state, target.party, card)


def _check_search(state: State, _seat: int, given: Given) -> None:
    copies = state.unseen(given.card) - (given.card == SEARCH)
    if copies < 1:
        raise Impossible(say("online.no-copy", card=card_name(given.card), copies=COPIES[given.card]), "ON-4")
    if not state.bank:
        raise Impossible(say("online.empty-bank"), "ON-32")
    if given.target != DISCARD:
        if given.card >= HACKER:
            raise Impossible(say("online.power-discarded", card=card_name(given.card)), "ON-28")
        _check_target(state, given.card, given.target)


def _check_holds(state: State, seat: int, given: Given) -> None:
    if state.end is None:
        raise Impossible(say("online.not-over"), "ON-35")
    if given.number > state.hands[seat - 1]:
        raise Impossible(say("online.hand-of", who=player(seat), count=state.hands[seat - 1]), "ON-35")


def _check_secure(state: State, seat: int, given: Given) -> None:
    number = given.card - CATEGORIES[0]
    count, goal = state.party(seat).piles[number], state.deal.goals[number]
    if count < goal:
        raise Impossible(say("online.not-complete", card=card_name(given.card), count=count, goal=goal), "ON-33")


def _check_draw(state: State, seat: int, _given: Given) -> None:
    if state.hands[seat - 1] > FULL_HAND:
        raise Impossible(say("online.hand-full", who=player(seat), count=state.hands[seat - 1]), "ON-10")


_CHECKING: dict[str, Callable[[State, int, Given], None]] = {
    "draw": _check_draw,
    "secure": _check_secure,
    "exchange": _check_exchange,
    "download": _check_download,
    "capture": _check_capture,
    "search": _check_search,
    "holds": _check_holds,
}


# --- doing


def _exchange(draft: Draft, seat: int, given: Given) -> None:
    draft.spend(seat, given.number)
    for card in given.cards:
        draft.discard(card)
    draft.draw(seat, given.number)
    draft.end_turn(seat)


def _draw(draft: Draft, seat: int, _given: Given) -> None:
    draft.turn_to(seat)
    draft.draw(seat)
    draft.phase = Phase.PLAYING


def _lay(draft: Draft, seat: int, given: Given) -> None:
    draft.spend(seat)
    draft.lay(draft.deal.party_of[seat - 1], given.card)


def _download(draft: Draft, seat: int, given: Given) -> None:
    _lay(draft, seat, given)
    draft.downloads += seat == draft.turn
    draft.see_who_has_won()


def _block(draft: Draft, seat: int, given: Given) -> None:
    draft.spend(seat)
    _put(draft, given.card, Pile(given.party, pile_of(given.card)))


def _put(draft: Draft, card: int, target: Pile) -> None:
    """Lay a card onto a pile of any party, or onto the discard pile."""
    if target == DISCARD:
        draft.discard(card)
        return
    draft.lay(target.party, card)
    if card in OBSTRUCTIONS:
        draft.fresh |= {(target.party, target.name)}
    elif card in CATEGORIES:
        draft.see_who_has_won()


def _hacker(draft: Draft, seat: int, _given: Given) -> None:
    draft.turn_to(seat)
    draft.spend(seat)
    draft.discard(HACKER)
    draft.phase = Phase.HACKING


def _patrol(draft: Draft, seat: int, _given: Given) -> None:
    draft.spend(seat)
    draft.discard(CYBER_PATROL)
    draft.owed[draft.turn - 1] += 1
    draft.begin_turn(seat)


def _capture(draft: Draft, seat: int, given: Given) -> None:
    draft.phase = Phase.PLAYING
    if given.source == DISCARD:
        draft.take_discarded(seat)
    elif given.source != NOTHING:
        card = draft.take_from(given.source.party, given.source.name, given.source.category)
        _put(draft, card, given.target)


def _search(draft: Draft, seat: int, given: Given) -> None:
    draft.spend(seat)
    draft.discard(SEARCH)
    draft.take_from_bank()
    _put(draft, given.card, given.target)


def _secure(draft: Draft, seat: int, given: Given) -> None:
    at = draft.deal.party_of[seat - 1]
    secured = list(draft.parties[at].secured)
    secured[given.card - CATEGORIES[0]] = True
    draft.parties[at] = draft.parties[at]._replace(secured=tuple(secured))


def _discard(draft: Draft, seat: int, given: Given) -> None:
    draft.turn_to(seat)
    draft.spend(seat)
    draft.discard(given.card)
    draft.phase = Phase.DISCARDED


def _stop(draft: Draft, seat: int, _given: Given) -> None:
    draft.end_turn(seat)


def _time(draft: Draft, _seat: int, _given: Given) -> None:
    draft.end_by_time()


def _holds(draft: Draft, seat: int, given: Given) -> None:
    draft.holds = (*draft.holds[: seat - 1], given.number, *draft.holds[seat:])


_DOING: dict[str, Callable[[Draft, int, Given], None]] = {
    "exchange": _exchange,
    "draw": _draw,
    "lay": _lay,
    "download": _download,
    "block": _block,
    "hacker": _hacker,
    "patrol": _patrol,
    "capture": _capture,
    "search": _search,
    "secure": _secure,
    "discard": _discard,
    "stop": _stop,
    "time": _time,
    "holds": _holds,
}


def _quit(state: State, act: Act) -> State:
    """Remove a player: the hand goes to the discards, a party without players is out (M-6)."""
    seat = who_quits(act, state.seats)
    if state.end is not None:
        raise Impossible(say("online.nobody-leaves"), "M-6")
    if seat in state.left:
        raise Impossible(say("online.gone", who=player(seat)), "M-6")
    draft = Draft(state)
    leaving = [seat]
    if state.deal.players < len(state.hands) and seat in SHARED:
        leaving = list(SHARED)  # one player plays both seats (ON-6)
    for place in leaving:
        draft.leave(place)
    standing = draft.standing()
    if len(standing) == 1:
        draft.end = End(tuple(standing), "M-6")
    elif state.turn in leaving:
        draft.end_turn(state.turn)
    return draft.freeze()
