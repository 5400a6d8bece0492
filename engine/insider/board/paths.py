"""How the acts of `board` depth are said with a few keys: from where, to where; all else lies beside the city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acts import OPEN, Act, is_open
from engine.game import FIX
from engine.insider import paths as stair
from engine.insider.board.checks import out_moves
from engine.insider.board.reading import MOST_OUTS, NOTHING
from engine.insider.board.walking import due_cards
from engine.insider.cards import read_size
from engine.insider.city import INSIDER, PLACES, is_square
from engine.insider.state import town_of
from engine.insider.town import FULL_HAND, Phase
from engine.steps import Answer, Step, choice, nobody, number, seat, spot
from engine.verdicts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.insider.state import State
    from engine.insider.town import Town
    from engine.verdicts import Sentence

FROM, TABLE, HOW, DEED, GUARD, CARD, COUNT = (
    say(f"insider.ask-{what}") for what in ("from", "table", "how", "deed", "guards", "kind", "how-many")
)
PITCH = 13
"""Units from place to place on the drawn city."""


def position(town: Town, at: int) -> tuple[int, int]:
    """Tell where a spot lies on the drawn city: a1 bottom left."""
    if not is_square(at):
        name = PLACES[at]
        return (ord(name[0]) - ord("a")) * PITCH, (5 - int(name[1])) * PITCH
    square = town.plan.square(at)
    (x, y), (to_x, to_y) = (position(town, end) for end in square.ends)
    share = square.number / (square.length + 1)
    return round(x + (to_x - x) * share), round(y + (to_y - y) * share)


def _spot(state: State, asks: Sentence, at: int) -> Step:
    town = town_of(state)
    x, y = position(town, at)
    name = town.plan.names[at] if at != INSIDER else "insider"
    return spot(asks, name, x, y)


def _to(state: State) -> Sentence:
    """Ask where to, with the points that are left."""
    return say("insider.ask-to", points=town_of(state).points)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Tell the path of an act; empty if the keys do not offer it now."""
    town = town_of(state)
    if state.inn.is_over:
        return ()
    if town.power is not None:
        return _answer(state, act)
    if act.seat is None:
        if act.verb != "card" or state.inn.card is not None:
            return ()
        size = read_size(act.args)
        return tuple(step for step in stair.size_steps(state) if step.value == str(size))
    if act.seat != state.turn or state.inn.card is None:
        return ()
    return _begin(state, act) if town.phase is Phase.BEGUN else _turn(state, act)


def _answer(state: State, act: Act) -> tuple[Step, ...]:
    power = town_of(state).power
    assert power is not None
    if act.verb == "unopposed":
        return (choice(GUARD, "unopposed", say("insider.do-unopposed")),)
    if act.verb != "guard" or act.seat not in power.struck:
        return ()
    guard = choice(GUARD, "guard", say("insider.do-guard"))
    if power.given.use == "vip":
        return guard, number(COUNT, int(act.args[0]))
    return (guard,) if act.args == (str(power.given.cards),) else ()


def _begin(state: State, act: Act) -> tuple[Step, ...]:
    if state.rolls_again or act.verb == "roll":
        dice = 1 if act.seat in state.inn.rumours else 2
        if act.verb != "roll" or len(act.args) != dice:
            return ()
        asks = say("insider.ask-one-die"), say("insider.ask-die", number=1), say("insider.ask-die", number=2)
        faces = [number(ask, int(face)) for ask, face in zip(asks[dice - 1 :], act.args, strict=False)]
        return tuple(faces) if state.rolls_again else (choice(HOW, "roll", say("insider.do-roll")), *faces)
    if act.verb == "points":
        return (choice(HOW, "points", say("insider.do-points")),)
    if act.verb == "draw":
        way = choice(HOW, "draw", say("insider.do-draw"))
        due = due_cards(state, state.turn)
        count = int(act.args[0]) if act.args else due
        return (way, number(COUNT, count, due)) if count <= due else ()
    return ()


def _turn(state: State, act: Act) -> tuple[Step, ...]:
    verb, args = act.verb, act.args
    if verb == "move":
        return _move(state, *args)
    more = spot(FROM, "more", 5 * PITCH, 5 * PITCH, say("insider.more"))
    if verb == "play":
        power = _power(state, args)
        return (more, choice(DEED, "play", say("insider.do-play")), *power) if power else ()
    if verb == "rob":
        at = town_of(state).plan.spots[args[0]]
        if at not in town_of(state).fresh:
            return ()
        return more, choice(DEED, "rob", say("insider.do-rob")), _spot(state, say("insider.ask-rob"), at)
    if verb in {"out", "exchange", "stop"}:
        return more, choice(DEED, verb, say(f"insider.do-{verb}"))
    return ()


def _move(state: State, start: str, target: str) -> tuple[Step, ...]:
    spots = town_of(state).plan.spots
    first = _spot(state, FROM, spots[start])
    name, _, table = target.partition(".")
    if name == "insider":
        if int(table) > len(state.inn.tables):
            return ()
        return first, _spot(state, _to(state), INSIDER), *stair.table_steps(state, table)
    return (first, _spot(state, _to(state), spots[target])) if start != target else ()


def _power(state: State, args: tuple[str, ...]) -> tuple[Step, ...]:
    kind, count, use, *words = args
    first = choice(CARD, kind, say(f"insider.do-kind-{kind}"))
    which = choice(
        say("insider.ask-power"), count, say("insider.power", count=int(count), use=say(f"insider.do-{use}"))
    )
    way = (first, which)
    if use in {"meeting", "scandal", "rumours"}:
        return (*way, seat(stair.WHOM, int(words[0]))) if words[0] != str(state.turn) else ()
    if use == "fly":
        start, landing = _landing(state, FROM, words[0]), _landing(state, _to(state), words[1])
        return (*way, *start, *landing) if start and landing and words[0] != words[1] else ()
    if use == "swap":
        return *way, *(_pawn(at, word) for at, word in enumerate(words, start=1))
    return way


def _landing(state: State, asks: Sentence, word: str) -> tuple[Step, ...]:
    name, _, table = word.partition(".")
    if name == "insider":
        if int(table) > len(state.inn.tables):
            return ()
        return _spot(state, asks, INSIDER), *stair.table_steps(state, table)
    return (_spot(state, asks, town_of(state).plan.spots[word]),)


def _pawn(at: int, word: str) -> Step:
    return choice(say("insider.ask-pawn", number=at), word, say("insider.pawn", pawn=word))


# --- open values


def answers(state: State, act: Act) -> Sequence[Answer]:
    """List the answers to the first open value of an act."""
    if not is_open(act):
        return ()
    if act.verb == "card":
        return stair.answers(state, act)
    if act.verb == "out":
        return _outs(state, act, 0, 1)
    if act.verb == "play":
        return _vip(state, act) if act.args[2] == "vip" else _outs(state, act, 3, MOST_OUTS)
    return _fix(state, act)


def _said(act: Act, step: Step, *words: str, hollow: bool = False) -> Answer:
    at = act.args.index(OPEN)
    return Answer(step, act._replace(args=(*act.args[:at], *words, *act.args[at + 1 :])), hollow)


def _vip(state: State, act: Act) -> list[Answer]:
    placed = [0 if word == "-" else int(word) for word in act.args[3:-1]]
    waiting = list(state.inn.tables)
    for sitting in placed:
        waiting.remove(sitting)
    rest = (OPEN,) if len(waiting) > 1 else ()
    asks = say("insider.ask-vip", table=len(placed) + 1)
    found = [seat(asks, sitting) for sitting in state.seats if sitting in waiting]
    if 0 in waiting:
        found.append(nobody(asks))
    return [_said(act, step, step.value, *rest) for step in found]


def _outs(state: State, act: Act, at: int, most: int) -> list[Answer]:
    """Ask which Total OUT is moved, then where to; with cards also for a second one, or none at all."""
    said = act.args[at:-1]
    pairs = zip(said[::2], said[1::2], strict=False)
    moved = tuple((PLACES.index(one), PLACES.index(other)) for one, other in pairs)
    possible = list(out_moves(state, moved))
    if len(said) % 2:
        start = PLACES.index(said[-1])
        rest = () if len(moved) + 1 == most else (OPEN,)
        return [
            _said(
                act,
                _spot(state, say("insider.ask-out-to"), target),
                PLACES[target],
                *rest,
                hollow=(start, target) not in possible,
            )
            for target in range(len(PLACES))
            if target != INSIDER
        ]
    movable = {start for start, _ in possible}
    taken = {start for start, _ in moved}
    asks = say("insider.ask-out")
    found = [
        _said(act, _spot(state, asks, start), PLACES[start], OPEN, hollow=start not in movable)
        for start in sorted(town_of(state).outs - taken)
    ]
    if most > 1:
        label = say("insider.that-is-all" if moved else "insider.no-out")
        done = spot(asks, NOTHING, 5 * PITCH, 5 * PITCH, label)
        found.append(_said(act, done, *(() if moved else (NOTHING,))))
    return found


# --- corrections


def _fix(state: State, act: Act) -> Sequence[Answer]:
    if act == FIX:
        more = {"pawn": (OPEN, OPEN), "out": (OPEN,), "hand": (OPEN, OPEN)}
        found = list(stair.answers(state, act))
        asks = say("insider.ask-fix")
        return found + [
            _said(act, choice(asks, name, say(f"insider.fix-{name}")), name, *rest) for name, rest in more.items()
        ]
    match act.args:
        case ("pawn" | "hand", first, *_) if first == OPEN:
            there = [at for at in state.seats if at not in state.inn.left]
            return [_said(act, seat(stair.WHOM, at), str(at)) for at in there]
        case ("hand", who, _):
            now = town_of(state).hands[int(who) - 1]
            return [_said(act, number(COUNT, count, now), str(count)) for count in range(FULL_HAND + 1)]
        case ("pawn", who, *names):
            return _fix_pawns(state, act, int(who), tuple(names[:-1]))
        case ("out", *names):
            return _fix_outs(state, act, tuple(names[:-1]))
    return stair.answers(state, act)


def _fix_pawns(state: State, act: Act, who: int, names: tuple[str, ...]) -> list[Answer]:
    town = town_of(state)
    others = town._replace(pawns=(*town.pawns[: who - 1], (), *town.pawns[who:]))
    room = 7 - state.inn.tables.count(who) - len(names)
    asks = say("insider.ask-pawn-at", number=len(names) + 1)
    found = []
    for at, name in enumerate(town.plan.names):
        if at == INSIDER:
            continue
        closed = at in town.outs or at in {*town.plan.homes, *town.plan.closed}
        taken = at >= len(PLACES) and (bool(others.at(at)) or name in names)
        rest = (OPEN,) if room > 1 else ()
        found.append(_said(act, _spot(state, asks, at), name, *rest, hollow=closed or taken or room < 1))
    done = spot(asks, "done", 5 * PITCH, 5 * PITCH, say("insider.that-is-all"))
    return [*found, _said(act, done, *(() if names else ("-",)))]


def _fix_outs(state: State, act: Act, names: tuple[str, ...]) -> list[Answer]:
    town = town_of(state)
    asks = say("insider.ask-out-at", number=len(names) + 1)
    found = []
    for at, name in enumerate(PLACES):
        if at == INSIDER:
            continue
        closed = at in {*town.plan.homes, *town.plan.closed} or name in names or bool(town.at(at))
        rest = (OPEN,) if len(names) < 3 else ()  # noqa: PLR2004 - four cards
        found.append(_said(act, _spot(state, asks, at), name, *rest, hollow=closed))
    done = spot(asks, "done", 5 * PITCH, 5 * PITCH, say("insider.that-is-all"))
    return [*found, _said(act, done, *(() if names else ("-",)))]
