"""Whether it is the moment for an act of Online: the turn, its phase, a hacker that waits, the end."""

from __future__ import annotations

from engine.acts import Act
from engine.online.cards import EXTRA_MEMORY, NAMES
from engine.online.state import Phase, State
from engine.verdicts import Sentence, player, say

Wrong = tuple[str, Sentence]


def wrong_moment(state: State, act: Act) -> Wrong | None:
    """Return why nobody, or not this player, may do such a thing now."""
    verb, seat = act.verb, act.seat
    if state.end is not None:
        return _against_report(state, act)
    if verb == "holds":
        return "ON-35", say("online.not-over")
    if verb == "time":
        return None if state.deal.has_limit else ("ON-36", say("online.no-limit"))
    if verb == "patrol":
        return _against_patrol(state, seat or 0)
    if state.phase is Phase.HACKING:
        if verb == "capture" and seat == state.turn:
            return None
        if verb == "lay" and seat != state.turn:
            return "ON-22", say("online.hacker-first", who=player(state.turn))
        return "ON-24", say("online.hacker-waits", who=player(state.turn))
    if verb == "capture":
        return "ON-24", say("online.no-hacker")
    if seat != state.turn:
        return _against_out_of_turn(state, act)
    return _against_phase(state, verb)


def _against_phase(state: State, verb: str) -> Wrong | None:
    if state.phase is Phase.BEGUN:
        return None if verb in {"draw", "exchange", "secure"} else ("ON-10", say("online.begin-first"))
    if verb in {"draw", "exchange"}:
        return "ON-10", say("online.begun-already")
    if state.phase is Phase.DISCARDED and verb not in {"stop", "discard"}:
        return "ON-11", say("online.only-stop")
    return None


def _against_report(state: State, act: Act) -> Wrong | None:
    assert state.end is not None
    if act.verb != "holds":
        return over(state)
    seat = act.seat or 0
    if state.deal.party_of[seat - 1] in state.end.winners:
        return "ON-35", say("online.winners-hold", who=player(seat))
    if state.holds[seat - 1] >= 0:
        return "ON-35", say("online.held-already", who=player(seat), count=state.holds[seat - 1])
    return None


def _against_patrol(state: State, seat: int) -> Wrong | None:
    if state.phase is not Phase.HACKING:
        return "ON-24", say("online.no-hacker")
    return ("ON-24", say("online.own-hacker")) if seat == state.turn else None


def _against_out_of_turn(state: State, act: Act) -> Wrong | None:
    """Out of turn only what was obstructed in this very turn is repaired (ON-22)."""
    seat = act.seat or 0
    if act.verb in {"draw", "exchange", "stop", "discard"}:
        return "ON-8", say("online.not-your-turn", who=player(seat), other=player(state.turn))
    at = state.deal.party_of[seat - 1]
    if act.verb == "lay":
        pile = "memory" if act.args[:1] == (NAMES[EXTRA_MEMORY],) else "line"
        if (at, pile) in state.fresh and state.parties[at].is_ill(pile):
            return None
    return "ON-22", say("online.only-repairs", who=player(seat), other=player(state.turn))


def over(state: State) -> tuple[str, Sentence]:
    """Return the rule that has ended the game, and why."""
    assert state.end is not None
    winners = tuple(
        player(seat) for at in state.end.winners for seat in state.deal.parties[at] if seat not in state.left
    )
    key = {"ON-2": "online.over-won", "ON-36": "online.over-time", "M-6": "online.over-left"}[state.end.rule]
    return state.end.rule, say(key, who=winners)
