"""The steps with which the keys say an act at `board` depth, and the answers to open values.

From where, to where: that is what is said most. Beside the city lie action cards, the end of the turn, and more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from engine.acts import OPEN, Act, is_open
from engine.game import FIX
from engine.insider.board.checks import out_moves
from engine.insider.board.reading import MOST_OUTS, NOTHING
from engine.insider.board.walking import due_cards
from engine.insider.city import INNER, INSIDER, PLACES, Plan, is_square
from engine.insider.layout import along, point
from engine.insider.stair import prompts as stair
from engine.insider.state import State, town_of
from engine.insider.town import FULL_HAND, PAWNS, Phase
from engine.steps import Answer, Direction, Step, across, choice, number, seat_across, spot
from engine.verdicts import Sentence, say

FROM, HOW, WHAT_TO_DO, GUARD, COUNT = (
    say(f"insider.ask-{what}") for what in ("from", "how", "what-here", "guards", "how-many")
)
LEFT, RIGHT, UP, DOWN = Direction
PITCH = 13
"""Units from place to place on the drawn city."""


@lru_cache(maxsize=1024)
def position(plan: Plan, at: int) -> tuple[int, int]:
    """Return where a spot lies on the drawn city: a1 bottom left."""
    if not is_square(at):
        x, y = point(PLACES[at])
        return x * PITCH, y * PITCH
    (one, other), square, length = plan.square(at)
    way = along(PLACES[one], PLACES[other], square / (length + 1))
    return round(way[0] * PITCH), round(way[1] * PITCH)


def _spot(state: State, asks: Sentence, at: int) -> Step:
    return _spot_on(town_of(state).plan, asks, at)


@lru_cache(maxsize=4096)  # the steps of every act are made again after every act
def _spot_on(plan: Plan, asks: Sentence, at: int) -> Step:
    x, y = position(plan, at)
    name = plan.names[at] if at != INSIDER else "insider"
    label = say("insider.pawn-on", place=name) if asks == FROM else None
    return spot(asks, name, x, y, label)._replace(is_likely=True)


def _beside(asks: Sentence, name: str, label: Sentence, row: int = 4) -> Step:
    """Make the step to a spot beside the city, for what is no place."""
    return spot(asks, name, 5 * PITCH, row * PITCH, label)


CARDS, MORE, END = (
    _beside(FROM, name, say(f"insider.{label}"), row)
    for row, (name, label) in enumerate((("cards", "do-play"), ("more", "more"), ("end", "do-stop")), start=2)
)
"""The spots beside the city, from the top down."""
CARDS = CARDS._replace(is_gate=True)
LIKELY_END = END._replace(is_likely=True)
"""The end of the turn once all points are spent."""


@cache
def _to(points: int) -> Sentence:
    """Return the question where to, with the points that are left."""
    return say("insider.ask-to", points=points)


def steps(state: State, act: Act) -> tuple[Step, ...]:
    """Return the steps to an act; none if the keys do not offer it now."""
    town = town_of(state)
    if state.inn.is_over:
        return ()
    if town.power is not None:
        return _answer(state, act)
    if act.seat is None:
        if act.verb != "card" or state.inn.card is not None:
            return ()
        return stair.card_steps(state, act)
    if act.seat != state.turn or state.inn.card is None:
        return ()
    return _begin(state, act) if town.phase is Phase.BEGUN else _turn(state, act)


def _answer(state: State, act: Act) -> tuple[Step, ...]:
    power = town_of(state).power
    assert power is not None
    if act.verb == "unopposed":
        return (across(UP, GUARD, "unopposed", say("insider.do-unopposed")),)
    if act.verb != "guard" or act.seat not in power.struck:
        return ()
    guard = across(DOWN, GUARD, "guard", say("insider.do-guard"))
    who = stair.who_step(act.seat)
    if power.given.use == "vip":
        return guard, who, number(COUNT, int(act.args[0]))
    return (guard, who) if act.args == (str(power.given.cards),) else ()


def _begin(state: State, act: Act) -> tuple[Step, ...]:
    if act.verb == "roll":
        faces = stair.dice_steps(state, act)
        if state.rolls_again or not faces:
            return faces
        return (across(LEFT, HOW, "roll", say("insider.do-roll")), *faces)
    if state.rolls_again:
        return ()
    if act.verb == "points":
        return (across(UP, HOW, "points", say("insider.do-points")),)
    if act.verb == "draw":
        due = due_cards(state, state.turn)
        way = across(DOWN, HOW, "draw", say("insider.do-draw" if due else "insider.do-draw-nothing"))
        count = int(act.args[0]) if act.args else due
        return (way, number(COUNT, count, due)._replace(is_final=not due)) if count <= due else ()
    return ()


def _turn(state: State, act: Act) -> tuple[Step, ...]:
    verb, args = act.verb, act.args
    if verb == "move":
        return _way(state, *args)
    if verb == "play":
        power = _power(state, args)
        return (CARDS, *power) if power else ()
    if verb == "rob":
        at = town_of(state).plan.spots[args[0]]
        if at not in town_of(state).fresh:
            return ()
        return MORE, _action(UP, "rob"), _spot(state, say("insider.ask-rob"), at)
    if verb == "stop":
        return (END if town_of(state).points else LIKELY_END,)
    return (MORE, _action(LEFT if verb == "out" else DOWN, verb)) if verb in {"out", "exchange"} else ()


def _action(side: Direction, verb: str) -> Step:
    return across(side, WHAT_TO_DO, verb, say(f"insider.do-{verb}"))


def _way(state: State, start: str, target: str) -> tuple[Step, ...]:
    """Make the steps from where to where a pawn goes."""
    town, card = town_of(state), state.inn.card
    starts, targets = _ends(town.plan, () if card is None else card.values, town.points)
    is_way = start in starts and target in targets and start != target
    return starts[start] + targets[target] if is_way else ()


@lru_cache(maxsize=64)  # a player has hundreds of ways: they share the steps to their ends
def _ends(plan: Plan, values: tuple[int, ...], points: int) -> tuple[Mapping[str, tuple[Step, ...]], ...]:
    """Make the steps to each spot and table, as the start of a way and as its target."""
    return tuple(_landings(plan, values, asks) for asks in (FROM, _to(points)))


@lru_cache(maxsize=64)
def _landings(plan: Plan, values: tuple[int, ...], asks: Sentence) -> Mapping[str, tuple[Step, ...]]:
    insider = _spot_on(plan, asks, INSIDER)
    spots = {name: (_spot_on(plan, asks, at),) for name, at in plan.spots.items()}
    tables = map(str, range(1, len(values) + 1))
    return spots | {f"insider.{table}": (insider, *stair.table_on(values, table)) for table in tables}


def _power(state: State, args: tuple[str, ...]) -> tuple[Step, ...]:
    kind, count, use, *words = args
    way = _power_steps(kind, count, use)
    if use in {"meeting", "scandal", "rumours"}:
        return (*way, stair.whom_step(int(words[0]))) if words[0] != str(state.turn) else ()
    if use == "fly":
        flight = _way(state, *words)
        return (*way, *flight) if flight else ()
    if use == "swap":
        return *way, *(_pawn(at, word) for at, word in enumerate(words, start=1))
    return way


@cache
def _power_steps(kind: str, count: str, use: str) -> tuple[Step, ...]:
    name = f"{use}-{count}" if use in {"swap", "fly"} else use  # one card reaches less than two
    label = say("insider.power", count=int(count), use=say(f"insider.do-{name}"))
    return stair.kind_step(kind), across(stair.POWER_SIDES[int(count) - 1], stair.POWER, count, label)


@lru_cache(maxsize=1024)
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
        _, _, use, *words = act.args
        return stair.vip_answers(state, act, tuple(words)) if use == "vip" else _outs(state, act, 3, MOST_OUTS)
    return _fix(state, act)


def _outs(state: State, act: Act, at: int, most: int) -> list[Answer]:
    """Return the answers for the Total OUT that is moved, then where to; with cards also for a second one."""
    said = act.args[at:-1]
    pairs = zip(said[::2], said[1::2], strict=False)
    moved = tuple((PLACES.index(one), PLACES.index(other)) for one, other in pairs)
    possible = list(out_moves(state, moved))
    if len(said) % 2:
        start = PLACES.index(said[-1])
        rest = () if len(moved) + 1 == most else (OPEN,)
        return [
            stair.answer(
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
        stair.answer(act, _spot(state, asks, start), PLACES[start], OPEN, hollow=start not in movable)
        for start in sorted(town_of(state).outs - taken)
    ]
    if most > 1:
        label = say("insider.that-is-all" if moved else "insider.no-out")
        done = _beside(asks, NOTHING, label)
        found.append(stair.answer(act, done, *(() if moved else (NOTHING,))))
    return found


# --- corrections


def _fix(state: State, act: Act) -> Sequence[Answer]:
    if act == FIX:
        more = {"pawn": (OPEN, OPEN), "out": (OPEN,), "hand": (OPEN, OPEN)}
        found = list(stair.answers(state, act))
        asks = say("insider.ask-fix")
        return found + [
            stair.answer(act, choice(asks, name, say(f"insider.fix-{name}")), name, *rest)
            for name, rest in more.items()
        ]
    match act.args:
        case ("pawn" | "hand", first, *_) if first == OPEN:
            there = [at for at in state.seats if at not in state.inn.left]
            return [stair.answer(act, seat_across(stair.WHOM, at), str(at)) for at in there]
        case ("hand", who, _):
            now = town_of(state).hands[int(who) - 1]
            return [stair.answer(act, number(COUNT, count, now), str(count)) for count in range(FULL_HAND + 1)]
        case ("pawn", who, *names):
            return _fix_pawns(state, act, int(who), tuple(names[:-1]))
        case ("out", *names):
            return _fix_outs(state, act, tuple(names[:-1]))
    return stair.answers(state, act)


def _fix_pawns(state: State, act: Act, who: int, names: tuple[str, ...]) -> list[Answer]:
    town = town_of(state)
    others = town._replace(pawns=(*town.pawns[: who - 1], (), *town.pawns[who:]))
    room = PAWNS - state.inn.tables.count(who) - len(names)
    asks = say("insider.ask-pawn-at", number=len(names) + 1)
    found = []
    for at, name in enumerate(town.plan.names):
        if at == INSIDER:
            continue
        closed = at in town.outs or at in {*town.plan.homes, *town.plan.closed}
        taken = is_square(at) and (bool(others.at(at)) or name in names)
        rest = (OPEN,) if room > 1 else ()
        found.append(stair.answer(act, _spot(state, asks, at), name, *rest, hollow=closed or taken or room < 1))
    done = _beside(asks, "done", say("insider.that-is-all"))
    return [*found, stair.answer(act, done, *(() if names else ("-",)))]


def _fix_outs(state: State, act: Act, names: tuple[str, ...]) -> list[Answer]:
    town = town_of(state)
    asks = say("insider.ask-out-at", number=len(names) + 1)
    found = []
    for at, name in enumerate(PLACES):
        if at == INSIDER:
            continue
        closed = at in {*town.plan.homes, *town.plan.closed} or name in names or bool(town.at(at))
        rest = (OPEN,) if len(names) + 1 < len(INNER) else ()
        found.append(stair.answer(act, _spot(state, asks, at), name, *rest, hollow=closed))
    done = _beside(asks, "done", say("insider.that-is-all"))
    return [*found, stair.answer(act, done, *(() if names else ("-",)))]
