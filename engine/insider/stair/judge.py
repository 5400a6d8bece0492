"""The verdict on any act of Insider at `stair` depth, and what the box asks and says.

>>> from engine.game import Setup
>>> from engine.insider.state import start
>>> state = start(Setup("insider", ("Anna", "Ben", "Carla")))
>>> refusal = judge(state, Act(1, "seat", ("2",)))
>>> refusal.rule, refusal.why.key, str(refusal.allowed[0])
('IR-8', 'insider.no-card', 'card 4: * / *')
"""

from __future__ import annotations

from engine.acts import Act, is_open
from engine.game import UNLISTED, Ask
from engine.insider.cards import read_size
from engine.insider.stair.corrections import tell_fix
from engine.insider.stair.legal import instead
from engine.insider.stair.play import STRIKING, play, understood
from engine.insider.state import State, against_dice, over, seated
from engine.insider.turns import SEVEN, against_card
from engine.verdicts import Impossible, Refusal, Sentence, player, say, seat_name

STRUCK_BY = {"meeting": "IR-23", "scandal": "IR-24", "rumours": "IR-24"}


def judge(state: State, act: Act) -> Refusal | None:
    """Return why an act is refused; None if it is accepted."""
    wrong = _wrong(state, act)
    if wrong is None:
        return None
    rule, why = wrong
    if act.verb in UNLISTED or (rule is None and not is_open(act)):
        return Refusal(rule, why)
    rule, why = _against_going_on(state) or wrong
    return Refusal(rule, why, instead(state, act) if rule is not None else ())


def _wrong(state: State, act: Act) -> tuple[str | None, Sentence] | None:
    try:
        if act.verb in UNLISTED:
            play(state, act)
            return None
        if act.verb == "card":
            return against_card(state, act) or _against_going_on(state)
        return _against(state, act)
    except Impossible as impossible:
        return impossible.rule, impossible.why


def _against(state: State, act: Act) -> tuple[str, Sentence] | None:
    given = understood(state, act)
    seat, verb = act.seat, act.verb
    assert seat is not None
    if verb in STRIKING and given == (seat,):
        return STRUCK_BY[verb], say("insider.not-oneself", who=player(seat))
    if verb in {"points", "roll"}:
        return against_dice(state.inn, seat, len(given)) or _against_going_on(state)
    if verb == "vip":
        return _against_vip(state, given) or _against_going_on(state)
    return _against_going_on(state)


def _against_vip(state: State, given: tuple[int, ...]) -> tuple[str, Sentence] | None:
    """Return why a VIP cannot rearrange the tables like this (IR-21)."""
    if not any(state.inn.tables):
        return "IR-21", say("insider.nobody-seated")
    if sorted(given) != sorted(state.inn.tables):
        return "IR-21", say("insider.vip-others", seated=seated(state))
    return None


def _against_going_on(state: State) -> tuple[str, Sentence] | None:
    end = state.inn.end
    return over(state, end) if end is not None and state.inn.is_over else None


def ask(state: State) -> Ask:
    """Return what the box waits for: the next card, or anything by anybody."""
    end = state.inn.end
    there = (state.turn, *(seat for seat in state.seats if seat not in {state.turn, *state.inn.left}))
    if end is not None:
        _, why = over(state, end)
        return Ask(there, say("insider.ask-play-on"), is_optional=True) if end.earlier else Ask((), why)
    if state.inn.card is None:
        return Ask(there, say("insider.ask-turn-up"))
    if state.rolls_again:
        return Ask(there, say("insider.ask-roll-again", who=player(state.rolls_again)))
    return Ask(there, say("insider.ask-anyone"))


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
        case Act(verb="seat" | "leave", args=(table,)):
            return say(f"insider.told-{act.verb}", who=who, table=table)
        case Act(verb="swap", args=(table, other)):
            return say("insider.told-swap", who=who, table=table, other=player(int(other)))
        case Act(verb=verb, args=(other,)) if verb in STRIKING:
            return say(f"insider.told-{act.verb}", who=who, other=player(int(other)))
        case Act(verb="roll", args=faces):
            total = sum(map(int, faces))
            key = "told-one-die" if len(faces) == 1 else "told-seven" if total == SEVEN else "told-roll"
            return say(f"insider.{key}", who=who, faces=" + ".join(faces), total=total)
    return say(f"insider.told-{act.verb}", who=who)
