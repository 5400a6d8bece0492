"""A match that is corrected after its end: every place that tells a result tells the one of a replay."""

import random

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.verdicts import say
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.page.more.people import overview
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.results import open_results
from firmware_py.ui.flows.match import begin
from tests.depth import seeds
from tests.engine.games import STAIRS, TYPICAL, random_game
from tests.engine.random_games import wish
from tests.firmware_py.ui.stacks import box, match, new_stack, playing

WORDS = Translations("en")
QUICK = [STAIRS[0], *(setup for setup in TYPICAL if (setup.game, setup.tags.get("Depth")) != ("insider", "board"))]
CORRECTIONS = 12


def assert_told_everywhere(stack, path):
    """Compare the journal, the list, the leaderboard, the series and what a club is told with a replay."""
    played = match(stack)
    again = Match(GAMES[played.setup.game].rules(), played.setup)
    for act in played.log:
        assert again.play(act) is None
    standing, number = again.standing(), box(stack).live.session.number
    entry = stack.journal.entry(number)
    assert (entry.status is Status.OVER) == standing.is_decided
    results = [result for result in stack.journal.results() if result.match == number]
    told = open_results(path).result(number)
    [listed] = [one for one in overview(stack.journal, WORDS)["matches"] if one["number"] == number]
    if not standing.is_decided:
        assert (results, told, listed["result"]) == ([], None, WORDS("page.unfinished"))
        return
    seats = range(1, len(again.players) + 1)
    expected = [(standing.points.get(seat, 0), seat in standing.winners) for seat in seats]
    assert [(result.points, result.won) for result in results] == expected
    assert [(seat.points, seat.won) for seat in told.seats] == expected
    winners = tuple(dict.fromkeys(again.players[seat - 1] for seat in seats if seat in standing.winners))
    assert listed["result"].startswith(WORDS("box.won", winners=winners) if winners else WORDS("page.unfinished"))
    for one in overview(stack.journal, WORDS)["players"]:
        assert one["wins"] == sum(result.won for result in results if result.player == one["name"])


@pytest.mark.parametrize("setup", QUICK, ids=str)
@pytest.mark.parametrize("seed", seeds(8, fast=1))
def test_a_correction_after_the_end_changes_the_result_everywhere(setup, seed, path):
    stack = new_stack(Journal(path))
    begin(stack, setup)
    for _, _, act in random_game(setup, seed):
        box(stack).play(act)
    assert_told_everywhere(stack, path)
    chance = random.Random(seed)
    for _ in range(CORRECTIONS):
        box(stack).play(wish(match(stack), chance))
        assert_told_everywhere(stack, path)


FIRST = ("card 4: 20 20 19 18 / -3", "1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")


def test_the_winner_of_a_corrected_evaluation_is_in_the_books_the_series_and_the_log():
    stack = playing(*FIRST, game="insider")
    assert [(one.points, one.won) for one in stack.journal.results()] == [(39, True), (38, False)]
    box(stack).play(read_act("fix round 1 card 4: 20 20 19 20 / -3"))
    assert [(one.points, one.won) for one in stack.journal.results()] == [(39, False), (40, True)]
    begin(stack, Setup("insider", ("Anna", "Ben")), 1)
    for sentence in FIRST:
        box(stack).play(read_act(sentence))
    session = box(stack).live.session
    assert session.totals()[1:] == [
        say("home.series-of", who="Anna", wins=1, points=78),
        say("home.series-of", who="Ben", wins=1, points=78),
    ]
    box(stack).play(read_act("fix round 1 card 4: 20 20 19 20 / -3"))
    assert session.totals()[2] == say("home.series-of", who="Ben", wins=2, points=80)
    told = [line.then for line in lines(box(stack).live.session.history.follow(), WORDS.naming(("Anna", "Ben")))]
    assert told[4] == ["Anna: 0 → 39", "Ben: 0 → 40", "Ben won in evaluation 1, on step 35 or higher"]
