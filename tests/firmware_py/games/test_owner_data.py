"""Owner data on the disk: `sideline my-copy` as people use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.insider.cards import Card
from engine.insider.owner_data import Board, KnownCard, OwnerData
from engine.match import Match
from engine.records import write_record
from engine.verdicts import BadSetup
from firmware_py.games import owner_data
from firmware_py.games.insider.owner_data import PLACEHOLDER, show, write
from firmware_py.games.owner_data import owner_tags
from firmware_py.i18n.translations import Translations
from tests.firmware_py.command import call_sideline
from tests.firmware_py.errors import user_error

SIDELINE = Path(sys.executable).with_name("sideline")
WORDS = Translations("en")
MINE = OwnerData(
    Board(-8, verified=True), (KnownCard(Card((5, 3, 1), -2), verified=True), KnownCard(Card((4, 4, 0, -1), -6)))
)


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def sideline(*arguments, given="", game="insider"):
    return call_sideline("my-copy", game, *arguments, given=given)


def test_without_a_file_the_placeholder_is_shown_and_says_what_it_is(data):
    status, out, _ = sideline()
    assert status == 0
    assert "Cellar: −10 (placeholder, not checked)" in out
    assert "Cards with 4 tables: 1 of 4 known\n  3 2 1 0 / −4  (placeholder, not checked)" in out
    assert str(data / "insider.toml") in out
    assert not data.exists(), "showing writes nothing"


def test_what_is_exported_can_be_imported_and_is_the_same(data, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(write(MINE))
    assert sideline("check", file)[:2] == (0, f"{file}: valid\n")
    status, out, _ = sideline("import", file)
    assert (status, out) == (0, f"Imported: {data / 'insider.toml'}\n")
    assert owner_data.load("insider") == MINE
    assert sideline("export")[1] == write(MINE)
    assert sideline("import", "-", given=write(PLACEHOLDER))[1].endswith(
        f"The file from before: {data / 'insider.toml.old'}\n"
    )
    assert (data / "insider.toml.old").read_text() == write(MINE)
    assert owner_data.load("insider") == PLACEHOLDER


BAD = """\
# a file full of faults
[board]
verified = "perhaps"
cellar = 12
colour = "red"

[[cards]]
values = [3, 2]
corner = -4

[[cards]]
values = [
  3, 2,
  99,
]

[[cards]]
values = [1, 1, 1]
corner = 5

[[cards]]
values = [1, 2, 3]
corner = 0
[[cards]]
values = [1, 2, 3]
corner = 0
"""


def test_every_fault_of_a_bad_file_is_listed_with_its_place_and_nothing_is_taken_over(data, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(BAD)
    for command in ("check", "import"):
        status, out, err = sideline(command, file)
        assert (status, out) == (2, "")
        places = {line.split(", ", 1)[1].split(":")[0] for line in err.splitlines()}
        assert places == {
            "board.verified", "board.cellar", "board.colour", "cards[1].values", "cards[2].corner",
            "cards[2].values[3]", "cards[3].corner", "cards[5]",
        }  # fmt: skip
        assert all(str(file) in line for line in err.splitlines())
        assert "cellar: write a whole number from −40 to −1 here" in err
    assert not data.exists()


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("[board\n", "line 1", "this is not TOML"),
        ("[board]\n\ncellar = \n", "line 3", "this is not TOML"),
        ("a = '''\n\n", "line 3", "this is not TOML"),
        ("cards = 3\n", "cards", "this has to be a list of tables"),
        ("board = 3\n", "board", "this has to be a table"),
        ("cards = [3]\n", "cards[1]", "this has to be a table"),
        ("[[board]]\ncellar = -3\n", "board", "this has to be a table"),
        ("a = " + "[" * 5000, "line 1", "this is not TOML"),
        ("\n[board]\ncellar = -" + "1" * 5000, "line 3", "this is not TOML"),
        ("[board]\n" + "# much\n" * 20_000, "line 14286", "not data of your copy: longer than 100 kB"),
        ("", "line 1", "not data of your copy: the file is empty"),
        ("\0", "line 1", "not a text file"),
        ('["board"]\ncellar = 7\n', "board.cellar", "whole number"),
        ("# \u2028\n[board]\ncellar = 7\n", "board.cellar", "whole number"),
        ("[[cards]]\nvalues = [\n 1,\n 2, 30]\ncorner = -7\n", "cards[1].values[3]", "whole number"),
        (
            "cards = [\n {values=[1, 2, 3], corner=0},\n {values=[1, 2, 4], corner=7}]\n",
            "cards[2].corner",
            "whole number",
        ),
        ("board.cellar = 7\n", "board.cellar", "whole number"),
        ('"a\\u001b[31m" = 1\n', r"'a\x1b[31m'", "'a\\x1b[31m'"),
    ],
)
def test_other_files_get_a_sentence_with_the_place(text, place, why):
    status, _, err = sideline("check", "-", given=text)
    assert status == 2
    assert err.startswith(f"sideline: -, {place}: ")
    assert why in err
    assert "Traceback" not in err


def test_broken_owner_data_on_the_disk_is_named_when_it_is_needed(data):
    data.mkdir()
    (data / "insider.toml").write_text("[board]\ncellar = 4\n")
    with user_error(r"insider\.toml, board\.cellar: "):
        owner_data.load("insider")


def test_a_place_that_cannot_be_written_is_named(data):
    data.write_text("a file where a folder should be")
    status, _, err = sideline("import", "-", given=write(MINE))
    assert status == 2
    assert err.count("\n") == 1
    assert f"{data}/insider.toml: cannot be written" in err


def test_without_a_setting_the_data_lies_where_the_users_data_lies(monkeypatch):
    monkeypatch.delenv("SIDELINE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert owner_data.path_of("insider") == "/somewhere/sideline/insider.toml"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert owner_data.path_of("insider") == os.path.expanduser("~/.local/share/sideline/insider.toml")


def test_owner_data_is_shown_with_its_marks():
    lines = [WORDS.text(line) for head, items in show(MINE) for line in (head, *items)]
    assert "Cellar: −8 (checked)" in lines
    assert "5 3 1 / −2  (checked)" in lines


# --- Offline


def test_offlines_placeholder_is_a_file_that_says_what_it_is(data):
    status, out, _ = sideline(game="offline")
    assert status == 0
    assert "Map (placeholder, not checked)" in out
    assert "C: 5 sites, C1-C2 C1-C4 C2-C3 C2-C4 C3-C5 C4-C5" in out
    assert "B: 12, 20, 32" in out
    assert not data.exists()
    exported = sideline("export", game="offline")[1]
    assert exported == (Path(owner_data.__file__).parent / "offline" / "offline.toml").read_text()
    assert exported.count("verified = false") == 2


def test_an_own_map_is_imported_used_and_goes_into_records(data, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(sideline("export", game="offline")[1].replace("verified = false", "verified = true"))
    assert sideline("import", file, game="offline")[0] == 0
    assert "Map (checked)" in sideline(game="offline")[1]
    assert (data / "offline.toml").read_text() == file.read_text()
    setup = Setup("offline", ("Anna", "Ben"), tags=owner_tags("offline"))
    assert set(setup.tags) == {"Map", "MapData"}
    record = tmp_path / "record.txt"
    record.write_text(write_record(setup, [read_act("deal A1 YDM")]))
    (data / "offline.toml").unlink()
    done = subprocess.run([SIDELINE, "referee", "--json", record], capture_output=True, check=False, text=True)
    assert done.returncode == 0
    assert '"verified": {"map": true, "market": true}' in done.stdout


OFFLINE_FAULTS = """\
[map]
[map.A]
sites = 3
links = ["A1-A2", "A2-A3"]
[map.B]
sites = 6
links = ["B1-B2", "B2-C3",
         "B4-B4"]
[map.C]
sites = 5
links = ["C1-C2", "C3-C4", "C4-C5"]
[map.D]
sites = 5
links = ["D1-D2", "D2-D3", "D3-D4", "D4-D5"]
[map.E]
sites = 5
links = ["E1-E2", "E2-E3", "E3-E4", "E4-E5"]
[map.F]
sites = 4
links = ["F1-F2", "F2-F3", "F3-F4"]
[map.G]
sites = 6
links = ["G1-G2", "G2-G3", "G3-G4", "G4-G5", "G5-G6"]
[map.H]
sites = 4
links = ["H1-H2", "H2-H3", "H3-H4"]
[market]
A = [15, 25, 40]
B = [12, 12, 32]
C = [9, 15, 24]
D = [6, 10, 16]
"""


def test_every_fault_of_a_bad_map_is_listed_with_its_place(data):
    status, out, err = sideline("import", "-", given=OFFLINE_FAULTS, game="offline")
    assert (status, out) == (2, "")
    assert not data.exists()
    told = [line.split("-, ")[1] for line in err.splitlines()]
    assert told == [
        "map.A.sites: write a whole number from 4 to 7 here",
        "map.B.links[2]: B2-C3 leaves net B: links stay within a net",
        "map.B.links[3]: B4 cannot be linked to itself",
        "map.C.links: net C is not connected: there is no way from C1 to C3, C4, C5",
        "market.B: the values of market card B have to rise",
    ]


def test_of_24_a_map_that_contradicts_the_rule_sheet_is_accepted_with_a_warning(data, tmp_path):
    file = tmp_path / "mine.toml"
    text = sideline("export", game="offline")[1]
    file.write_text(text.replace("B = [12, 20, 32]", "B = [11, 20, 32]"))
    warned = f"{file}, market.B: warning: market card B begins with 11, 20 here"
    status, out, err = sideline("check", file, game="offline")
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"{warned}, but the rule sheet says 12, 20", f"{file}: valid"]
    assert not data.exists()
    status, out, _ = sideline("import", file, game="offline")
    assert status == 0
    assert out.startswith(warned)
    assert out.splitlines()[-1].startswith("Imported")


def test_sizes_alone_are_enough_for_the_score_and_a_game_on_the_board_says_so(data):
    sizes = "[map]\nverified = true\n" + "".join(f"[map.{name}]\nsites = 5\n" for name in "ABCDEFGH")
    assert sideline("import", "-", given=sizes, game="offline")[0] == 0
    assert "A: 5 sites, links not entered" in sideline(game="offline")[1]
    assert sideline("check", data / "offline.toml", game="offline")[0] == 0
    tags = owner_tags("offline")
    Match(GAMES["offline"].rules(), Setup("offline", ("Anna", "Ben"), tags={"Depth": "score", **tags}))
    with pytest.raises(BadSetup) as refused:
        Match(GAMES["offline"].rules(), Setup("offline", ("Anna", "Ben"), tags=tags))
    assert "whole board" in WORDS.text(refused.value.why)
