"""Statistics: who has won in a row, against whom, in which month, and who has thought longest."""

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.people import overview
from firmware_py.storage.entries import MINUTE_MS, ThinkingTime
from firmware_py.storage.journal import Journal, Status


@pytest.fixture(name="journal")
def fixture_journal():
    journal = Journal(":memory:")
    yield journal
    journal.close()


def play(journal, winner, date, thought=0):
    """Store a match of Inside that the other one has left."""
    setup = Setup("inside", ("Anna", "Ben"))
    number, match = journal.begin(setup, date=date), Match(GAMES["inside"].rules(), setup)
    for place, act in enumerate(("1 place L310", f"{3 - winner} quit")):
        assert match.play(read_act(act)) is None
        journal.keep(number, place, act, thinking=ThinkingTime(0, 1, thought) if thought and place == 0 else None)
    journal.settle(number, Status.OVER, setup.players, match.standing())


def lines_of(journal, language="en"):
    found = overview(journal, Translations(language))["statistics"]
    return {group["title"]: group["lines"] for group in found}


def test_nothing_is_said_before_a_match_was_played(journal):
    assert lines_of(journal) == {}


def test_rows_of_wins_duels_and_months(journal):
    for winner, date in ((1, "2026-10-01"), (2, "2026-10-30"), (2, "2026-11-02"), (2, "2026-11-03")):
        play(journal, winner, date)
    told = lines_of(journal)
    assert told["Who against whom"] == ["Anna – Ben  1 : 3"]
    assert "Most wins in a row: Ben, 3" in told["Records"]
    assert told["Months"] == ["2026-11: played 2, most wins: Ben", "2026-10: played 2, most wins: Anna, Ben"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_thought_has_a_name_in_every_language(journal, language):
    play(journal, 1, "2026-11-01", 3 * MINUTE_MS + 5000)
    play(journal, 1, "2026-11-02", MINUTE_MS)
    assert any(
        "Anna" in line and "3:05" in line for lines in lines_of(journal, language).values() for line in lines
    )
