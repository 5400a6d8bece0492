"""The verdict on any act at `board` depth, and what the box asks and says."""

from __future__ import annotations

from engine.acts import Act
from engine.game import UNLISTED, Ask
from engine.insider.board.legal import legal
from engine.insider.board.play import play, understood
from engine.insider.board.walking import against_walking, can_move
from engine.insider.cards import read_size
from engine.insider.stair.corrections import tell_fix
from engine.insider.state import State, over, town_of
from engine.insider.town import Given, Phase
from engine.insider.turns import SEVEN, against_card
from engine.verdicts import Impossible, Refusal, Sentence, player, say, seat_name

ALTERNATIVES = 3
OPEN_VALUE = say("act.open-value")


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes. What rests on a board that nobody has verified is advice (IR-36)."""
    wrong = _wrong(state, act)
    if act.verb in UNLISTED or (wrong is not None and wrong[0] is None and wrong[1] != OPEN_VALUE):
        return None if wrong is None else Refusal(*wrong)
    if state.inn.is_over and state.inn.end is not None:
        return Refusal(*over(state, state.inn.end))
    if wrong is None:
        return None
    rule, why = wrong
    allowed = _instead(state, act) if rule is not None else ()
    rests_on_paths = rule == "IR-13" or why.key in {"insider.points-first", "insider.points-left"}
    return Refusal(rule, why, allowed, is_advice=rests_on_paths and not state.verified)


def _wrong(state: State, act: Act) -> tuple[str | None, Sentence] | None:
    try:
        if act.verb in UNLISTED:
            play(state, act)
            return None
        if act.verb == "card":
            return against_card(state, act)
        given = understood(state, act)
    except Impossible as impossible:
        return impossible.rule, impossible.why
    found = _against(state, act, given)
    return (None, OPEN_VALUE) if found is None and given.is_open else found


def _against(state: State, act: Act, given: Given) -> tuple[str, Sentence] | None:
    if act.verb == "move":
        assert given.start is not None
        assert given.target is not None
        return against_walking(state, given.start.spot, given.target.spot)
    if act.verb == "stop" and can_move(state):
        return "IR-9", say("insider.points-left", points=town_of(state).points)
    return None


def _instead(state: State, act: Act) -> tuple[Act, ...]:
    """Find the legal acts nearest to a wish: the same verb with the same words first."""
    allowed = legal(state)
    near = [other for other in allowed if (other.seat, other.verb) == (act.seat, act.verb)]
    if act.args and len(near) > ALTERNATIVES:
        near.sort(key=lambda other: -sum(a == b for a, b in zip(act.args, other.args, strict=False)))
    return tuple((near or allowed)[:ALTERNATIVES])


# --- what there is to say


def ask(state: State) -> Ask:
    """Return who has to say what."""
    town, end = town_of(state), state.inn.end
    if end is not None:
        there = (state.turn, *(seat for seat in state.seats if seat not in {state.turn, *state.inn.left}))
        _, why = over(state, end)
        return Ask(there, say("insider.ask-play-on"), is_optional=True) if end.earlier else Ask((), why)
    if town.power is not None:
        use = say(f"insider.do-{town.power.given.use}")
        able = dict.fromkeys(act.seat for act in legal(state) if act.seat is not None)
        return Ask(tuple(able), say("insider.ask-guard", use=use))
    if state.inn.card is None:
        return Ask((), say("insider.ask-turn-up"))
    if state.rolls_again:
        return Ask((state.turn,), say("insider.ask-roll-again", who=player(state.rolls_again)))
    if town.phase is Phase.MOVING:
        return Ask((state.turn,), say("insider.ask-points", who=player(state.turn), points=town.points))
    return Ask((state.turn,), say("insider.ask-turn", who=player(state.turn)))


def tell(_state: State, act: Act) -> Sentence:
    """Return in a few words what an act does."""
    who = seat_name(act.seat)
    match act:
        case Act(verb="fix"):
            return tell_fix(act)
        case Act(verb="time"):
            return say("insider.told-time")
        case Act(verb="card"):
            return say("insider.told-card", size=read_size(act.args))
        case Act(verb="roll", args=faces):
            total = sum(map(int, faces))
            key = "told-one-die" if len(faces) == 1 else "told-seven" if total == SEVEN else "told-roll"
            return say(f"insider.{key}", who=who, faces=" + ".join(faces), total=total)
        case Act(verb="move", args=(start, target)):
            return say("insider.told-move", who=who, start=_spot(start), target=_spot(target))
        case Act(verb="play", args=(_, _, "meeting" | "scandal" | "rumours" as use, other)):
            return say(f"insider.told-{use}", who=who, other=player(int(other)))
        case Act(verb="play", args=(_, count, use, *_)):
            return say("insider.told-play", who=who, count=count, use=say(f"insider.do-{use}"))
        case Act(verb="rob", args=(place,)):
            return say("insider.told-rob", who=who, place=place)
        case Act(verb="guard", args=(count,)):
            return say("insider.told-guard", who=who, count=count)
    return say(f"insider.told-{act.verb}", who=who)


def _spot(word: str) -> Sentence:
    """Name a place, a square of a path, or a table."""
    table = word.removeprefix("insider.")
    return say("insider.at-table", table=table) if table != word else say("insider.pawn", pawn=word)
