"""The shadow of a match: the same states, the same names, and what stands."""

import pytest

from engine import GAMES
from engine.game import Setup
from engine.match import REDO, UNDO, Match
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.ui.match.history import HistoryRecorder
from tests.engine.games import EVERY_SETUP, NAMES, SETUPS
from tests.firmware_py.page.replays import mixed_match, name_of, played, replayed, shadow_of

INSIDE = Setup("inside", ("Anna", "Ben"))
STAIR = Setup("insider", NAMES[:3])
ENGLISH = Translations("en")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_a_shadow_has_the_states_and_names_of_the_match_after_every_line(setup, seed):
    log = tuple(mixed_match(setup, seed).log)
    replay = replayed(setup, log)
    match = Match(replay.rules, setup)
    assert len(replay.moments) == len(log) + 1
    for place, moment in enumerate(replay.moments):
        if place:
            assert match.play(log[place - 1]) is None
        assert (replay.state(place), moment.players, moment.names) == (match.state, match.players, match.names)
    assert [act for act, _ in replay.line_of_play[1:]] == match.acts
    assert replay.standing == match.standing()


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_following_line_by_line_is_the_same_as_starting_anew(setup):
    log = tuple(mixed_match(setup, 3).log)
    match = Match(GAMES[setup.game].rules(), setup)
    recorder, published = HistoryRecorder(match), []
    for act in log:
        match.play(act)
        published.append(recorder.follow())
    replay, anew = published[-1], replayed(setup, log)
    assert list(replay.moments) == list(anew.moments)
    states = [replay.state(place) for place in range(len(log) + 1)]
    assert states == [anew.state(place) for place in range(len(log) + 1)]
    assert [len(each.moments) for each in published] == list(range(2, len(log) + 2)), "what is published stays"
    assert lines(replay, ENGLISH) == lines(anew, ENGLISH)


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_undo_to_a_line_leads_to_the_state_that_the_line_has_left(setup):
    match = mixed_match(setup, 4)
    replay = shadow_of(match)
    for line in lines(replay, ENGLISH):
        assert line.undos == replay.undos_to(line.place)
        if line.undos is None:
            continue
        for _ in range(line.undos):
            assert match.play(UNDO) is None
        was = replay.moments[line.place]
        assert (match.state, match.players, match.acts[-1]) == (replay.state(line.place), was.players, was.act)
        for _ in range(line.undos):
            assert match.play(REDO) is None
    for _ in range(replay.undos_to(0)):
        assert match.play(UNDO) is None
    assert not match.acts


def test_lines_are_told_with_the_names_of_their_time():
    replay = played(
        STAIR, "card 4: 3 2 1 0 / -4", "1 seat 2", 'name 1 "Zoë"', "1 seat 3", "2 scandal 1", "3 quit", "undo"
    )
    told = lines(replay, ENGLISH)
    assert [line.text for line in told] == [
        "card with 4 tables", "Anna takes table 2", "seat 1 is now Zoë", "Zoë takes table 3",
        "Ben: scandal on Zoë", "Carla leaves the game", "undone",
    ]  # fmt: skip
    assert [line.kind for line in told] == ["act", "act", "match", "act", "act", "act", "match"]
    assert [line.undos for line in told] == [4, 3, 2, 1, 0, None, None]
    assert [line.place for line in told if line.is_undone] == [6]
    assert lines(replay, ENGLISH, first=6) == told[5:]


def test_what_was_amended_does_not_stand_any_more():
    replay = played(STAIR, "card 4: 3 2 1 0 / -4", "1 roll 3 5", "amend 1 roll 3 6", "1 seat 1")
    first, wrong, right, _ = lines(replay, ENGLISH)
    assert right.text == "entered again: Anna rolls 3 + 6 = 9"
    assert (wrong.is_undone, wrong.undos, right.undos, first.undos) == (True, None, 1, 2)


def test_an_overruled_act_keeps_the_refusal_that_it_overruled():
    replay = played(INSIDE, "1 place L310", "overrule 1 place L400")
    assert lines(replay, ENGLISH)[-1].text == "overruled: Anna: light cube on 400"
    assert replay.now.overruled.rule == "ID-5"


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_every_line_is_told_in_every_language(setup):
    replay = shadow_of(mixed_match(setup, 6))
    for language in LANGUAGES:
        told = lines(replay, Translations(language))
        assert len(told) == len(replay.moments) - 1
        assert all(line.text and "{" not in line.text for line in told)


def test_the_matches_of_these_tests_hold_everything_that_a_match_knows():
    verbs = {act.verb for setups in SETUPS.values() for setup in setups for act in mixed_match(setup, 0).log}
    assert verbs >= {"undo", "redo", "amend", "overrule", "name", "fix", "quit"}
