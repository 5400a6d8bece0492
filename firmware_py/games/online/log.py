"""What the log of Online tells besides its acts: lines up and down, complete categories, missed turns, the end."""

from __future__ import annotations

from engine.online.cards import CATEGORIES
from engine.online.state import State, card_name, party_name
from engine.online.timing import over
from engine.verdicts import Sentence, player, say
from firmware_py.games.contract import retold_as_it_was

retold = retold_as_it_was


def consequences(before: State, after: State, _seat: int | None) -> list[Sentence]:
    """Return what an act has brought about."""
    found = _in_parties(before, after)
    for seat, was, owed in zip(after.seats, before.owed, after.owed, strict=True):
        if owed > was:
            found.append(say("online.then-misses", who=player(seat)))
        elif owed < was and seat not in after.left and after.end is None:
            found.append(say("online.misses", who=player(seat)))
    if after.shuffles > before.shuffles:
        found.append(say("online.then-shuffled", count=after.bank))
    if after.end is not None and before.end is None:
        found.append(over(after)[1])
    return found


def _in_parties(before: State, after: State) -> list[Sentence]:
    """Return which lines have changed, and which categories are complete now."""
    found = []
    for at, (was, now) in enumerate(zip(before.parties, after.parties, strict=True)):
        if was.is_up != now.is_up:
            found.append(say("online.then-up" if now.is_up else "online.then-down", party=party_name(after, at)))
        counts = zip(CATEGORIES, was.piles, now.piles, after.deal.goals, strict=True)
        found += [
            say("online.then-complete", party=party_name(after, at), card=card_name(card))
            for card, old, new, goal in counts
            if new >= goal > old
        ]
    return found
