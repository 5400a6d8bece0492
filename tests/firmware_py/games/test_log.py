"""What follows from an act stands in the log with it, in the language of the reader."""

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.offline.owner_data import NETS
from engine.offline.tiles import TILES
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from tests.firmware_py.page.replays import replayed

CITY = Setup("insider", ("Anna", "Ben", "Carla"), tags={"Depth": "board"})
CARD = "card 4: 3 2 1 0 / -4"


def told(setup, *sentences, language="en"):
    """Return what the log tells besides the last of these acts."""
    match = Match(GAMES[setup.game].rules(), setup)
    for sentence in sentences:
        assert match.play(read_act(sentence)) is None, sentence
    return lines(replayed(setup, tuple(match.log)), Translations(language))[-1].then


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Ben: 1 pawn goes home"),
        ("fr", "Ben\u00a0: 1 pion rentre"),
        ("de", "Ben: 1 Figur geht nach Hause"),
    ],
)
def test_a_total_out_sends_pawns_home(language, line):
    acts = (CARD, "fix pawn 2 b2", "1 points", "1 play trendsetter 2 out b3 b2 c2 c1")
    assert told(CITY, *acts, language=language) == [line]


def test_in_insider_cards_turns_and_steps_are_told_and_an_own_pawn_is_not():
    assert told(CITY, CARD, "fix pawn 1 a2", "1 points", "1 move a2 a1") == []
    begun = (CARD, "fix pawn 1 b2", "fix pawn 2 b2 b4")
    assert told(CITY, *begun, "1 points", "1 play scandal 1 scandal 2", "unopposed") == ["Ben will miss a turn"]
    bomb = told(CITY, *begun, "1 points", "1 play scandal 3 bomb", "unopposed")
    assert bomb == ["Anna: 1 pawn goes home", "Ben: 2 pawns go home"]
    stair = Setup("insider", ("Anna", "Ben", "Carla"))
    seats = ("1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")
    assert told(stair, CARD, *seats) == ["Anna: 0 → 4", "Ben: 0 → 2", "Carla: 0 → −4"]


def test_an_evaluation_that_was_corrected_is_told_as_it_counts_now():
    stair = Setup("insider", ("Anna", "Ben", "Carla"))
    said = (CARD, "1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4", "fix round 1 table 1 3")
    match = Match(GAMES["insider"].rules(), stair)
    for sentence in said:
        assert match.play(read_act(sentence)) is None, sentence
    found = lines(replayed(stair, tuple(match.log)), Translations("en"))
    assert found[4].then == ["Anna: 0 → 1", "Ben: 0 → 2", "Carla: 0 → 3"]
    match.play(read_act("undo"))
    found = lines(replayed(stair, tuple(match.log)), Translations("en"))
    assert found[4].then == ["Anna: 0 → 4", "Ben: 0 → 2", "Carla: 0 → −4"]
    match.play(read_act("undo"))
    found = lines(replayed(stair, tuple(match.log)), Translations("en"))
    assert (found[4].is_undone, found[4].then[0]) == (True, "Anna: 0 → 4")


def test_in_inside_a_bonus_a_face_and_the_end_are_told():
    setup = Setup("inside", ("Anna", "Ben"))
    assert told(setup, "1 place L310", "2 place L400", "1 place L301") == ["Anna has a bonus on 300"]
    assert told(setup, "1 quit") == ["Light has left the game: Dark has won"]


def test_in_offline_tiles_and_leads_are_told():
    setup = Setup("offline", ("Anna", "Ben"))
    tiles = iter(name for name in TILES if name not in {"YEB", "RDM", "YFB"})
    dealt = [f"deal {net}{at} {next(tiles)}" for net in NETS[1:] for at in (1, 2)]
    shown = ["show YFB", *(f"show {next(tiles)}" for _ in range(4))]
    begun = ("deal A1 YEB", "deal A2 RDM", *dealt, *shown)
    swap = told(setup, *begun, "1 swap YFB A2")
    assert swap[0] == "RDM comes off the site"
    assert "Net A: books leads with 2" in swap
    assert told(setup, *begun, "1 swap YFB A2", "1 offline") == ["Offline: RDM"]


def test_in_online_lines_missed_turns_and_the_end_are_told():
    setup = Setup("online", ("Anna", "Ben"))
    begun = ("1 draw", "1 lay on-line")
    assert told(setup, *begun) == ["Anna: the line is up"]
    assert told(setup, *begun, "1 stop", "2 draw", "2 block virus 1") == ["Anna: the line is down"]
    assert told(setup, "1 draw", "1 hacker", "2 patrol") == ["Anna will miss a turn"]
    goals = Setup("online", ("Anna", "Ben"), tags={"Goals": "1 1 1 1"})
    almost = ("fix 1.music 1", "fix 1.game 1", "fix 1.movie 1", *begun)
    end = told(goals, *almost, "1 download e-mail")
    assert end == ["Anna: e-mail is complete", "Everything is downloaded: Anna won"]


def test_an_amended_act_is_told_against_the_state_before_it():
    setup = Setup("online", ("Anna", "Ben"))
    searched = ("1 draw", "1 search on-line 1.line", "amend 1 search turbo-line 1.line")
    assert told(setup, *searched) == ["Anna: the line is up"]
