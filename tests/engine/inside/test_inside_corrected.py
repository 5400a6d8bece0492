"""Inside, whole games in which the table corrects and changes its mind, beside a slow second implementation."""

from engine.game import Setup
from tests.engine.inside.slow_inside import SlowInside
from tests.engine.inside.test_inside_games import whole
from tests.engine.random_games import MANY, corrected, games


@games(MANY)
def test_corrected_games_agree_with_a_slow_second_implementation(seed):
    setup = Setup("inside", ("Anna", "Ben"))
    for match, slow in corrected(setup, seed, whole, SlowInside()):
        listed = {(a.seat, a.verb, a.args[0][0], tuple(map(int, a.args[0][1:]))) for a in match.legal()}
        assert listed == slow.legal(), match.log
        state = match.state
        assert state.turn == slow.turn
        assert match.standing().details["faces"] == slow.faces()
        assert [sorted(slow.stock[seat]) for seat in (1, 2)] == [
            ["D"] * dark + ["L"] * light for light, dark in state.stocks
        ]
