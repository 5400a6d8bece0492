"""Reading the acts of `board` depth: what the words after a verb mean. Whether that can be is another question."""

from __future__ import annotations

from collections.abc import Callable

from engine.acts import OPEN, Act
from engine.game import MATCH_VERBS, no_seat
from engine.insider.city import INSIDER, PLACES, is_square
from engine.insider.state import TABLES, State, town_of
from engine.insider.town import FULL_HAND, Given, Pawn, Spot
from engine.insider.turns import FACES, NO_SEAT, SITTING
from engine.verdicts import Impossible, say

USES = {
    ("administrator", 1): "swap",
    ("administrator", 2): "swap",
    ("administrator", 3): "vip",
    ("helicopter", 1): "fly",
    ("helicopter", 2): "fly",
    ("helicopter", 3): "meeting",
    ("scandal", 1): "scandal",
    ("scandal", 2): "rumours",
    ("scandal", 3): "bomb",
    ("trendsetter", 1): "again",
    ("trendsetter", 2): "out",
    ("trendsetter", 3): "hype",
}
"""What so many cards of a kind do (IR-17)."""
NOTHING = "none"
MOST_OUTS = 2
"""Total OUT cards that one action moves at most (IR-26)."""


def read(state: State, act: Act) -> Given:
    """Read the words after the verb; raises `Impossible` if they mean nothing here."""
    seat, verb, args = act
    reading = _READING.get(verb)
    if reading is None:
        raise Impossible(say("act.unknown", verb=verb, verbs=("card", *_READING, "time", *MATCH_VERBS)))
    if verb == "unopposed":
        if seat is not None:
            raise Impossible(say("act.table-only", verb=verb))
    elif seat is None or seat not in state.seats:
        raise Impossible(no_seat(act, state.seats))
    return reading(state, args)


def _read_nothing(_state: State, args: tuple[str, ...]) -> Given:
    if args:
        raise Impossible(say("insider.no-words"))
    return Given()


def _read_roll(_state: State, args: tuple[str, ...]) -> Given:
    faces = tuple(FACES.get(face, 0) for face in args)
    if len(faces) not in {1, 2} or 0 in faces:
        raise Impossible(say("insider.roll-words", verb="roll"))
    return Given(faces=faces)


def _read_draw(_state: State, args: tuple[str, ...]) -> Given:
    if not args:
        return Given(number=-1)
    if len(args) != 1 or args[0] not in map(str, range(FULL_HAND + 1)):
        raise Impossible(say("insider.draw-words", most=FULL_HAND))
    return Given(number=int(args[0]))


def _spot(state: State, word: str) -> Spot:
    """Read a spot: a place, a square of a path, or a table."""
    spots = town_of(state).plan.spots
    name, _, table = word.partition(".")
    if name == "insider" and table in TABLES:
        return Spot(INSIDER, TABLES[table])
    if word == PLACES[INSIDER]:
        raise Impossible(say("insider.name-a-table"), "IR-5")
    if word not in spots:
        raise Impossible(say("insider.spot-words", given=word[:20]))
    return Spot(spots[word])


def _read_move(state: State, args: tuple[str, ...]) -> Given:
    match args:
        case (start, end):
            return Given(_spot(state, start), _spot(state, end))
    raise Impossible(say("insider.move-words"))


def _place(state: State, word: str) -> int:
    spot = _spot(state, word)
    if is_square(spot.spot) or spot.table:
        raise Impossible(say("insider.place-words", given=word[:20]))
    return spot.spot


def _read_rob(state: State, args: tuple[str, ...]) -> Given:
    if len(args) != 1:
        raise Impossible(say("insider.rob-words"))
    return Given(Spot(_place(state, args[0])))


def _read_out(state: State, args: tuple[str, ...]) -> Given:
    given = _use_out(state, args)
    if len(given.outs) != 1 and not given.is_open:
        raise Impossible(say("insider.out-words"))
    return given


def _outs(state: State, words: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    if not words or len(words) % 2 or len(words) > 2 * MOST_OUTS:
        raise Impossible(say("insider.out-words"))
    places = [_place(state, word) for word in words]
    return tuple(zip(places[::2], places[1::2], strict=True))


def _read_guard(_state: State, args: tuple[str, ...]) -> Given:
    if len(args) != 1 or args[0] not in {"1", "2", "3"}:
        raise Impossible(say("insider.guard-words"))
    return Given(number=int(args[0]))


def _read_play(state: State, args: tuple[str, ...]) -> Given:
    """Read `play scandal 2 rumours 3`."""
    match args:
        case (kind, "1" | "2" | "3" as count, use, *words) if (kind, int(count)) in USES:
            known = USES[kind, int(count)]
        case _:
            raise Impossible(say("insider.play-words"))
    if use != known:
        why = say("insider.other-use", count=int(count), kind=say(f"insider.do-kind-{kind}"), use=known)
        raise Impossible(why, "IR-17")
    given = _USES[use](state, tuple(words))
    return given._replace(kind=kind, cards=int(count), use=use)


def _pawn(state: State, word: str) -> Pawn:
    """Read a pawn: `b2.1` is one of seat 1 on b2, `insider.3` the one at table 3."""
    name, _, number = word.partition(".")
    if name == "insider" and number in TABLES:
        return Pawn(INSIDER, table=TABLES[number])
    if name not in PLACES or name == PLACES[INSIDER] or number not in map(str, state.seats):
        raise Impossible(say("insider.pawn-words", given=word[:20]))
    return Pawn(PLACES.index(name), int(number))


def _use_swap(state: State, words: tuple[str, ...]) -> Given:
    match words:
        case (one, other):
            return Given(pawns=(_pawn(state, one), _pawn(state, other)))
    raise Impossible(say("insider.swap-pawns"))


def _use_fly(state: State, words: tuple[str, ...]) -> Given:
    match words:
        case (start, end):
            return Given(_landing(state, start), _landing(state, end))
    raise Impossible(say("insider.fly-words"))


def _landing(state: State, word: str) -> Spot:
    spot = _spot(state, word)
    if is_square(spot.spot):
        raise Impossible(say("insider.place-words", given=word[:20]))
    return spot


def _use_struck(state: State, words: tuple[str, ...]) -> Given:
    if len(words) != 1 or words[0] not in map(str, state.seats):
        raise Impossible(say("insider.whom-words", seats=tuple(state.seats)))
    return Given(number=int(words[0]))


def _use_vip(state: State, words: tuple[str, ...]) -> Given:
    tables = tuple(SITTING.get(word, NO_SEAT) for word in words)
    if not tables or max(tables) > len(state.owed):
        raise Impossible(say("insider.vip-words", seats=tuple(state.seats)))
    return Given(tables=tables, is_open=OPEN in words)


def _use_out(state: State, words: tuple[str, ...]) -> Given:
    """Read pairs of places; while they are being said the last may be half."""
    if words[-1:] != (OPEN,):
        return Given() if words == (NOTHING,) else Given(outs=_outs(state, words))
    said = words[:-1]
    for word in said[len(said) // 2 * 2 :]:
        _place(state, word)
    return Given(outs=_outs(state, said[: len(said) // 2 * 2]) if len(said) > 1 else (), is_open=True)


_USES: dict[str, Callable[[State, tuple[str, ...]], Given]] = {
    "swap": _use_swap,
    "vip": _use_vip,
    "fly": _use_fly,
    **dict.fromkeys(("meeting", "scandal", "rumours"), _use_struck),
    **dict.fromkeys(("bomb", "again", "hype"), _read_nothing),
    "out": _use_out,
}

_READING: dict[str, Callable[[State, tuple[str, ...]], Given]] = {
    "points": _read_nothing,
    "roll": _read_roll,
    "draw": _read_draw,
    "move": _read_move,
    "rob": _read_rob,
    "play": _read_play,
    "guard": _read_guard,
    "unopposed": _read_nothing,
    "out": _read_out,
    "exchange": _read_nothing,
    "stop": _read_nothing,
}
