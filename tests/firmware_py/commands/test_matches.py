"""`sideline matches`: the journal on the command line, as people and programs use it."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import write_record
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.lock import take_lock
from firmware_py.storage.match_store import MatchStore, new_match
from firmware_py.storage.paths import journal_file
from tests.engine.games import SETUPS, random_game, say_all
from tests.firmware_py.command import SIDELINE, call_sideline, sideline

SETUP = Setup("inside", ("Anna", "Ben"), tags={"Date": "2026-11-20"})
HEAD = '[Game "inside"]\n[Players "Anna, Ben"]\n\n'
GAME = HEAD + "1 place L310\n2 place D400\n"


def matches(*arguments, given=""):
    return call_sideline("matches", *arguments, given=given)


@pytest.fixture(name="journal")
def fixture_journal():
    journal = Journal(journal_file())
    yield journal
    journal.close()


def keep(journal, *acts, status=Status.PARKED, setup=SETUP):
    """Keep a match as the box does, act by act; gives its number."""
    store, match = MatchStore(journal), new_match(setup)
    number = store.begin(match, "2026-11-20")
    for act in map(read_act, acts):
        store.keep(number, match, act)
        say_all(match, str(act))
    store.settle(number, match, status)
    return number


def judged(record):
    """Let the referee judge a record; gives the standing of each of its games."""
    status, out, err = sideline("referee", "--json", "-", given=record)
    assert (status, err) == (0, "")
    return [line["standing"] for line in map(json.loads, out.splitlines()) if "standing" in line]


# --- list


def test_before_the_first_match_there_is_none():
    assert matches() == (0, "No match has been played yet.\n", "")


def test_matches_are_listed_from_the_latest_with_who_plays_now_and_the_last_move_in_words(journal):
    keep(journal, "1 place L310", 'name 2 "Carla"')
    keep(journal, "1 quit", status=Status.OVER)
    keep(journal, status=Status.ENDED)
    keep(journal, "1 place L310", status=Status.OPEN)
    listed = (
        "4  2026-11-20  inside: Anna, Ben (in play, 1 move, last: Anna: light cube on 310)\n"
        "3  2026-11-20  inside: Anna, Ben (broken off, 0 moves)\n"
        "2  2026-11-20  inside: Anna, Ben (over, 0 moves)\n"
        "1  2026-11-20  inside: Anna, Carla (paused, 1 move, last: seat 2 is now Carla)\n"
    )
    assert matches() == (0, listed, "")
    assert matches("list") == (0, listed, "")


# --- show


def test_show_draws_the_match_as_it_stands(journal):
    number = keep(journal, "1 place L310", "2 place D400", "undo")
    status, out, err = matches("show", number)
    assert (status, err) == (0, "")
    _, drawn, _ = sideline("show", "-", given=HEAD + "1 place L310\n")
    board = [line for line in drawn.splitlines() if "310" in line]
    assert board
    assert all(line in out.splitlines() for line in board)
    assert out.endswith("faces taken: Anna 0, Ben 0 — not over yet\n")


def test_show_says_who_won_a_match_that_is_over(journal):
    number = keep(journal, "1 quit", status=Status.OVER)
    assert "won by Ben\n" in matches("show", number)[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_is_taken_over_shown_and_written_again(game):
    setup = SETUPS[game][0]
    acts = [act for _, (_, _, act) in zip(range(40), random_game(setup, 7), strict=False)]
    record = write_record(setup, acts)
    assert matches("import", "-", given=record) == (0, f"Match 1: {game}\n", "")
    status, out, err = matches("show", 1)
    assert (status, err) == (0, "")
    assert out.startswith(f"1  ????-??-??  {game}: ")
    assert matches("export", 1) == (0, record, "")


# --- export and import


def test_what_is_exported_replays_to_the_same_standing(journal):
    setup = Setup("inside", ("Anna, the 1st", 'Ben "B"'), tags={"Date": "2026-11-20"})
    acts = [str(act) for _, _, act in random_game(setup, 3)]
    number = keep(journal, *acts[:4], "undo", "redo", *acts[4:], status=Status.OVER, setup=setup)
    match = say_all(Match(GAMES["inside"].rules(), setup), *acts)
    status, out, err = matches("export", number)
    assert (status, err) == (0, "")
    (standing,) = judged(out)
    assert standing["over"] is True
    assert standing["points"] == {str(seat): points for seat, points in match.standing().points.items()}
    assert standing["winners"] == list(match.standing().winners)


def test_several_matches_go_into_one_file_and_come_back_from_it(journal, tmp_path):
    first = keep(journal, "1 place L310", "undo", 'name 2 "Carla"')
    second = keep(journal, "1 quit", status=Status.OVER)
    _, record, _ = matches("export", first, second)
    assert len(judged(record)) == 2
    file = tmp_path / "evening.txt"
    file.write_text(record)
    assert matches("import", file) == (0, "Match 3: inside\nMatch 4: inside\n", "")
    assert matches("export", 3, 4)[1] == record
    parked, over = journal.entry(3), journal.entry(4)
    assert (parked.status, parked.players, parked.acts) == (Status.PARKED, ("Anna", "Carla"), 3)
    assert over.status is Status.OVER
    assert [(result.player, result.won) for result in journal.results() if result.match == 4] == [
        ("Anna", False), ("Ben", True),
    ]  # fmt: skip


def test_if_one_act_is_refused_nothing_of_the_file_is_taken_over(journal, tmp_path):
    kept = keep(journal)
    file = tmp_path / "evening.txt"
    file.write_text(GAME + "\n" + HEAD + "1 place L310\n1 place L400\n")
    status, out, err = matches("import", file)
    assert (status, out) == (2, "")
    told = "line 11: 1 place L400: ID-5: it is not Light’s turn: Dark plays"
    assert err == f"sideline: {file}: nothing was imported: {told}\n"
    assert [entry.number for entry in journal.entries()] == [kept]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "-, line 1: not a record: the file is empty"),
        (GAME + '[Game "go"]\n[Players "A, B"]\n', "-, line 6: unknown game “go”; "),
        (GAME + "what?\n", "-: nothing was imported: line 6: what?: not a move: "),
        (HEAD.replace('"]\n\n', '"]\n[Rules "9"]\n\n'), "-, line 3: it was played under rules version 9; "),
    ],
)
def test_what_is_no_good_record_is_not_taken_over(journal, given, sentence):
    status, out, err = matches("import", "-", given=given)
    assert (status, out) == (2, "")
    assert err.startswith(f"sideline: {sentence}")
    assert err.count("\n") == 1
    assert journal.entries() == []


# --- delete


def test_a_deleted_match_is_gone_for_good_and_the_others_keep_their_numbers(journal):
    numbers = [keep(journal, "1 place L310") for _ in range(3)]
    assert matches("delete", "--yes", numbers[0], numbers[2]) == (
        0,
        "Match 1 is deleted.\nMatch 3 is deleted.\n",
        "",
    )
    assert [entry.number for entry in journal.entries()] == [2]
    assert matches("show", 3)[0] == 2
    assert keep(journal) == 4


def test_the_match_on_the_table_is_not_deleted(journal):
    number = keep(journal, "1 place L310", status=Status.OPEN)
    assert matches("delete", number) == (
        2, "", "sideline: match 1 is in play: pause or end it first\n",
    )  # fmt: skip
    assert journal.lines(number) == ["1 place L310"]


# --- what is not understood


@pytest.mark.parametrize("verb", ["show", "export", "delete"])
@pytest.mark.parametrize("number", ["2", "0", "-1", "one", "1.0", "²", "99999999999999999999"])
def test_a_match_that_there_is_not_gets_one_sentence_and_nothing_is_done(journal, verb, number):
    keep(journal)
    status, out, err = matches(verb, "1", "--", number)
    assert (status, out) == (2, "")
    assert err == f"sideline: there is no match {number}; see: sideline matches\n"
    assert [entry.number for entry in journal.entries()] == [1]


def test_not_even_an_endless_number_leads_astray():
    status, _, err = matches("show", "9" * 5000)
    assert (status, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["burn"], "unknown word “burn”; after “matches” you can write: show, export, import, delete, check"),
        (["burn", "1"], "unknown word “burn”; after “matches” you can write: show, export, import, delete, check"),
        (["show"], "which match? See: sideline matches"),
        (["export"], "which match? See: sideline matches"),
        (["delete"], "which match? See: sideline matches"),
        (["import"], "which file? See: sideline matches --help"),
        (["import", "/no/such/file"], "/no/such/file: cannot be read: No such file or directory"),
        (["import", "/"], "/: is a folder, not a record"),
        (["--loud"], "unknown option “--loud”; see: sideline matches --help"),
    ],
)
def test_what_is_not_understood_gets_one_sentence(arguments, sentence):
    assert matches(*arguments) == (2, "", f"sideline: {sentence}\n")


# --- journals that are not good


def sql(statement, *values):
    with closing(sqlite3.connect(journal_file())) as database, database:
        database.execute(statement, values)


def test_a_journal_of_a_newer_program_gets_one_sentence_and_is_left_as_it_is(journal):
    keep(journal)
    journal.close()
    sql("CREATE TABLE later (what)")
    sql("PRAGMA user_version = 99")
    before = Path(journal_file()).read_bytes()
    for arguments in ([], ["show", "1"], ["delete", "1"]):
        status, out, err = matches(*arguments)
        assert (status, out) == (2, "")
        assert err == (
            f"sideline: {journal_file()}: written by a newer program (version 99; this one knows 1); "
            "update this program\n"
        )
    assert Path(journal_file()).read_bytes() == before


def test_a_file_that_is_no_journal_gets_one_sentence_and_is_kept():
    file = Path(journal_file())
    file.parent.mkdir()
    file.write_text("Dear Anna,\nshall we play?\n")
    status, out, err = matches()
    assert (status, out) == (0, "No match has been played yet.\n")
    assert err.startswith(f"sideline: The database was damaged. It lies now as {file}.damaged-1; ")
    assert err.count("\n") == 1
    assert Path(f"{file}.damaged-1").read_text() == "Dear Anna,\nshall we play?\n"


def test_a_folder_that_cannot_be_made_gets_one_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    status, out, err = sideline("matches", env={**os.environ, "SIDELINE_DATA": str(tmp_path / "file" / "data")})
    assert (status, out) == (2, "")
    assert err.startswith(f"sideline: {tmp_path}/file/data/lock: cannot be opened: ")
    assert err.count("\n") == 1


def test_a_match_that_this_program_cannot_go_on_with_is_listed_and_says_why(journal):
    number = keep(journal, "1 place L310")
    journal.keep(number, 1, "1 place L400")
    assert matches()[1] == "1  2026-11-20  inside: Anna, Ben (paused, 2 moves, last: 1 place L400)\n"
    status, _, err = matches("show", number)
    assert status == 2
    assert err.startswith("sideline: match 1 cannot be shown: this program refuses move 2, “1 place L400”: ")
    assert matches("export", number)[1].endswith("\n1 place L310\n1 place L400\n"), "it can be put right by hand"


def test_a_line_that_is_no_act_can_be_written_out_too(journal):
    number = keep(journal, "1 place L310")
    journal.keep(number, 1, '1 place "L400')
    status, out, _ = matches("export", number)
    assert status == 0
    assert out.endswith('\n1 place L310\n1 place "L400\n')


def test_the_data_folder_may_be_named_from_where_one_is(tmp_path):
    status, out, err = sideline("matches", cwd=tmp_path, env={**os.environ, "SIDELINE_DATA": "data"})
    assert (status, out, err) == (0, "No match has been played yet.\n", "")
    assert (tmp_path / "data" / "journal.db").exists()


# --- two copies


def notebook(number):
    return Path(journal_file()).parent / "notebooks" / f"{number:06}.txt"


def test_a_check_makes_both_copies_whole_and_says_what_it_has_found(journal):
    for _ in range(2):
        keep(journal, "1 place L310", status=Status.ENDED)
    journal.close()
    assert matches("check") == (0, "All matches are whole: 2.\n", "")
    whole = notebook(2).read_bytes()
    notebook(2).write_bytes(whole.replace(b"L310", b"L311"))
    status, out, err = matches("check")
    assert (status, out) == (1, "")
    assert err.endswith("They were written again from the database: 2.\n")
    assert notebook(2).read_bytes() == whole
    status, out, _ = matches("check", "--json")
    assert (status, [json.loads(line) for line in out.splitlines()]) == (
        0, [{"number": 1, "ok": True}, {"number": 2, "ok": True}],
    )  # fmt: skip


def test_beside_a_running_box_a_check_changes_nothing(journal):
    keep(journal, "1 place L310")
    notebook(1).write_bytes(b"gone\n")
    with take_lock():
        status, out, err = matches("check")
    assert (status, err) == (1, "")
    assert out == "The two copies of these matches differ; the box compares them and makes them whole: 1.\n"
    assert notebook(1).read_bytes() == b"gone\n"


def test_a_missing_database_is_made_again_by_whoever_reads_it_first(journal):
    keep(journal, "1 place L310")
    journal.close()
    Path(journal_file()).unlink()
    status, out, err = matches()
    assert (status, out.count("inside")) == (0, 1)
    assert err == "sideline: The database was missing. A new one was made from the notebooks: 1 match.\n"


def test_lists_are_read_beside_a_running_box_and_writing_waits_for_its_end(journal):
    number = keep(journal, "1 place L310")
    lock = take_lock()
    assert matches()[1].count("inside") == 1
    command = [SIDELINE, "matches", "delete", "--yes", str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
        assert "the box is running" in waiting.stderr.readline()
        assert journal.entry(number) is not None
        journal.close()
        lock.close()
        assert waiting.communicate(timeout=60)[0] == "Match 1 is deleted.\n"
    assert not notebook(number).exists()
