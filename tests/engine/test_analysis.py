"""Analysis: verdicts before and after every act, whatever kind of act it is, and nothing but real mistakes."""

from itertools import pairwise

from engine import GAMES
from engine.acts import read_act
from engine.advisor import Verdict
from engine.analysis import JudgedAct, judged_acts, verdicts
from engine.game import Setup
from engine.match import Match
from tests.engine.games import random_game

SETUP = Setup("inside", ("Anna", "Ben"))
LIGHT, DARK, UNKNOWN = (
    Verdict(1, (), (1.0, 0.0)),
    Verdict(2, (), (0.0, 1.0)),
    Verdict(None, None, (0.5, 0.5)),
)


def analysed(match: Match, sentences, left=12):
    states = [match.state]
    for sentence in sentences:
        assert match.play(read_act(sentence)) is None, sentence
        states.append(match.state)
    advisor = GAMES["inside"].advisor()
    found = list(verdicts(advisor, states, left=left, nodes=10_000_000))
    return judged_acts(advisor, match.log, states, found)


def whole_game(seed):
    return [str(act) for _, _, act in random_game(SETUP, seed)]


def test_each_act_ends_where_the_next_begins_and_the_end_is_the_result():
    match = Match(GAMES["inside"].rules(), SETUP)
    judged = analysed(match, whole_game(3))
    assert [one.left for one in judged] == list(range(35, 0, -1))
    assert all(one.after == two.before for one, two in pairwise(judged))
    assert [one.before.winner is None for one in judged] == [True] * 23 + [False] * 12
    assert (judged[-1].after.winner,) == match.standing().winners
    for one in judged[23:]:
        assert one.is_mistake == (one.before.winner != one.after.winner)
        assert (one.act in one.before.best) == (one.after.winner == one.act.seat)


def test_undo_and_names_are_acts_like_any_other():
    match = Match(GAMES["inside"].rules(), SETUP)
    game = whole_game(3)[:30]
    judged = analysed(match, [*game, "undo", "redo", 'name 1 "Dora"', "undo"])
    undo, redo, name, again = judged[-4:]
    assert (undo.before, undo.after) == (redo.after, redo.before) == (judged[29].after, judged[29].before)
    assert name.before == name.after == again.after
    assert not any(one.is_mistake for one in judged[-4:])


def judge(sentence, before, after):
    return JudgedAct(read_act(sentence), 10, before, after).is_mistake


def test_only_who_gives_a_proven_win_away_has_made_a_mistake():
    assert judge("1 place L310", LIGHT, DARK)
    assert judge("overrule 1 place L310", LIGHT, DARK)
    assert not judge("1 place L310", LIGHT, LIGHT)
    assert not judge("1 place L310", LIGHT, UNKNOWN)
    assert not judge("1 place L310", UNKNOWN, DARK)
    assert not judge("2 place L310", LIGHT, DARK)
    assert not judge("fix 310 L", LIGHT, DARK)
