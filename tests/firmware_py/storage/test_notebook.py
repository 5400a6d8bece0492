"""A notebook is a record that anybody can read, and version 0.9.0 is read for ever."""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.match_store import restore_match
from firmware_py.storage.notebook import Draft, first_checksum, read_line, write_line, write_lines
from tests.engine.games import EVERY_SETUP, SETUPS, random_game
from tests.firmware_py.storage.journals import ACTS, SETUP, opened

FIRST = Path(__file__).parent / "version_0_9_0"
"""A journal of version 0.9.0: do not change it."""


@pytest.fixture(name="first")
def fixture_first(tmp_path):
    return shutil.copytree(FIRST, tmp_path / "data")


@pytest.mark.parametrize("missing", ["nothing", "database", "notebooks"])
def test_a_journal_of_the_first_release_opens_and_reads_back_the_same(first, missing):
    if missing == "database":
        (first / "journal.db").unlink()
    elif missing == "notebooks":
        shutil.rmtree(first / "notebooks")
    journal, report = opened(first / "journal.db")
    with closing(journal):
        assert (missing == "nothing") == (report.sentences() == [])
        assert [(one.number, one.series, one.status, one.date) for one in journal.entries()] == [
            (4, 1, Status.OPEN, "2026-11-21"),
            (3, 1, Status.PARKED, "2026-11-21"),
            (1, 1, Status.OVER, "2026-11-20"),
        ]
        fox = 'Zoë; the "Fox"'
        assert journal.entry(1).players == ("Anna", fox)
        assert journal.lines(1) == [
            "1 place L310", "2 place D400", "undo", "undo", "redo", 'name 2 "Zoë; the \\"Fox\\""', "2 quit",
        ]  # fmt: skip
        assert (journal.result(1).winners, journal.result(1).points) == ((1,), {1: 3, 2: 0})
        assert journal.started() == {1: "2026-11-20 20:15", 4: "2026-11-21 09:00"}
        assert journal.durations() == {1: 5113, 4: 61_000}
        assert journal.entry(3).minutes == 12
        assert journal.entry(3).setup == Setup("online", ("Anna", "Ben", "Carla"), tags={"Limit": "60"})
        match, notice = restore_match(journal, journal.entry(4))
        assert (match.base, notice) == (None, None)
        assert journal.state(4).acts == 1
        assert journal.begin(SETUP, date="") == 5, "the number of a deleted match is not used again"
    names = {file.name: file.read_bytes() for file in (FIRST / "notebooks").iterdir()}
    assert {name: (first / "notebooks" / name).read_bytes() for name in names if name != "000004.txt"} == {
        name: data for name, data in names.items() if name != "000004.txt"
    }


def test_the_referee_reads_a_notebook_as_any_record(first):
    path = str(first / "notebooks" / "000001.txt")
    done = subprocess.run(
        [Path(sys.executable).with_name("sideline"), "referee", "--json", path],
        capture_output=True,
        check=False,
        text=True,
    )
    judged = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["ok"] for one in judged if "act" in one] == [True] * 7
    assert judged[-1]["standing"]["winners"] == [1]


def test_a_notebook_says_who_entered_what_and_how(first):
    text = (first / "notebooks" / "000001.txt").read_text(encoding="utf-8")
    assert [line.rsplit(maxsplit=4)[-4:] for line in text.splitlines() if line.startswith("2 place")] == [
        ["phone", "2", "0.900", "s"]
    ]
    (record,) = read_records(text)
    assert record.setup == Setup("inside", ("Anna", "Ben"), tags={"Date": "2026-11-20", "Rules": "1"})


@pytest.mark.parametrize("setup", EVERY_SETUP[::5], ids=str)
def test_every_act_of_every_game_comes_back_from_its_line(setup):
    for *_, act in random_game(setup, 1):
        for note in ("", "keys", "phone 2 12.003 s"):
            line = write_line("12345678", 7, Draft(str(act), note))
            assert read_line(line.text) == line
            assert read_act(line.text) == act


@pytest.mark.parametrize(
    "said", ['name 2 "x ; 7 deadbeef"', 'name 2 "; 7 deadbeef keys"', 'name 2 ";"', "card 5: 3 2 1 1 0 / -4", "[x"]
)
@pytest.mark.parametrize("note", ["", "typed", "seen 0 0.001 s"])
def test_a_line_is_read_whatever_players_are_called(said, note):
    line = write_line(first_checksum(1), 7, Draft(said, note), is_joined=True)
    assert read_line(line.text) == line
    assert line.follows(first_checksum(1))
    assert not line.follows(first_checksum(2))


def test_each_line_also_covers_the_lines_before_it():
    one = write_lines(first_checksum(1), 1, [Draft(act) for act in ACTS])
    two = write_lines(first_checksum(1), 1, [Draft(act) for act in ("1 place L311", *ACTS[1:])])
    assert one[2].said == two[2].said
    assert not two[2].follows(one[1].checksum)


def test_a_whole_match_reads_back_as_a_record(path):
    setup = SETUPS["online"][0]
    with closing(Journal(path)) as journal:
        number = journal.begin(setup, date="2026-11-20")
        for place, (*_, act) in enumerate(random_game(setup, 2)):
            journal.keep(number, place, str(act), how="keys")
        lines = journal.lines(number)
    (record,) = read_records((Path(path).parent / "notebooks" / "000001.txt").read_text())
    match = Match(GAMES[setup.game].rules(), record.setup)
    for _, line in record.lines:
        assert match.play(read_act(line)) is None
    assert list(map(str, match.log)) == lines
