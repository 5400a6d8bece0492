"""What a state at `board` depth cannot hold: the wrong moment, and what is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.acts import Act
from engine.insider.board.robbing import all_done
from engine.insider.board.walking import against_target, at_home, can_move, due_cards, name_of
from engine.insider.city import INSIDER, OUTER, PLACES, is_shut_in
from engine.insider.state import State, against_dice, gone, no_card, seated, town_of
from engine.insider.town import Given, Pawn, Phase, Town, clear_spot
from engine.verdicts import Impossible, Sentence, player, say

BEGINNING = frozenset({"points", "roll", "draw"})
VIP_GUARDS = 3


def check(state: State, act: Act, given: Given, *, is_insisted: bool) -> None:
    """Raise `Impossible` if an act is not legal; if the table insists, only if the state cannot hold it."""
    seat, verb = act.seat or 0, act.verb
    if seat in state.inn.left:
        raise Impossible(gone(seat), "M-6")
    _check_moment(state, seat, verb)
    if verb in _CHECKING:
        _CHECKING[verb](state, seat, given)
    if verb in _LAWS and not is_insisted:
        _LAWS[verb](state, seat, given)


def _deny(wrong: tuple[str, Sentence] | None) -> None:
    """Raise `Impossible` if something is wrong."""
    if wrong is not None:
        rule, why = wrong
        raise Impossible(why, rule)


def _check_moment(state: State, seat: int, verb: str) -> None:
    town = town_of(state)
    if verb in {"guard", "unopposed"}:
        if town.power is None:
            raise Impossible(say("insider.no-power"), "IR-19")
        return
    if town.power is not None:
        use = say(f"insider.do-{town.power.given.use}")
        raise Impossible(say("insider.power-waits", who=player(state.turn), use=use), "IR-19")
    if state.inn.card is None:
        raise Impossible(no_card(state), "IR-8")
    if seat != state.turn:
        raise Impossible(say("insider.not-your-turn", who=player(seat), other=player(state.turn)), "IR-1")
    if state.rolls_again and verb != "roll":
        raise Impossible(say("insider.roll-first"), "IR-10")
    if (town.phase is Phase.BEGUN) != (verb in BEGINNING):
        key = "insider.begin-first" if town.phase is Phase.BEGUN else "insider.begun-already"
        raise Impossible(say(key, who=player(seat)), "IR-9")


def _law_of_dice(state: State, seat: int, given: Given) -> None:
    _deny(against_dice(state.inn, seat, len(given.faces)))


def _check_draw(state: State, seat: int, given: Given) -> None:
    due = due_cards(state, seat)
    if given.number > due:
        raise Impossible(say("insider.draw-too-many", due=due, hand=town_of(state).hands[seat - 1]), "IR-12")


def _check_start(state: State, seat: int, spot: int) -> None:
    """Raise `Impossible` if no pawn is there, or if it has robbed (IR-6, IR-15)."""
    town = town_of(state)
    if spot == town.plan.homes[seat - 1]:
        if not at_home(state, seat):
            raise Impossible(say("insider.nobody-home", who=player(seat)), "IR-6")
    elif spot not in town.pawns[seat - 1]:
        raise Impossible(say("insider.no-pawn", who=player(seat), spot=name_of(town, spot)), "IR-6")
    if all_done(state, spot):
        raise Impossible(say("insider.has-robbed", spot=name_of(town, spot)), "IR-15")


def _check_move(state: State, seat: int, given: Given) -> None:
    assert given.start is not None
    assert given.target is not None
    if given.start.spot == INSIDER:
        raise Impossible(say("insider.stays"), "IR-5")
    _check_start(state, seat, given.start.spot)
    if given.start == given.target:
        raise Impossible(say("insider.same-spot"), "IR-13")
    _deny(against_target(state, seat, given.target.spot, given.target.table))


def _check_rob(state: State, seat: int, given: Given) -> None:
    assert given.start is not None
    town, spot = town_of(state), given.start.spot
    if spot in town.plan.homes:
        raise Impossible(say("insider.no-robbing-home"), "IR-15")
    if spot not in town.fresh:
        raise Impossible(say("insider.nobody-arrived", place=PLACES[spot]), "IR-15")
    if town.at(spot) == [seat]:
        raise Impossible(say("insider.nobody-to-rob", place=PLACES[spot]), "IR-15")


# --- actions


def _check_action(state: State, rule: str) -> None:
    """Raise `Impossible` after the one action of a turn, and in a second turn (IR-17, IR-28)."""
    town = town_of(state)
    if town.is_second:
        raise Impossible(say("insider.second-turn" if rule == "IR-17" else "insider.second-turn-alone"), "IR-28")
    if not town.may_act:
        raise Impossible(say("insider.acted"), rule)


def _law_of_play(state: State, seat: int, given: Given) -> None:
    _check_action(state, "IR-17")
    if given.use in {"swap", "fly"} and given.cards == 1:
        spots = [pawn.spot for pawn in given.pawns] or [spot.spot for spot in (given.start, given.target) if spot]
        if not OUTER.issuperset(spots):
            raise Impossible(say("insider.outer-only"), "IR-20" if given.use == "swap" else "IR-22")
    if given.use == "again" and can_move(state):
        raise Impossible(say("insider.points-first", points=town_of(state).points), "IR-28")
    if given.use == "out":
        _law_of_outs(state, seat, given)


def _check_play(state: State, seat: int, given: Given) -> None:
    hand = town_of(state).hands[seat - 1]
    if hand < given.cards:
        raise Impossible(say("insider.too-few-cards", who=player(seat), hand=hand), "IR-17")
    if given.use in _USES:
        _USES[given.use](state, seat, given)


def _check_pawn(state: State, pawn: Pawn) -> None:
    """Raise `Impossible` unless a pawn can be swapped: on a place or at a table, not at home (IR-20)."""
    town = town_of(state)
    if pawn.spot == INSIDER:
        if pawn.table > len(state.inn.tables) or not state.inn.tables[pawn.table - 1]:
            raise Impossible(say("insider.nobody-there", table=str(pawn.table)), "IR-20")
        return
    if pawn.spot in {*town.plan.homes, *town.plan.closed}:
        raise Impossible(say("insider.no-homes"), "IR-20")
    if pawn.spot not in town.pawns[pawn.seat - 1]:
        raise Impossible(say("insider.no-pawn", who=player(pawn.seat), spot=PLACES[pawn.spot]), "IR-20")


def _check_swap(state: State, _seat: int, given: Given) -> None:
    one, other = given.pawns
    for pawn in given.pawns:
        _check_pawn(state, pawn)
    if (one.spot, one.table) == (other.spot, other.table):
        raise Impossible(say("insider.same-spot"), "IR-20")


def _check_vip(state: State, _seat: int, given: Given) -> None:
    if not any(state.inn.tables):
        raise Impossible(say("insider.nobody-seated"), "IR-21")
    if given.is_open:
        return
    if len(given.tables) != len(state.inn.tables):
        raise Impossible(say("insider.vip-count", given=len(given.tables), count=len(state.inn.tables)), "IR-21")
    if sorted(given.tables) != sorted(state.inn.tables):
        raise Impossible(say("insider.vip-others", seated=seated(state)), "IR-21")


def _check_fly(state: State, seat: int, given: Given) -> None:
    assert given.start is not None
    assert given.target is not None
    town, (start, from_table), (target, table) = town_of(state), given.start, given.target
    if start == town.plan.homes[seat - 1] or target in {*town.plan.homes, *town.plan.closed}:
        raise Impossible(say("insider.no-flight-home"), "IR-22")
    if start == INSIDER:
        if seat not in state.inn.tables[from_table - 1 : from_table]:
            raise Impossible(say("insider.not-at-table", who=player(seat), table=str(from_table)), "IR-22")
        if all_done(state, -from_table):
            raise Impossible(say("insider.has-robbed", spot=f"insider.{from_table}"), "IR-15")
    else:
        _check_start(state, seat, start)
    if start == target:
        raise Impossible(say("insider.table-to-table" if start == INSIDER else "insider.same-spot"), "IR-22")
    if target in town.outs:
        raise Impossible(say("insider.total-out", place=PLACES[target]), "IR-22")
    _deny(against_target(state, seat, target, table))


def _check_struck(state: State, seat: int, given: Given) -> None:
    rule = "IR-23" if given.use == "meeting" else "IR-24"
    if given.number == seat:
        raise Impossible(say("insider.not-oneself", who=player(seat)), rule)
    if given.number in state.inn.left:
        raise Impossible(gone(given.number), "M-6")


def _check_outs(state: State, _seat: int, given: Given) -> None:
    """Total OUT cards go to other places (IR-26)."""
    town = town_of(state)
    starts, targets = [start for start, _ in given.outs], [target for _, target in given.outs]
    for start in starts:
        if start not in town.outs:
            raise Impossible(say("insider.no-out-there", place=PLACES[start]), "IR-26")
    if len(set(starts)) < len(starts):
        raise Impossible(say("insider.two-outs"), "IR-26")
    for start, target in given.outs:
        wrong = _against_out(town, starts, start, target)
        if wrong is not None:
            raise Impossible(wrong, "IR-26")
    if len(set(targets)) < len(targets):
        raise Impossible(say("insider.out-on-out", place=PLACES[targets[0]]), "IR-26")


def _law_of_outs(state: State, _seat: int, given: Given) -> None:
    if given.is_open and not given.use and next(out_moves(state), None) is None:
        raise Impossible(say("insider.no-out-possible"), "IR-27")
    shut_in = who_is_shut_in(state, given.outs)
    if shut_in is not None and not given.is_open:
        raise Impossible(shut_in, "IR-27")


def out_moves(state: State, moved: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, int]]:
    """List where one more Total OUT card can go after some that are moved, without shutting anybody in."""
    town = town_of(state)
    starts, targets = [start for start, _ in moved], [target for _, target in moved]
    for start in sorted(town.outs - set(starts)):
        for target in range(len(PLACES)):
            fits = target not in targets and _against_out(town, [*starts, start], start, target) is None
            if fits and who_is_shut_in(state, (*moved, (start, target))) is None:
                yield start, target


def _against_out(town: Town, starts: list[int], start: int, target: int) -> Sentence | None:
    if target in {*town.plan.homes, *town.plan.closed, INSIDER}:
        return say("insider.out-at-home", place=PLACES[target])
    if target == start:
        return say("insider.same-spot")
    return say("insider.out-on-out", place=PLACES[target]) if target in town.outs - set(starts) else None


def who_is_shut_in(state: State, moved: tuple[tuple[int, int], ...]) -> Sentence | None:
    """Return who would be newly shut in by a move of Total OUT cards: a home in play, or a pawn (IR-27)."""
    town = town_of(state)
    before = town.outs
    outs = town.outs - {start for start, _ in moved} | {target for _, target in moved}
    for _, target in moved:
        town = clear_spot(town, target)
    for seat, home in enumerate(town.plan.homes, start=1):
        if seat in state.inn.left:
            continue
        for spot in (home, *dict.fromkeys(town.pawns[seat - 1])):
            if is_shut_in(town.plan, outs, seat, spot) and not is_shut_in(town.plan, before, seat, spot):
                key = "insider.shuts-in-home" if spot == home else "insider.shuts-in"
                return say(key, who=player(seat), spot=name_of(town, spot))
    return None


_USES: dict[str, Callable[[State, int, Given], None]] = {
    "swap": _check_swap,
    "vip": _check_vip,
    "fly": _check_fly,
    "meeting": _check_struck,
    "scandal": _check_struck,
    "rumours": _check_struck,
    "out": _check_outs,
}


def _check_guard(state: State, seat: int, given: Given) -> None:
    power, hand = town_of(state).power, town_of(state).hands[seat - 1]
    assert power is not None
    if seat not in power.struck:
        raise Impossible(say("insider.not-struck", who=player(seat)), "IR-19")
    if power.given.use == "vip":
        lacking = VIP_GUARDS - sum(power.offers)
        if given.number > lacking:
            raise Impossible(say("insider.guards-lacking", lacking=lacking), "IR-21")
        hand -= power.offers[seat - 1]
    elif given.number != power.given.cards:
        raise Impossible(say("insider.guards-needed", count=power.given.cards), "IR-19")
    if given.number > hand:
        raise Impossible(say("insider.too-few-cards", who=player(seat), hand=hand), "IR-19")


def _law_of_doubles(state: State, seat: int, given: Given) -> None:
    if not town_of(state).is_double:
        raise Impossible(say("insider.no-double"), "IR-11")
    _check_action(state, "IR-11")
    _law_of_outs(state, seat, given)


def _law_of_exchange(state: State, _seat: int, _given: Given) -> None:
    _check_action(state, "IR-18")


def _check_exchange(state: State, seat: int, _given: Given) -> None:
    if not town_of(state).hands[seat - 1]:
        raise Impossible(say("insider.too-few-cards", who=player(seat), hand=0), "IR-18")


_CHECKING: dict[str, Callable[[State, int, Given], None]] = {
    "draw": _check_draw,
    "move": _check_move,
    "rob": _check_rob,
    "play": _check_play,
    "guard": _check_guard,
    "out": _check_outs,
    "exchange": _check_exchange,
}
"""What the state cannot hold."""

_LAWS: dict[str, Callable[[State, int, Given], None]] = {
    "points": _law_of_dice,
    "roll": _law_of_dice,
    "play": _law_of_play,
    "out": _law_of_doubles,
    "exchange": _law_of_exchange,
}
"""What it could hold, but is not legal."""
