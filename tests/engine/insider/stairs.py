"""What the tests of Insider at `stair` depth share: two cards, and ways to say things."""

from tests.engine import games

CARD = "card 4: 3 2 1 0 / -4"
RICH = "card 4: 20 15 14 1 / -20"

FIVE = "card 5: 3 2 1 0 0 / -4"
CARDS = [CARD] * 4 + [FIVE] * 3
"""A whole pile: there are four cards of a size."""


def played(*sentences, seats=3):
    return games.played(*sentences, game="insider", seats=seats)


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule
    assert set(refusal.allowed) <= set(match.legal())
    return refusal


def rounds(*sentences, cards=CARDS):
    """Turn cards up one after the other and say the same on each."""
    return [said for card in cards for said in (card, *sentences)]


def filled(*seats):
    """Turn the known card up and let these seats take its tables."""
    return [CARD, *(f"{seat} seat {table}" for table, seat in enumerate(seats, start=1))]


def steps(match):
    return match.state.inn.steps
