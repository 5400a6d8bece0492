"""What the tests of Insider at `stair` depth share: two cards, and ways to say things."""

from tests.engine import games

CARD = "card 4: 3 2 1 0 / -4"
RICH = "card 4: 20 15 14 1 / -20"


def played(*sentences, seats=3):
    return games.played(*sentences, game="insider", seats=seats)


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule
    assert set(refusal.allowed) <= set(match.legal())
    return refusal


def filled(*seats):
    """Turn the known card up and let these seats take its tables."""
    return [CARD, *(f"{seat} seat {table}" for table, seat in enumerate(seats, start=1))]


def steps(match):
    return match.state.inn.steps
