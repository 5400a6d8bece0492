"""What both depths share of playing: the words for players and dice, cards that are due, turns, leaving."""

from __future__ import annotations

from engine.acts import OPEN, Act, is_open
from engine.game import check_stop, who_quits
from engine.insider import restaurant
from engine.insider.cards import EVERY_SIZE, OF_EACH_SIZE, SIZES, any_card, card_act, read_card, read_size
from engine.insider.publicity import MOST_ROUNDS
from engine.insider.restaurant import is_fifth
from engine.insider.state import State, gone
from engine.verdicts import Impossible, Sentence, say

SEATS = {str(seat): seat for seat in range(1, max(SIZES) + 1)}
NO_SEAT, OPEN_TABLE = 99, -1
SITTING = {"-": 0, OPEN: OPEN_TABLE, **SEATS}
"""Who sits at a table, as `vip` says it."""
FACES = {str(face): face for face in range(1, 7)}
SEVEN = 7
"""The sum that is rolled again (IR-10)."""


def playing_on(state: State) -> State:
    """Return a state in which a decided game goes on, as the table wishes."""
    return state if state.inn.end is None else state._replace(inn=restaurant.play_on(state.inn))


def due(state: State, act: Act) -> tuple[str, ...]:
    """Return the words of a card that is due; raises `Impossible` if none is."""
    if act.seat is not None:
        raise Impossible(say("act.table-only", verb=act.verb))
    read_size(act.args)
    if state.inn.card is not None:
        raise Impossible(say("insider.card-open", card=str(state.inn.card)), "IR-8")
    if state.inn.evaluations == MOST_ROUNDS:
        raise Impossible(say("insider.no-more-cards", rounds=MOST_ROUNDS), "IR-33")
    return act.args


def against_card(state: State, act: Act) -> tuple[str, Sentence] | None:
    """Return why a card that is due cannot be the next one of the pile (IR-8, IR-25)."""
    size, players, only = read_size(due(state, act)), len(state.owed), state.inn.only_card
    if size not in SIZES[players]:
        return "IR-8", say("insider.wrong-size", size=size, players=players, sizes=SIZES[players])
    if only is not None:
        is_another = is_open(act) or read_card(act.args) != only
        return ("IR-25", say("insider.only-card", card=str(only))) if is_another else None
    if is_fifth(state.inn.seen, size):
        return "IR-8", say("insider.fifth-card", size=size, most=OF_EACH_SIZE)
    read_card(act.args)
    return None


def cards_due(state: State) -> list[Act]:
    """List the cards that can be turned up next: any of a size that is left, or a certain one (IR-8, IR-25)."""
    inn = state.inn
    if inn.only_card is not None:
        return [card_act(inn.only_card)]
    return [any_card(size) for size in SIZES[len(state.owed)] if not is_fifth(inn.seen, size)]


def every_card(state: State) -> list[Act]:
    """List the cards that could be said at all: any of each size, and the one that has to come."""
    only = state.inn.only_card
    return [*([] if only is None else [card_act(only)]), *(any_card(size) for size in EVERY_SIZE)]


def next_turn(state: State, seat: int) -> State:
    """Move the turn on from a seat, past those who have left and those who miss a turn (IR-24)."""
    owed = list(state.owed)
    count = len(owed)
    turn = seat
    while True:
        turn = turn % count + 1
        if turn in state.inn.left:
            continue
        if not owed[turn - 1]:
            return State(state.inn, turn, tuple(owed), 0, state.verified, state.town, state.has_turns)
        owed[turn - 1] -= 1


def stopped(state: State, act: Act) -> State:
    """Stop early; raises `Impossible` if the game is over (M-8)."""
    check_stop(act, is_playing=not state.inn.is_over)
    return state._replace(inn=restaurant.stop(state.inn))


def who_leaves(state: State, act: Act) -> int:
    """Read who leaves the game; raises `Impossible` if nobody can, or not again (M-6)."""
    seat = who_quits(act, state.seats)
    if state.inn.is_over:
        raise Impossible(say("insider.nobody-leaves"), "M-6")
    if seat in state.inn.left:
        raise Impossible(gone(seat), "M-6")
    return seat


def reveals(act: Act) -> bool:
    """Return whether an act shows something new: a card, a roll, or action cards that are drawn."""
    return act.verb in {"card", "roll", "draw", "exchange"}
