"""The verdict on any act of Insider at `stair` depth, and how the game stands.

>>> from engine.game import Setup
>>> from engine.insider.state import start
>>> state = start(Setup("insider", ("Anna", "Ben", "Carla")))
>>> refusal = judge(state, Act(1, "seat", ("2",)))
>>> refusal.rule, refusal.why.key, str(refusal.lawful[0])
('IR-8', 'insider.no-card', 'card 4: * / *')
"""

from __future__ import annotations

from engine.acts import Act, is_open
from engine.game import Ask, Standing
from engine.insider.board.referee import details as board_details
from engine.insider.cards import read_size
from engine.insider.deeds import SEVEN, STRIKING, against_card, play, understood
from engine.insider.lawful import instead
from engine.insider.stair import account, rounds_of
from engine.insider.state import State, against_dice, over, seated
from engine.verdicts import Impossible, Refusal, Sentence, player, say

RULED = ("insider.nobody-seated",)
"""Sentences that quote a part of a rule that is ours."""
RULINGS = frozenset({"IR-1", "IR-13", "IR-14", "IR-16", "IR-27", *RULED})
STRUCK_BY = {"meeting": "IR-23", "scandal": "IR-24", "rumours": "IR-24"}


def judge(state: State, act: Act) -> Refusal | None:
    """Rule on any act; None is yes."""
    wrong = _wrong(state, act)
    if wrong is None:
        return None
    rule, why = wrong
    if act.verb in {"fix", "quit"} or (rule is None and not is_open(act)):
        return Refusal(rule, why)
    rule, why = _against_going_on(state) or wrong
    return Refusal(rule, why, instead(state, act) if rule is not None else ())


def _wrong(state: State, act: Act) -> tuple[str | None, Sentence] | None:
    try:
        if act.verb in {"fix", "quit"}:
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
    """Say why a VIP cannot rearrange the tables like this (IR-21)."""
    if not any(state.inn.tables):
        return "IR-21", say("insider.nobody-seated")
    if sorted(given) != sorted(state.inn.tables):
        return "IR-21", say("insider.vip-others", seated=seated(state))
    return None


def _against_going_on(state: State) -> tuple[str, Sentence] | None:
    end = state.inn.end
    return over(state, end) if end is not None and state.inn.is_over else None


def seats(state: State) -> tuple[int, ...]:
    """Tell who plays each seat."""
    return tuple(state.seats)


def ask(state: State) -> Ask:
    """Tell what the box waits for: the next card, or anything by anybody."""
    end = state.inn.end
    there = (state.turn, *(seat for seat in state.seats if seat not in {state.turn, *state.inn.left}))
    if end is not None:
        _, why = over(state, end)
        return Ask(there, say("insider.ask-play-on"), is_optional=True) if end.earlier else Ask((), why)
    if state.inn.card is None:
        return Ask(there, say("insider.ask-turn-up"))
    if state.rolls_again:
        return Ask(there, say("insider.ask-roll-again", seat=state.rolls_again))
    return Ask(there, say("insider.ask-turn", who=player(state.turn)))


def tell(_state: State, act: Act) -> Sentence:
    """Say in a few words what an act does."""
    who = act.seat or 0
    match act:
        case Act(verb="card"):
            return say("insider.told-card", size=read_size(act.args))
        case Act(verb="seat" | "leave", args=(table,)):
            return say(f"insider.told-{act.verb}", who=who, table=table)
        case Act(verb="swap", args=(table, other)):
            return say("insider.told-swap", who=who, table=table, other=int(other))
        case Act(verb=verb, args=(other,)) if verb in STRIKING:
            return say(f"insider.told-{act.verb}", who=who, other=int(other))
        case Act(verb="roll", args=faces):
            total = sum(map(int, faces))
            key = "told-one-die" if len(faces) == 1 else "told-seven" if total == SEVEN else "told-roll"
            return say(f"insider.{key}", who=who, faces=" + ".join(faces), total=total)
    return say(f"insider.told-{act.verb}", who=who)


def reveals(act: Act) -> bool:
    """Tell whether an act shows something new: a card or a roll."""
    return act.verb in {"card", "roll"}


def standing(state: State) -> Standing:
    """Tell the steps, who won and how, the open card, and every evaluation with its arithmetic."""
    inn, end = state.inn, state.inn.end
    points = dict(zip(state.seats, inn.steps, strict=True))
    details: dict[str, object] = {
        "card": None if inn.card is None else {"values": list(inn.card.values), "corner": inn.card.corner},
        "tables": [seat or None for seat in inn.tables],
        "evaluations": inn.evaluations,
        "turn": state.turn,
        "owed": {str(seat): turns for seat, turns in zip(state.seats, state.owed, strict=True)},
        "rumours": sorted(inn.rumours),
        "left": sorted(inn.left),
        "cellar": {"step": inn.cellar, "verified": state.verified},
        "rounds": _rounds(state),
        **(board_details(state) if state.town is not None else {}),
    }
    if end is not None and end.after < inn.evaluations:
        details["won_earlier"] = {"after": end.after, "winners": list(end.winners)}
    return Standing(end is not None, end.winners if end else (), points, details)


def _rounds(state: State) -> list[dict[str, object]]:
    inn = state.inn
    return [
        {
            "card": {"values": list(evaluated.card.values), "corner": evaluated.card.corner},
            "tables": [seat or None for seat in evaluated.tables],
            "gains": [
                {**gain._asdict(), "tables": list(gain.tables), "values": list(gain.values)} for gain in gains
            ],
        }
        for evaluated, (gains, _, _) in zip(
            rounds_of(inn.history), account(inn.history, len(inn.steps), inn.cellar)[1:], strict=True
        )
    ]
