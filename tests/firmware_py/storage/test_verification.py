"""Nothing in the journal changes or gets lost without a word: its log, its rows, its second copy."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.game import Setup
from firmware_py.commands import matches
from firmware_py.commands.options import read_options
from firmware_py.commands.run import _check_later
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.event_loop import EventLoop
from firmware_py.storage import journal_file as journal_file_module
from firmware_py.storage.journal import Journal, JournalFault, Status
from firmware_py.storage.journal_file import check_whole, is_checked_later
from firmware_py.storage.match_store import restore_match
from firmware_py.storage.paths import journal_file
from firmware_py.storage.rescue import open_journal
from firmware_py.storage.wal import PAGE_BYTES, read_index, read_wal
from tests.attack import rot
from tests.depth import depth
from tests.firmware_py.storage.journals import ACTS, SETUP, contents, fault, filled, overwrite, sql, stored
from tests.firmware_py.storage.old_journals import old_journal
from tests.firmware_py.ui.stacks import new_stack, text

ENGLISH = Translations("en")
MANY = [f"1 place {cell}" for cell in range(1000, 1120)]
FRAME_BYTES = 24 + PAGE_BYTES


@pytest.fixture
def unplugged(tmp_path):
    """Return a journal as it lies there after the plug was pulled: 120 acts wait in its log."""
    made, left = tmp_path / "made", tmp_path / "left"
    with closing(Journal(str(made / "journal.db"))) as journal:
        number = journal.begin(SETUP, date="2026-11-20")
        for place, act in enumerate(MANY):
            journal.keep(number, place, act)
        shutil.copytree(made, left)
    return str(left / "journal.db")


def frame(path, at):
    """Return where a frame of the log begins; the last one is -1."""
    frames = read_wal(f"{path}-wal").frames
    return 32 + (at % len(frames)) * FRAME_BYTES


# --- the log


def test_the_log_is_read_as_sqlite_reads_it(unplugged):
    wal, index = read_wal(f"{unplugged}-wal"), read_index(f"{unplugged}-shm")
    assert len(wal.frames) == wal.committed == index.frames > len(MANY)
    assert all(frame.is_sound for frame in wal.frames)
    assert not wal.has_gap
    journal, rescue = open_journal(unplugged)
    assert (rescue, journal.lines(1)) == (None, MANY)
    journal.close()


@pytest.mark.parametrize("at", [1, 60, -2, -1])
@pytest.mark.parametrize("place", [3, 9, 20, 24 + 4000], ids=["page", "salt", "checksum", "data"])
def test_a_bad_frame_in_the_log_is_noticed_and_costs_no_act_that_is_elsewhere(unplugged, at, place):
    where = frame(unplugged, at) + place
    overwrite(f"{unplugged}-wal", where, bytes([contents(f"{unplugged}-wal")[where] ^ 0x10]))
    journal, rescue = open_journal(unplugged)
    assert rescue.unsure == (1,), "nobody knows how many acts there were"
    lines = journal.lines(1)
    assert lines == MANY[: len(lines)]
    assert len(lines) >= len(MANY) - 1
    journal.close()
    assert Path(f"{rescue.aside}-wal").exists()


@pytest.mark.parametrize("has_index", [False, True])
def test_an_end_of_the_log_that_is_torn_is_normal(unplugged, has_index):
    content = contents(f"{unplugged}-wal")
    if not has_index:
        Path(f"{unplugged}-shm").unlink()
    Path(f"{unplugged}-wal").write_bytes(content + content[-FRAME_BYTES:-100])
    journal, rescue = open_journal(unplugged)
    assert (rescue, journal.lines(1)) == (None, MANY)
    journal.close()


def test_a_last_transaction_that_was_not_finished_is_no_damage(unplugged):
    Path(f"{unplugged}-shm").unlink()
    overwrite(f"{unplugged}-wal", frame(unplugged, -1) + 2000, b"torn")
    journal, rescue = open_journal(unplugged)
    assert (rescue, journal.lines(1)) == (None, MANY[:-1])
    journal.close()


@pytest.mark.parametrize("has_index", [False, True])
def test_a_log_without_a_good_header_is_damaged(unplugged, has_index):
    if not has_index:
        Path(f"{unplugged}-shm").unlink()
    overwrite(f"{unplugged}-wal", 18, b"?")
    journal, rescue = open_journal(unplugged)
    assert rescue is not None
    assert journal.lines(1) == MANY
    journal.close()


@pytest.mark.parametrize("size", [0, 10, 32])
def test_a_log_that_was_cut_off_is_noticed_as_long_as_its_index_is_there(unplugged, size):
    Path(f"{unplugged}-wal").write_bytes(contents(f"{unplugged}-wal")[:size])
    assert "the file is damaged" in fault(unplugged)


def test_a_log_that_was_begun_anew_is_sound(path):
    journal = Journal(path)
    number = journal.begin(SETUP, date="")
    journal.keep(number, 0, *MANY[:50])
    for place, act in enumerate(MANY[50:], start=50):
        journal._database.execute("PRAGMA wal_checkpoint(RESTART)")
        journal.keep(number, place, act)
        with closing(Journal(path)) as other:
            assert len(other.lines(number)) == place + 1
    journal.close()


# --- rows


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE acts SET act = '1 place L311' WHERE match = 1 AND place = 1",
        "UPDATE acts SET place = 7 WHERE match = 1 AND place = 2",
        "UPDATE acts SET match = 2, place = 3 WHERE match = 1 AND place = 2",
        "DELETE FROM acts WHERE match = 1 AND place = 2",
        "DELETE FROM acts WHERE match = 1 AND place = 1",
        "UPDATE matches SET minutes = 9 WHERE number = 1",
        "UPDATE matches SET status = 'over' WHERE number = 1",
        "UPDATE matches SET head = replace(head, 'Anna', 'Ann') WHERE number = 1",
        "UPDATE seats SET player = 'Anne' WHERE match = 1",
        "DELETE FROM matches WHERE number = 1",
        "UPDATE sqlite_sequence SET seq = 9",
        "INSERT INTO deleted VALUES (1, x'00000000')",
    ],
)
def test_a_row_that_was_changed_by_something_else_is_noticed(path, damage):
    filled(path, matches=3)
    sql(path, damage)
    assert "the file is damaged" in fault(path)


def test_a_finished_match_is_verified_when_it_is_read(path, capsys, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(Path(path).parent))
    journal = Journal(path)
    journal.restore(stored(SETUP, *ACTS, status=Status.ENDED), stored(SETUP, *ACTS))
    journal.close()
    sql(path, "UPDATE acts SET act = '2 place D401' WHERE match = 1 AND place = 1")
    journal = Journal(path)
    assert (journal.acts(1).lines, journal.acts(1).missing) == (ACTS[:1], 2)
    assert restore_match(journal, journal.entry(1)).notice.key == "journal.cut-off"
    journal.close()
    assert matches.main(read_options("matches", ["check"]), ENGLISH) == 1
    assert capsys.readouterr().out == "Match 1 is damaged after move 1: 2 moves cannot be read.\n"
    assert matches.main(read_options("matches", ["export", "1", "2"]), ENGLISH) == 1
    told = capsys.readouterr()
    assert told.err == "sideline: Match 1 is damaged after move 1: 2 moves cannot be read.\n"
    assert told.out.count("1 place L310") == 2


def test_a_journal_that_is_whole_is_said_to_be_whole(path, capsys, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(Path(path).parent))
    filled(journal_file(), matches=3)
    assert matches.main(read_options("matches", ["check"]), ENGLISH) == 0
    assert capsys.readouterr().out == "All matches are whole: 3.\n"


def damaged_end(path, *, has_copy):
    """Keep a match that was broken off, and damage its second act."""
    journal = Journal(path)
    number = journal.begin(SETUP, date="2026-11-20")
    journal.keep(number, 0, *ACTS)
    journal.settle(number, Status.ENDED, SETUP.players)
    journal.close()
    sql(path, "UPDATE acts SET act = '2 place D401' WHERE place = 1")
    if not has_copy:
        Path(f"{path}.copy").unlink()


@pytest.mark.parametrize("has_copy", [False, True])
def test_a_damaged_match_that_is_resumed_goes_on_from_its_last_good_move(path, has_copy):
    damaged_end(path, has_copy=has_copy)
    from firmware_py.ui.match_session import resume

    with closing(Journal(path)) as journal:
        stack = new_stack(journal)
        resume(stack, journal.entry(1))
        kept = ACTS if has_copy else ACTS[:1]
        assert journal.lines(1) == kept
        if not has_copy:
            assert "goes on after move 1" in " ".join(text(stack).split())
        journal.keep(1, len(kept), "undo")
        assert journal.acts(1).missing == 0
    assert sql(f"{path}.damaged-1", "SELECT act FROM acts WHERE place = 1") == "2 place D401"


# --- the second copy


def test_every_match_that_leaves_the_table_is_copied_and_a_deleted_one_is_not_kept(path):
    with closing(Journal(path)) as journal:
        for _ in range(3):
            number = journal.begin(SETUP, date="2026-11-20")
            journal.keep(number, 0, *ACTS)
        assert not Path(f"{path}.copy").exists()
        journal.settle(3, Status.OVER, SETUP.players)
        assert sql(f"{path}.copy", "SELECT count(*) FROM acts") == 9
        journal.delete(2)
        assert sql(f"{path}.copy", "SELECT count(*) FROM acts") == 6
        journal.settle(3, Status.OPEN, SETUP.players)
        journal.keep(3, 3, "undo")
        journal.settle(3, Status.PARKED, SETUP.players)
        assert sql(f"{path}.copy", "SELECT max(place) FROM acts WHERE match = 3") == 3


def test_a_journal_that_is_gone_altogether_comes_back_from_its_copy(path):
    with closing(Journal(path)) as journal:
        journal.begin(SETUP, date="2026-11-20")
        journal.keep(1, 0, *ACTS)
        journal.settle(1, Status.PARKED, SETUP.players)
    Path(path).write_bytes(b"")
    journal, rescue = open_journal(path)
    assert (rescue.matches, rescue.cut, rescue.lost, rescue.unsure) == (1, (), (), ())
    assert journal.lines(1) == ACTS
    journal.close()


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 1000])
def test_a_copy_that_is_damaged_is_set_aside_and_made_anew(path, damage, capsys, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(Path(path).parent))
    filled(path, matches=2)
    with closing(Journal(path)) as journal:
        journal.back_up()
    Path(f"{path}.copy").write_bytes(damage)
    assert matches.main(read_options("matches", ["check"]), ENGLISH) == 1
    assert "second copy" in capsys.readouterr().out
    with closing(Journal(path)) as journal:
        journal.back_up()
    assert sql(f"{path}.copy", "SELECT count(*) FROM matches") == 2
    assert contents(f"{path}.copy.damaged") == damage
    assert matches.main(read_options("matches", ["check"]), ENGLISH) == 0


def test_a_copy_that_cannot_be_written_stops_nobody(path):
    with closing(Journal(path)) as journal:
        number = journal.begin(SETUP, date="")
        Path(f"{path}.copy").mkdir()
        journal.settle(number, Status.PARKED, SETUP.players)
        assert journal.entry(number).status is Status.PARKED


def test_a_damaged_match_does_not_replace_a_good_one_in_the_copy(path):
    damaged_end(path, has_copy=True)
    sql(path, "UPDATE acts SET checksum = x'00000000' WHERE place = 2")
    with closing(Journal(path)) as journal:
        journal.store_minutes(1, 5)
        journal.back_up()
    assert sql(f"{path}.copy", "SELECT act FROM acts WHERE place = 1") == ACTS[1]
    assert sql(f"{path}.copy", "SELECT minutes FROM matches") == 0


# --- rescue


def test_a_rescue_says_which_matches_lack_something(path):
    filled(path, matches=3, acts=MANY)
    with closing(Journal(path)) as journal:
        journal.begin(SETUP, date="2026-11-20")
    content = contents(path)
    Path(path).write_bytes(content.replace(b"1 place 1050", b"1 place 1O50", 1))
    journal, rescue = open_journal(path)
    (cut,) = rescue.cut
    assert cut[1] == 50
    assert journal.lines(cut[0]) == MANY[:50]
    assert (rescue.matches, rescue.lost, rescue.unsure) == (4, (), (4,))
    told = [ENGLISH.text(sentence) for sentence in rescue.sentences()]
    assert told[1:] == [
        f"Match {cut[0]} could only be saved up to move 50.",
        "The last moves of these matches may be missing; compare them with the table: 4.",
    ]
    journal.close()
    again, rescue = open_journal(path)
    assert rescue is None
    assert again.begin(SETUP, date="") == 5
    again.close()


def test_a_match_that_cannot_be_put_together_is_named_and_its_number_is_not_used_again(path):
    filled(path, matches=3)
    content = contents(path)
    Path(path).write_bytes(content.replace(b"Anna 3", b"Anne 3"))
    journal, rescue = open_journal(path)
    assert rescue.lost == (3,)
    assert "could not be saved: 3" in ENGLISH.text(rescue.sentences()[1])
    assert journal.begin(SETUP, date="") == 4
    journal.close()
    journal, rescue = open_journal(path)
    assert rescue is None
    journal.close()


def test_a_long_head_and_long_acts_are_found_too(path):
    long = Setup("inside", ("Anna", "Ben"), tags={f"Tag{at}": "x" * 500 for at in range(30)})
    acts = [f'name 1 "{"ä" * 500} {at}"' for at in range(10)]
    with closing(Journal(path)) as journal:
        journal.restore(stored(long, *acts))
    overwrite(path, 20, b"\x07")
    journal, rescue = open_journal(path)
    assert rescue.matches == 1
    assert (journal.entry(1).setup, journal.lines(1)) == (long, acts)
    journal.close()


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_journal_gets_checksums_and_keeps_everything(path, version):
    Path(path).parent.mkdir()
    old_journal(path, [SETUP, SETUP, SETUP._replace(first=2)], ACTS, version=version)
    with closing(Journal(path)) as journal:
        assert [(entry.number, entry.minutes) for entry in journal.entries()] == [(3, 7), (1, 7)]
        assert [journal.acts(number).missing for number in (1, 3)] == [0, 0]
        assert journal.lines(3) == ACTS
        assert journal.entry(3).setup == SETUP._replace(first=2)
        assert journal.begin(SETUP, date="") == 4
    with closing(Journal(path)) as journal:
        assert journal.lines(1) == ACTS
    assert sql(f"{path}.version-{version}", "SELECT count(*) FROM acts") == 6


def test_an_old_journal_that_is_damaged_is_rescued_too(path):
    Path(path).parent.mkdir()
    old_journal(path, [SETUP, SETUP, SETUP], ACTS)
    overwrite(path, 20, b"\x07")
    journal, rescue = open_journal(path)
    assert {entry.number for entry in journal.entries()} >= {1, 3}
    assert journal.lines(3) == ACTS
    assert {1, 3} <= set(rescue.unsure), "nothing proves that they are whole"
    journal.close()


@pytest.mark.parametrize("name", ["user_version", "application_id"])
def test_a_file_with_our_tables_and_another_stamp_is_damaged_and_loses_nothing(path, name):
    filled(path, matches=2)
    sql(path, f"PRAGMA {name} = 1")
    journal, rescue = open_journal(path)
    assert rescue.matches == 2
    journal.close()


def test_damage_by_chance_is_never_silent(tmp_path):
    """The attack of `make test-attack`, in short."""
    evenings = {path: rot.read_copy(path) for path in (rot.make_journal(tmp_path, kind) for kind in rot.KINDS)}
    outcomes = set()
    for seed in range(depth(25, full=150)):
        chance = random.Random(seed)
        evening = chance.choice(list(evenings))
        outcome, problem = rot.attack(evening, evenings[evening], tmp_path / "damaged", chance)
        assert not problem, f"seed {seed}: {problem}"
        outcomes.add(outcome)
    assert {"rescued", "unharmed"} <= outcomes


def test_a_match_that_nobody_knows_cannot_get_acts(path):
    with closing(Journal(path)) as journal, pytest.raises(JournalFault):
        journal.keep(7, 0, ACTS[0])
    with closing(Journal(path)) as journal, pytest.raises(JournalFault):
        journal.keep(7, 3, ACTS[0])


def test_acts_are_kept_all_or_none(path):
    with closing(Journal(path)) as journal:
        number = journal.begin(SETUP, date="")
        journal.keep(number, 0, *ACTS)
        with pytest.raises(JournalFault):
            journal.keep(number, 2, "undo", "undo")
        assert journal.lines(number) == ACTS
        journal.keep(number, 3, "undo", "undo")
        assert journal.lines(number) == [*ACTS, "undo", "undo"]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# --- a large journal: only what is unfinished is checked before the start


@pytest.fixture
def large(path, monkeypatch):
    """Return the path of a journal that counts as large: match 1 is parked, matches 2 and 3 are over."""
    monkeypatch.setattr(journal_file_module, "LARGE_FILE", 0)
    with closing(Journal(path)) as journal:
        journal.restore(*(stored(SETUP, *ACTS, status=status) for status in (Status.PARKED, *[Status.OVER] * 2)))
    return path


DAMAGES = {
    "row": "UPDATE matches SET minutes = 7 WHERE number = {}",
    "seat": "UPDATE seats SET player = 'Zoe' WHERE match = {} AND seat = 1",
    "act": "UPDATE acts SET act = '1 place L311' WHERE match = {} AND place = 1",
    "log": "DELETE FROM acts WHERE match = {} AND place = 2",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_of_an_unfinished_match_is_noticed_before_a_large_journal_opens(large, damage):
    sql(large, damage.format(1))
    assert "the file is damaged (match 1)" in fault(large)


@pytest.mark.parametrize("damage", [DAMAGES["row"], DAMAGES["seat"], DAMAGES["log"]], ids=["row", "seat", "log"])
def test_damage_of_a_finished_match_is_found_after_the_start_and_rescued_at_the_next_one(large, damage):
    sql(large, damage.format(3))
    journal, rescue = open_journal(large)
    with closing(journal):
        assert rescue is None
        assert journal.lines(2) == ACTS
        with pytest.raises(JournalFault, match=r"journal\.damaged"):
            check_whole(large)
    journal, rescue = open_journal(large)
    with closing(journal):
        assert rescue is not None
        assert journal.lines(1) == journal.lines(2) == ACTS
        check_whole(large)
    journal, rescue = open_journal(large)
    journal.close()
    assert rescue is None, "the doubt is forgotten"


@pytest.mark.parametrize("damage", [DAMAGES["row"], DAMAGES["seat"]], ids=["row", "seat"])
def test_a_damaged_row_of_a_large_journal_is_not_listed_as_good(large, damage):
    sql(large, damage.format(3))
    with closing(Journal(large)) as journal:
        assert journal.entry(2) is not None
        with pytest.raises(JournalFault, match=r"journal\.damaged"):
            journal.entries()


def test_a_sound_large_journal_is_checked_while_it_is_written(large):
    journal, rescue = open_journal(large)
    with closing(journal):
        number = journal.begin(SETUP, date="2026-11-20")
        for place, act in enumerate(MANY):
            journal.keep(number, place, act)
            if place % 40 == 0:
                check_whole(large)
    assert rescue is None
    assert not is_checked_later(":memory:")


def test_players_are_told_of_damage_that_is_found_after_the_start(large):
    sql(large, DAMAGES["row"].format(3))
    loop = EventLoop()
    _check_later(large, loop)
    stack = new_stack()
    loop.take().do(stack)
    assert text(stack).endswith(
        "the file is damaged (match 3) Switch the box off and on. "
        "It then saves what can be read and says what is missing."
    )
