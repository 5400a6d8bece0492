"""Insider, whole games in which the table corrects and changes its mind, beside naive second implementations."""

from tests.engine.games import BOARDS, STAIRS
from tests.engine.insider.slow_board import SlowBoard
from tests.engine.insider.slow_insider import SlowInsider
from tests.engine.insider.test_board_games import whole as whole_board
from tests.engine.insider.test_insider_games import same
from tests.engine.insider.test_insider_games import whole as whole_stair
from tests.engine.random_games import MANY, corrected, games


@games(MANY // 2)
def test_corrected_games_on_the_stair_agree_with_a_naive_scorer(seed):
    setup = STAIRS[seed % len(STAIRS)]
    slow = SlowInsider(len(setup.players))
    for match, told in corrected(setup, seed, whole_stair, slow):
        same(match.state, told)
        standing = match.standing()
        assert tuple(standing.points.values()) == told.steps()
        assert (standing.winners or None) == (told.over() and told.over()[1])


@games(MANY // 2)
def test_corrected_games_on_the_board_agree_with_pawns_that_are_followed_one_by_one(seed):
    setup = BOARDS[seed % len(BOARDS)]
    slow = SlowBoard(setup)
    for match, told in corrected(setup, seed, whole_board, slow, is_about_robbing):
        told.compare(match.state)


def is_about_robbing(state, act):
    """Prefer what leads to robberies, and what happens to pawns that have robbed."""
    town, last = state.town, act.args[-1] if act.args else ""
    if act.verb == "move" or act.args[2:3] == ("fly",):
        return any(town.plan.spots.get(last) in spots for spots in town.pawns)
    names = {town.plan.names[spot] for spot in town.done if spot >= 0}
    is_of_a_robber = any(word.partition(".")[0] in names for word in act.args) or act.args[2:3] == ("bomb",)
    return act.verb == "rob" or (bool(town.done) and act.verb == "play" and is_of_a_robber)
