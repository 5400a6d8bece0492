"""The analysis on the page: asked for once, kept, and shown as a chart, as mistakes and on the score sheet."""

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.analysis import verdicts
from engine.game import Setup
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.actions import carry_out, read_action
from firmware_py.page.more.analysis import as_plain, mistakes, verdicts_of, winning_plot
from firmware_py.page.more.charts import charts
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.serialize import Serializer
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.thinker import Answered
from tests.engine.games import random_game
from tests.firmware_py.page.replays import whole_game
from tests.firmware_py.page.test_score_sheet import Balanced, read
from tests.firmware_py.page.test_types import FIELDS
from tests.firmware_py.ui.stacks import box, new_stack, offer
from tests.firmware_py.ui.thinkers import TestThinker

INSIDE = Setup("inside", ("Anna", "Ben"))
ENGLISH = Translations("en")
NAMED = ENGLISH.naming(("Anna", "Ben"))
LEFT = 10
GAME = 2
"""The seed of a random game with mistakes among its last ten cells."""


def found_in(replay):
    states = [state for _, state in replay.line_of_play]
    return tuple(verdicts(GAMES["inside"].advisor(), states, left=LEFT, nodes=10_000_000))[::-1]


@pytest.fixture(autouse=True)
def _data(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))


@pytest.fixture(name="game", scope="module")
def fixture_game():
    replay = whole_game(INSIDE, GAME)
    return replay, found_in(replay)


# --- what is shown


def test_the_mistakes_are_acts_after_which_a_sure_win_was_gone(game):
    replay, found = game
    shown = mistakes(replay, found, ENGLISH)
    assert shown
    for mistake in shown:
        seat = replay.moments[mistake.place].act.seat
        assert found[mistake.place - 1].winner == seat
        assert found[mistake.place].winner == 3 - seat
        assert mistake.text.startswith(f"{'Anna' if seat == 1 else 'Ben'}: ")
        assert len(mistake.better) == len(found[mistake.place - 1].best)
        assert all(better.taps[0].startswith("spot:") for better in mistake.better)
        assert all(better.label[0].isupper() for better in mistake.better)


def test_the_chart_has_a_chance_for_every_act_and_says_what_is_an_estimate(game):
    replay, found = game
    plot = winning_plot(replay, found, ENGLISH.naming(("Anna", "Ben")))
    assert "proven from move 25 on, before that an estimate" in plot.title
    anna, ben = plot.series
    assert len(anna.values) == len(replay.moments)
    assert all(mine + theirs == 100 for mine, theirs in zip(anna.values, ben.values, strict=True))
    assert set(anna.values[25:]) <= {0, 100}
    titles = [chart.title for chart in charts(replay, ENGLISH, found)]
    assert titles[0] == plot.title
    assert plot.title not in [chart.title for chart in charts(replay, ENGLISH)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_names_the_mistakes_in_every_language(game, language):
    replay, found = game
    translations = Translations(language)
    sheet = score_sheet(replay, translations, found)
    read(sheet)
    assert Balanced(sheet).open == []
    for mistake in mistakes(replay, found, translations):
        assert f"<li>{mistake.place}. {mistake.text}<br/>" in sheet
        assert mistake.better[0].label in sheet
    assert translations("sheet.mistakes") not in score_sheet(replay, translations)


def test_a_game_without_mistakes_says_so():
    replay = whole_game(INSIDE, GAME)
    sure = tuple(verdict._replace(winner=1, best=()) for verdict in found_in(replay))
    assert mistakes(replay, sure, ENGLISH) == []
    assert "None: nobody gave a proven win away." in score_sheet(replay, ENGLISH, sure)


def test_a_mistake_has_the_fields_of_its_type(game):
    replay, found = game
    plain = as_plain(mistakes(replay, found, ENGLISH)[0])
    assert set(plain) == FIELDS["Mistake"]
    assert set(plain["better"][0]) == {"label", "taps"}


# --- how it is made


def over(sentences=None):
    """A box with a game that is over, and what thinks for it."""
    stack = new_stack()
    thinker = offer(stack, thinker=TestThinker()).thinker
    begin(stack, INSIDE)
    for act in sentences or [act for _, _, act in random_game(INSIDE, GAME)]:
        box(stack).play(act)
    return stack, thinker


def analyse(stack):
    carry_out(read_action({"do": "analyse-match"}), stack, SnapshotTaker().devices, "phone")


def shown_to_a_phone(stack):
    serializer = Serializer(SnapshotTaker().take(stack), lambda error: pytest.fail(repr(error)))
    return serializer, serializer.game(serializer.snapshot.played, NAMED)["analysis"]


def test_an_analysis_is_asked_for_once_reports_its_progress_and_is_kept():
    stack, thinker = over()
    assert shown_to_a_phone(stack)[1] == {"is_asked": False, "done": 0, "total": 0}
    analyse(stack)
    analyse(stack)
    assert len(thinker.analysed) == 1
    assert shown_to_a_phone(stack)[1] == {"is_asked": True, "done": 0, "total": 36}
    thinker.progress(stack, 5)
    serializer, analysis = shown_to_a_phone(stack)
    assert analysis == {"is_asked": True, "done": 5, "total": 36}
    assert verdicts_of(serializer.history, serializer.snapshot.played) == ()
    thinker.progress(stack, 36)
    serializer, analysis = shown_to_a_phone(stack)
    assert analysis == {"is_asked": True, "done": 36, "total": 36}
    found = verdicts_of(serializer.history, serializer.snapshot.played)
    assert len(found) == 36
    assert found[-1].winner == match_winner(stack)

    again, later = over()  # the same match after a restart: it is number 1 again
    assert box(again).live.analysis.analysed.verdicts == found
    analyse(again)
    assert later.analysed == []


def match_winner(stack):
    return box(stack).match.standing().winners[0]


def test_there_is_nothing_to_analyse_before_the_end_or_in_games_that_the_box_does_not_know():
    stack, thinker = over([read_act("1 place L310")])
    assert shown_to_a_phone(stack)[1] is None
    analyse(stack)
    begin(stack, Setup("online", ("Anna", "Ben")))
    assert shown_to_a_phone(stack)[1] is None
    analyse(stack)
    stack.go_home()
    analyse(stack)
    assert thinker.analysed == []


def test_undo_makes_the_analysis_void():
    stack, thinker = over()
    analyse(stack)
    box(stack).play(read_act("undo"))
    thinker.progress(stack, 36)
    assert box(stack).live.analysis.analysed is None


def test_if_nothing_can_think_one_can_ask_again():
    stack, thinker = over()
    analyse(stack)
    stack.take_answer(Answered(thinker.analysed[-1], None))
    assert box(stack).live.analysis.analysed is None
    analyse(stack)
    assert len(thinker.analysed) == 2


def test_a_full_disk_does_not_matter(monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", "/dev/null")
    stack, thinker = over()
    analyse(stack)
    thinker.progress(stack, 36)
    assert box(stack).live.analysis.analysed.verdicts


# --- hints from a phone


def test_a_tap_asks_for_a_hint_while_the_question_is_the_current_one():
    stack, thinker = over([read_act("1 place L310")])
    assert box(stack).view_model().can_hint
    taker = SnapshotTaker()
    now = taker.take(stack).ask
    for number, asked in ((now - 1, 0), (now, 1)):
        carry_out(read_action({"do": "hint", "ask": number}), stack, taker.devices, "phone")
        assert len(thinker.questions) == asked
    assert str(box(stack).match.log[-1]) == "2 hint"
    assert not read_action({"do": "hint"})
