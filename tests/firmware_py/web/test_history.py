"""The shadow of a match: the same states, the same names, and what stands."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.match import REDO, UNDO, Match
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.web.history import Replay
from tests.engine.games import EVERY_SETUP, NAMES, SETUPS
from tests.firmware_py.web.replays import mixed_match, name_of, played, shadow_of

INSIDE = Setup("inside", ("Anna", "Ben"))
STAIR = Setup("insider", NAMES[:3])
ENGLISH = Translations("en")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_a_shadow_has_the_states_and_names_of_the_match_after_every_line(setup, seed):
    log = tuple(mixed_match(setup, seed).log)
    replay = Replay(setup, log)
    match = Match(replay._match.rules, setup)
    assert len(replay.moments) == len(log) + 1
    for place, moment in enumerate(replay.moments):
        if place:
            assert match.play(log[place - 1]) is None
        assert (moment.state, moment.players, moment.names) == (match.state, match.players, match.names)
    assert [moment.act for moment in replay.line_of_play[1:]] == match.acts
    assert replay.standing == match.standing()
    assert replay.problem is None


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_following_line_by_line_is_the_same_as_starting_anew(setup):
    log = tuple(mixed_match(setup, 3).log)
    replay = Replay(setup)
    for place in range(len(log) + 1):
        replay.follow(setup, log[:place])
    anew = Replay(setup, log)
    assert replay.moments == anew.moments
    assert replay.lines(ENGLISH) == anew.lines(ENGLISH)


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_undo_to_a_line_leads_to_the_state_that_the_line_has_left(setup):
    match = mixed_match(setup, 4)
    replay = shadow_of(match)
    for line in replay.lines(ENGLISH):
        assert line.undos == replay.undos_to(line.place)
        if line.undos is None:
            continue
        for _ in range(line.undos):
            assert match.play(UNDO) is None
        was = replay.moments[line.place]
        assert (match.state, match.players, match.acts[-1]) == (was.state, was.players, was.act)
        for _ in range(line.undos):
            assert match.play(REDO) is None
    for _ in range(replay.undos_to(0)):
        assert match.play(UNDO) is None
    assert not match.acts


def test_a_log_that_is_another_one_is_played_anew():
    replay = played(INSIDE, "1 place L310", "2 place D400")
    replay.follow(INSIDE, (read_act("1 place L400"),))
    assert replay.now.state == played(INSIDE, "1 place L400").now.state
    replay.follow(INSIDE._replace(players=("Carla", "Dora")), (read_act("1 place L400"),))
    assert replay.now.names == ("Carla", "Dora")
    replay.follow(STAIR, ())
    assert (len(replay.moments), replay.setup.game) == (1, "insider")


def test_lines_are_told_with_the_names_of_their_time():
    replay = played(
        STAIR, "card 4: 3 2 1 0 / -4", "1 seat 2", 'name 1 "Zoë"', "1 seat 3", "2 scandal 1", "3 quit", "undo"
    )
    lines = replay.lines(ENGLISH)
    assert [line.text for line in lines] == [
        "card with 4 tables", "Anna takes table 2", "seat 1 is now Zoë", "Zoë takes table 3",
        "Ben: scandal on Zoë", "Carla leaves the game", "undone",
    ]  # fmt: skip
    assert [line.kind for line in lines] == ["act", "act", "match", "act", "act", "act", "match"]
    assert [line.undos for line in lines] == [4, 3, 2, 1, 0, None, None]
    assert [line.place for line in lines if line.is_undone] == [6]
    assert replay.lines(ENGLISH, first=6) == lines[5:]


def test_what_was_amended_does_not_stand_any_more():
    replay = played(STAIR, "card 4: 3 2 1 0 / -4", "1 roll 3 5", "amend 1 roll 3 6", "1 seat 1")
    first, wrong, right, _ = replay.lines(ENGLISH)
    assert right.text == "entered again: Anna rolls 3 + 6 = 9"
    assert (wrong.is_undone, wrong.undos, right.undos, first.undos) == (True, None, 1, 2)


def test_an_overruled_act_keeps_the_refusal_that_it_overruled():
    replay = played(INSIDE, "1 place L310", "overrule 1 place L400")
    assert replay.lines(ENGLISH)[-1].text == "overruled: Anna: light cube on 400"
    assert replay.now.overruled.rule == "ID-5"


def test_a_line_that_does_not_replay_ends_the_history_with_a_sentence():
    replay = played(INSIDE, "1 place L310", "1 place L400", "2 place D400")
    assert len(replay.moments) == 2
    assert (
        ENGLISH.naming(replay.now.names)
        .text(replay.problem)
        .startswith("this program refuses move 2, “1 place L400”")
    )
    replay.follow(INSIDE, (read_act("1 place L310"), read_act("2 place D400")))
    assert (len(replay.moments), replay.problem) == (3, None)


def test_whatever_goes_wrong_in_a_line_is_a_sentence_too(monkeypatch):
    replay = Replay(INSIDE)
    monkeypatch.setattr(replay._match, "judge", lambda _act: {}["nothing"])
    replay.follow(INSIDE, (read_act("1 place L310"),))
    assert "KeyError" in ENGLISH.text(replay.problem)


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_every_line_is_told_in_every_language(setup):
    replay = shadow_of(mixed_match(setup, 6))
    for language in LANGUAGES:
        lines = replay.lines(Translations(language))
        assert len(lines) == len(replay.moments) - 1
        assert all(line.text and "{" not in line.text for line in lines)


def test_the_matches_of_these_tests_hold_everything_that_a_match_knows():
    verbs = {act.verb for setups in SETUPS.values() for setup in setups for act in mixed_match(setup, 0).log}
    assert verbs >= {"undo", "redo", "amend", "overrule", "name", "fix", "quit"}
