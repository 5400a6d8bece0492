"""What the tests of Insider at `board` depth share: a board in the middle of a turn, and ways to say things."""

from functools import partial

from engine.insider.owner_data import Board, board_tags
from tests.engine import games

CARD = "card 5: 3 2 1 1 0 / -4"
VERIFIED = board_tags(Board(verified=True))
begin = partial(games.begin, "insider", Depth="board")
played = partial(games.played, game="insider", Depth="board", seats=3)


def refused(match, sentence, rule):
    refusal = games.refused(match, sentence)
    assert refusal.rule == rule, refusal
    if rule is not None:
        assert set(refusal.allowed) <= set(match.legal())
    return refusal


def moving(*sentences, **tags):
    """Begin a turn of seat 1 with seven points."""
    return played(CARD, *sentences, "1 points", **tags)


def spots(match, seat):
    return [match.state.town.plan.names[spot] for spot in match.state.town.pawns[seat - 1]]
