"""The command line as people and programs use it: the real command, real files, real pipes."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from engine import GAMES
from engine.game import Setup
from engine.inside.pyramid import CELLS
from engine.records import write_record
from firmware_py import __version__
from firmware_py.commands.shared.table import COMMANDS
from tests.engine.games import random_game
from tests.firmware_py.command import SIDELINE, sideline

HEAD = '[Game "inside"]\n[Players "Anna, Ben"]\n\n'
GAME = HEAD + "1 place L310\n1 place L400\n2 place D210 ; not carried\nwhat?\n2 place D400\n"
RECORDS = Path(__file__).parents[2] / "records"


def test_referee_rules_on_every_act_and_names_the_rule():
    status, out, err = sideline("referee", "-", given=GAME)
    assert (status, err) == (1, "")
    assert "    4 ✓ 1 place L310\n" in out
    assert "    5 ✗ 1 place L400\n        ID-5: it is not Light’s turn: Dark plays\n" in out
    assert "        ID-2: 210 has no support yet: 211, 220 still empty\n" in out
    assert "        allowed instead: 2 place D211, 2 place D220, " in out
    assert "    7 ✗ what?\n        not a move: " in out
    assert out.endswith("faces taken: Anna 0, Ben 0 — not over yet\n")


def test_referee_speaks_json_as_the_contract_says():
    status, out, _ = sideline("referee", "--json", "-", given=GAME)
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert lines[0] == {"game": 1, "line": 4, "act": "1 place L310", "ok": True}
    assert {key: lines[1][key] for key in ("game", "line", "act", "ok", "rule")} == {
        "game": 1, "line": 5, "act": "1 place L400", "ok": False, "rule": "ID-5",
    }  # fmt: skip
    assert lines[2]["act"] == "2 place D210"
    assert lines[2]["instead"][0] == "2 place D211"
    assert (lines[3]["act"], lines[3]["rule"]) == ("what?", None)
    assert lines[3]["why"]
    standing = lines[-1]["standing"]
    assert lines[-1]["game"] == 1
    assert (standing["over"], standing["winners"], standing["points"]) == (False, [], {"1": 0, "2": 0})
    assert standing["faces"]["Z"] == {"light": 1, "dark": 1}


def test_with_legal_each_line_also_lists_what_was_allowed_just_before():
    _, out, _ = sideline("referee", "--json", "--legal", "-", given=GAME)
    lines = [json.loads(line) for line in out.splitlines()][:-1]
    assert all(line["legal"] == sorted(line["legal"]) for line in lines)
    assert len(lines[0]["legal"]) == 30
    assert lines[0]["act"] in lines[0]["legal"]
    assert lines[1]["act"] not in lines[1]["legal"]
    assert lines[3]["legal"] == lines[4]["legal"], "a refused line changes nothing"
    _, text, _ = sideline("referee", "--legal", "-", given=HEAD + "1 place L310\n")
    assert "(1 place D004; 1 place D013; " in text


def test_a_ruling_says_that_it_is_one():
    cells = [cell for cell in CELLS if cell not in {"400", "310", "301", "300"}][:18]
    drain = [f"overrule 2 place {'D' if at < 13 else 'L'}{cell}" for at, cell in enumerate(cells)]
    given = HEAD + "\n".join([*drain, "fix 400 L", "fix 310 L", "fix turn 1", "1 place L301", "1 bonus L300", ""])
    _, text, _ = sideline("referee", "-", given=given)
    assert "ID-9 (ruling): Dark’s stock is empty: there is no bonus" in text
    _, out, _ = sideline("referee", "--json", "-", given=given)
    refused = [line for line in map(json.loads, out.splitlines()) if line.get("ok") is False]
    assert [(line["rule"], line["ruling"]) for line in refused] == [("ID-9", True)]


def test_stop_stops_at_the_first_refusal():
    status, out, _ = sideline("referee", "--json", "--stop", "-", given=GAME + GAME)
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [line.get("line") for line in lines] == [4, 5, None]


def test_several_games_in_one_record_are_numbered():
    status, out, _ = sideline("referee", "--json", "-", given=HEAD + "1 place L310\n" + HEAD + "1 place L400\n")
    assert status == 0
    assert [json.loads(line)["game"] for line in out.splitlines()] == [1, 1, 2, 2]


def test_legal_lists_what_is_allowed_after_the_last_act():
    status, out, err = sideline("legal", "-", given=HEAD + "1 place L400\n2 place L310\n1 place L301\n")
    assert (status, out, err) == (0, "1 bonus D300\n1 bonus L300\n", "")
    _, out, _ = sideline("legal", "--json", "-", given=HEAD)
    assert len(json.loads(out)["legal"]) == 30
    status, out, err = sideline("legal", "-", given=GAME)
    assert status == 1
    assert "game 1" not in out
    _, two, _ = sideline("legal", "-", given=HEAD + "1 quit\n" + HEAD)
    assert two.startswith("game 1: inside — Anna, Ben\nnothing is allowed any more: the game is over\ngame 2: ")
    assert "line 5: 1 place L400: ID-5" in err
    _, out, _ = sideline("legal", "-", given=HEAD + "1 quit\n")
    assert out == "nothing is allowed any more: the game is over\n"


def test_show_draws_the_three_faces_and_the_stocks():
    status, out, _ = sideline("show", "-", given=HEAD + "1 place L400\n2 place D310\n1 place L040\n2 place D121\n")
    assert status == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["X", "Y", "Z"] in lines
    assert lines[6][5:] == ["004·", "103·", "202·", "301·", "400●", "040●", "130·", "220·", "310○", "400●"]
    assert ["●", "1", "○", "0", "●", "1", "○", "0", "●", "2", "○", "1"] in lines
    assert ["Within:", "112·", "121○", "211·", "111·"] in lines
    assert ["Light", "●", "11", "○", "5"] in lines
    assert ["Dark", "●", "5", "○", "11"] in lines
    assert "Light: place a cube" in out


def test_games_version_and_help():
    assert "inside" in sideline("games")[1]
    assert sideline("--version") == (0, f"sideline {__version__}\n", "")
    for arguments in ([], ["--help"], ["-h"], ["help"]):
        status, out, err = sideline(*arguments)
        assert (status, err) == (0, "")
        assert "Examples:" in out
    for command in COMMANDS:
        assert f"sideline {command}" in sideline(command, "--help")[1]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "-, line 1: not a record: the file is empty"),
        ("\n \n", "-, line 1: not a record: the file is empty"),
        ("Dear Anna,\nshall we play?\n", '-, line 1: a record begins with its tags, and [Game "…"] is missing'),
        ('[Game "chess"]\n[Players "A, B"]\n', "-, line 1: unknown game “chess”; "
         f"games: {', '.join(GAMES)}"),
        ('\n[Game "inside"]\n', '-, line 2: a record begins with its tags, and [Players "…"] is missing'),
        ('[Game "inside"]\n[Players "A"]\n1 place L310', "-, line 2: Inside is for 2 players, not 1"),
        ('[Game "inside"]\n[Players "A, B"\n', '-, line 2: a tag is written [Name "value"]'),
        (HEAD + '1 place L310\n[Game "inside"]\n', '-, line 5: a record begins with its tags, and [Players "…"] '
         "is missing"),
        ('[Game "inside"]\n[Players "A,, B"]\n', "-, line 2: a name has 1 to 40 characters that can be shown"),
        (HEAD.encode() + b"1 place L310\n\xff\xfe", "-, line 5: not a record: the text is not UTF-8"),
        (b"\x7fELF\x02\x01\x01\0\0\0", "-, line 1: not a record: this is not a text file"),
        (HEAD.encode("utf-16"), "-, line 1: not a record: this is not a text file"),
        ('[Game "inside"]\n[Players "A, B"]\n[Rules "9"]\n', "-, line 3: it was played under rules version 9; "
         "this program knows version 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["referee", "legal", "show"])
def test_what_is_no_record_gets_one_sentence_with_its_line(command, given, sentence):
    status, _, err = sideline(command, "-", given=given)
    assert (status, err) == (2, f"sideline: {sentence}\n")


def test_a_huge_file_is_refused_at_once(tmp_path):
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.write(HEAD.encode())
        for _ in range(100):
            file.write(b"1 place L310\n" * 80_000)
    status, out, err = sideline("referee", big)
    assert (status, out) == (2, "")
    assert err == f"sideline: {big}, line 1230770: not a record: longer than 16 MB\n"


def test_lines_that_are_no_acts_are_refused_and_the_reading_goes_on():
    strange = [
        "x" * 5000,
        "1 place L\x1b[2J",
        '1 place "L310',
        "\x07",
        "99999999999 place L310",
        "1 place\u2028L310",
    ]
    status, out, err = sideline("referee", "--json", "-", given=HEAD + "\n".join([*strange, "1 place L310", ""]))
    lines = [json.loads(line) for line in out.splitlines()][:-1]
    assert (status, err) == (1, "")
    assert [line["rule"] for line in lines[:-2]] == [None] * (len(strange) - 1)
    assert all(line["why"] and line["act"].isprintable() and len(line["act"]) < 700 for line in lines[:-2])


def test_any_locale_and_closed_streams_do_no_harm():
    poor = {**os.environ, "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert "✓ 1 place L310" in sideline("referee", "-", given=HEAD + "1 place L310\n", env=poor)[1]
    for command, closed, status in (
        ("referee -", "<&-", 2), ("run --terminal", "<&-", 2), ("dance", "2>&-", 2), ("games", ">&-", 0),
    ):  # fmt: skip
        done = subprocess.run(["bash", "-c", f"'{SIDELINE}' {command} {closed}"], capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        assert done.returncode == status, (command, closed)


def test_missing_files_and_folders(tmp_path):
    assert sideline("referee", tmp_path / "none.txt")[0::2] == (
        2, f"sideline: {tmp_path}/none.txt: cannot be read: No such file or directory\n",
    )  # fmt: skip
    assert sideline("show", tmp_path)[0::2] == (2, f"sideline: {tmp_path}: is a folder, not a record\n")


def test_a_broken_game_after_a_good_one_is_found_when_its_turn_comes():
    status, out, err = sideline("referee", "-", given=HEAD + '1 place L310\n[Game "go"]\n[Players "A, B"]\n')
    assert status == 2
    assert "✓ 1 place L310" in out
    assert "line 5: unknown game" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["referee"],
        ["referee", "--loud", "-"],
        ["legal"],
        ["games", "all"],
        ["run", "x"],
        ["run", "inside", "y"],
        ["run", "online", "-o", "Parties"],
        ["my-copy"],
        ["my-copy", "inside"],
        ["my-copy", "insider", "burn"],
        ["my-copy", "insider", "check"],
        ["my-copy", "insider", "import"],
        ["my-copy", "insider", "check", "no-such-file"],
        ["my-copy", "insider", "check", "-"],
    ],
)
def test_what_is_not_understood_gets_one_sentence(arguments):
    status, out, err = sideline(*arguments, given="")
    assert (status, out) == (2, "")
    assert err.startswith("sideline: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "names", "wanted"),
    [
        ("inside", ["Anna"], "2"),
        ("inside", ["Anna", "Ben", "Carla"], "2"),
        ("inside", ["Anna", " "], "2"),
        ("insider", ["Anna"], "2 to 4"),
        ("insider", ["A", "B", "C", "D", "E"], "2 to 4"),
        ("insider", ["Anna", "x" * 16], "2 to 4"),
    ],
)
def test_run_wants_names_that_fit(game, names, wanted):
    status, _, err = sideline("run", game, *(f"--player={name}" for name in names))
    assert status == 2
    assert f"this game needs {wanted} names" in err


def test_run_refuses_options_that_a_game_does_not_have():
    status, _, err = sideline("run", "online", "-p", "Anna", "-p", "Ben", "-o", "Parties=trios")
    assert status == 2
    assert "2 players cannot play as “trios”" in err


def test_run_without_a_terminal_says_so():
    status, _, err = sideline("run", "--terminal", given="")
    assert status == 2
    assert err == "sideline: there is no terminal here to show the box in; start it in a terminal window\n"


def test_a_closed_pipe_ends_quietly(tmp_path):
    long = tmp_path / "long.txt"
    long.write_text((HEAD + "1 place L310\n") * 5000)
    shell = f"'{SIDELINE}' referee '{long}' | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (141, b"")
    assert done.stdout.decode() == "game 1: inside — Anna, Ben\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no /dev/full")
def test_a_full_disk_gets_one_sentence():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([SIDELINE, "games"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"sideline: cannot write the answer: No space left on device\n")


@pytest.mark.parametrize(
    "record", sorted(RECORDS.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_sample_records_are_judged_as_their_comments_expect(record):
    _, out, _ = sideline("referee", "--json", record)
    text = record.read_text().splitlines()
    for line in map(json.loads, out.splitlines()):
        if "standing" in line:
            continue
        comment = text[line["line"] - 1].partition(";")[2].split()
        expected = comment[0] if comment and "-" in comment[0] else "accepted"
        got = "accepted" if line["ok"] else line["rule"]
        assert got == expected, line


def test_every_game_has_sample_records():
    assert {path.parent.name for path in RECORDS.glob("*/*.txt")} == set(GAMES)


@pytest.mark.parametrize(
    ("record", "points", "winners"),
    [
        ("three-to-the-top", {"1": 36, "2": 15, "3": 2}, [1]),
        ("seven-evaluations", {"1": 18, "2": 18}, [1, 2]),
        ("corrected-later", {"1": 17, "2": 14, "3": 13, "4": 12}, []),
    ],
)
def test_sample_games_of_insider_end_as_they_were_reckoned_by_hand(record, points, winners):
    status, out, _ = sideline("referee", "--json", RECORDS / "insider" / f"{record}.txt")
    standing = json.loads(out.splitlines()[-1])["standing"]
    assert status == 0
    assert (standing["points"], standing["winners"]) == (points, winners)


@pytest.mark.parametrize(
    ("game", "told"),
    [("offline/basic-for-three", "reveal"), ("online/two-players", "holds")],
    ids=["offline", "online"],
)
def test_a_standing_says_that_a_game_is_played_out_until_everything_is_told(tmp_path, game, told):
    lines = (RECORDS / f"{game}.txt").read_text().splitlines()
    last = max(at for at, line in enumerate(lines) if line.split()[1:2] == [told])
    file = tmp_path / "untold.txt"
    file.write_text("\n".join(lines[:last]))
    untold, whole = (
        json.loads(sideline("referee", "--json", record)[1].splitlines()[-1])["standing"]
        for record in (file, RECORDS / f"{game}.txt")
    )
    assert (untold["over"], untold["played_out"]) == (False, True)
    assert (whole["over"], "played_out" in whole) == (True, False)


def test_many_whole_games_in_one_file_are_read(tmp_path):
    games = []
    for seed in range(20):
        acts = [act for _, _, act in random_game(Setup("inside", ("Anna", "Ben")), seed)]
        games.append(write_record(Setup("inside", ("Anna", "Ben")), acts))
    file = tmp_path / "many.txt"
    file.write_text("\n".join(games))
    status, out, _ = sideline("referee", "--json", file, env={**os.environ, "LC_ALL": "C"})
    assert status == 0
    assert sum("standing" in json.loads(line) for line in out.splitlines()) == 20
