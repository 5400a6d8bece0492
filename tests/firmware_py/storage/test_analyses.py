"""Analyses are kept beside the journal; what is damaged or belongs to other acts is as good as none."""

from pathlib import Path

import pytest

from engine.acts import read_act
from engine.advisor import Verdict
from engine.game import Setup
from firmware_py.storage.analyses import analysis_file, load_analysis, save_analysis
from firmware_py.storage.journal import Journal
from firmware_py.storage.match_store import MatchStore

ACTS = [read_act("1 place L310"), read_act("2 place D400")]
VERDICTS = (
    Verdict(None, None, (0.25, 0.75)),
    Verdict(2, (ACTS[1],), (0.0, 1.0)),
    Verdict(1, (), (1.0, 0.0)),
)


@pytest.fixture(autouse=True)
def _data(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))


def test_what_is_saved_is_loaded():
    assert load_analysis(3, "1", ACTS) is None
    save_analysis(3, "1", ACTS, VERDICTS)
    assert load_analysis(3, "1", ACTS) == VERDICTS


def test_another_match_other_acts_and_other_rules_have_none():
    save_analysis(3, "1", ACTS, VERDICTS)
    assert load_analysis(4, "1", ACTS) is None
    assert load_analysis(3, "2", ACTS) is None
    assert load_analysis(3, "1", ACTS[:1]) is None
    assert load_analysis(3, "1", ACTS[::-1]) is None


def test_a_match_that_is_deleted_takes_its_analysis_with_it(tmp_path):
    store = MatchStore(Journal(str(tmp_path / "journal.db")))
    number = store.journal.begin(Setup("inside", ("Anna", "Ben")), date="2026-11-20")
    save_analysis(number, "1", ACTS, VERDICTS)
    store.delete(number)
    store.delete(number)
    assert not Path(analysis_file(number)).exists()


@pytest.mark.parametrize("cut", [0, 1, 64, 65, 66, 200, -1])
def test_a_file_that_was_cut_off_is_as_good_as_none(cut):
    save_analysis(3, "1", ACTS, VERDICTS)
    path = Path(analysis_file(3))
    path.write_text(path.read_text()[:cut])
    assert load_analysis(3, "1", ACTS) is None
    save_analysis(3, "1", ACTS, VERDICTS)
    assert load_analysis(3, "1", ACTS) == VERDICTS


@pytest.mark.parametrize(("old", "new"), [("0.25", "0.26"), ("D400", "D401"), ("null", "1"), ("rules", "Rules")])
def test_a_file_in_which_something_was_changed_is_as_good_as_none(old, new):
    save_analysis(3, "1", ACTS, VERDICTS)
    path = Path(analysis_file(3))
    path.write_text(path.read_text().replace(old, new))
    assert load_analysis(3, "1", ACTS) is None


def test_bytes_that_are_no_text_are_as_good_as_none():
    save_analysis(3, "1", ACTS, VERDICTS)
    Path(analysis_file(3)).write_bytes(b"\xff\xfe{")
    assert load_analysis(3, "1", ACTS) is None
