"""What the log of Insider tells besides its acts: pawns that go home, lost cards, missed turns, evaluations."""

from __future__ import annotations

from collections.abc import Sequence

from engine.insider.publicity import account, rounds_of
from engine.insider.restaurant import End
from engine.insider.state import State, over
from engine.verdicts import Sentence, player, say

MOVED = "insider.moved"
"""The key of the sentence that says from which step to which a marker has moved."""


ENDS = {"insider.over-top", "insider.over-rounds"}
"""The keys of the sentences that say how an evaluation has ended the game."""


def consequences(before: State, after: State, seat: int | None) -> list[Sentence]:
    """Return what an act of a seat has brought about."""
    was_evaluated = rounds_of(after.inn.history) != rounds_of(before.inn.history)
    found = _climbing(before, after) if was_evaluated else _going_home(before, after, seat)
    found += _losing_cards(before, after, seat)
    for other, was, owed in zip(after.seats, before.owed, after.owed, strict=True):
        if owed > was:
            found.append(say("insider.then-misses", who=player(other)))
        elif owed < was and other not in after.inn.left:
            found.append(say("insider.misses-turn", who=player(other)))
    rumours = sorted(after.inn.rumours - before.inn.rumours)
    found += [say("insider.told-rumours-yes", who=player(other)) for other in rumours]
    end = after.inn.end
    if end is not None and before.inn.end is None and not end.earlier:
        found.append(over(after, end)[1])
    return found


def retold(told: Sequence[Sentence], state: State, number: int) -> list[Sentence]:
    """Return what was told with the steps of the evaluation as it counts now: it may have been corrected."""
    inn = state.inn
    gains = account(inn.history, len(inn.steps), inn.cellar)[number].gains
    moved = [
        say(MOVED, who=player(gain.seat), old=gain.before, new=gain.after)
        for gain in sorted(gains, key=lambda gain: gain.seat)
        if gain.before != gain.after
    ]
    ends = [over(state, inn.end)[1]] if inn.end is not None and _is_end_of(inn.end, number) else []
    return [*moved, *(sentence for sentence in told if sentence.key != MOVED and sentence.key not in ENDS), *ends]


def _is_end_of(end: End, number: int) -> bool:
    """Return whether an evaluation has ended the game; not if that was somebody who left."""
    return end.after == number and not end.earlier and end.rule != "M-6"


def _climbing(before: State, after: State) -> list[Sentence]:
    """Return whose markers an evaluation has moved."""
    return [
        say(MOVED, who=player(seat), old=old, new=new)
        for seat, old, new in zip(after.seats, before.inn.steps, after.inn.steps, strict=True)
        if old != new
    ]


def _going_home(before: State, after: State, seat: int | None) -> list[Sentence]:
    """Return whose pawns have left city and restaurant; a player's own pawn is told with the act."""
    found = []
    for other in after.seats:
        gone = _pawns(before, other) - _pawns(after, other)
        if gone > (other == seat):
            found.append(say("insider.then-home", who=player(other), count=gone))
    return found


def _pawns(state: State, seat: int) -> int:
    """Return how many pawns of a player are not at home."""
    return state.inn.tables.count(seat) + (0 if state.town is None else len(state.town.pawns[seat - 1]))


def _losing_cards(before: State, after: State, seat: int | None) -> list[Sentence]:
    """Return who has lost cards by the act of somebody else."""
    if before.town is None or after.town is None:
        return []
    hands = zip(after.seats, before.town.hands, after.town.hands, strict=True)
    return [
        say("insider.then-loses", who=player(other), count=was - has)
        for other, was, has in hands
        if has < was and other != seat and other not in after.inn.left
    ]
